import type { JsonValue } from '@kb/apimachinery';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Finding } from '../../diagnostic/reporter.ts';
import { misspeltTag } from '../../markers/doc-tags/other-tags.ts';
import { type RuleTag, ruleTagNamed, type TagRule } from '../../markers/doc-tags/rule-tags.ts';
import {
  type Marker,
  type MarkerDefinition,
  type MarkerTarget,
  writtenName,
} from '../../markers/define/marker-definition.ts';
import { definitionsNamed } from '../../markers/definitions/registry.ts';
import type { ts } from '../../compiler.ts';
import { conflict, decisionOf, TRAILING_PLACE } from './collect-markers.ts';
import { type CommentBlock, type CommentLine, spanAt } from './comments.ts';
import { type DocTag, splitTags, tagAfterText } from './doc-tags.ts';

/** A finding and its place. */
export interface PlacedFinding {
  readonly span: Span;
  readonly finding: Finding;
}

/** The rules that the tags of a JSDoc comment give. */
export interface CollectedTags {
  /** The equivalent markers, without those that repeat an existing marker. */
  readonly markers: readonly Marker[];
  readonly problems: readonly PlacedFinding[];
}

/** A tag with its rule and its place. */
interface PlacedRule extends TagRule {
  readonly tag: RuleTag;
  readonly span: Span;
  readonly valueSpan: Span;
}

/**
 * Reads the tags of a JSDoc comment that give rules, as other generators read them. `given` are the markers beside
 * them, which they must not contradict; `lines` are all comment lines there, including those of `//` comments, where
 * tags are not read.
 */
export function collectTags(
  file: ts.SourceFile,
  { doc, lines }: CommentBlock,
  target: MarkerTarget,
  given: readonly Marker[],
): CollectedTags {
  const markers: Marker[] = [];
  const problems: PlacedFinding[] = lines.flatMap((line) => inLineComment(line, file) ?? []);
  const add = (marker: Marker, definition: MarkerDefinition, tag: RuleTag): void => {
    const earlier = [...given, ...markers].find((other) => decidesTheSame(other, marker, definition, tag));
    if (earlier === undefined) markers.push(marker);
    else if (!saysTheSame(earlier, marker)) problems.push({ span: marker.span, finding: conflictOf(marker, earlier) });
  };
  const misplaced = tagAfterText(doc);
  if (misplaced !== undefined) problems.push(notRead(misplaced, file));
  // A field can have several examples, a schema only one.
  let hasExample = false;
  for (const docTag of splitTags(doc).tags) {
    const tag = ruleTagNamed(docTag.name);
    const span = spanAt(file, docTag.offset, docTag.name.length + 1);
    const valueSpan = spanAt(file, docTag.textOffset, docTag.textLength);
    if (tag === undefined) {
      const misspelt = misspeltTag(docTag.name, docTag.text);
      if (misspelt !== undefined) problems.push({ span, finding: { code: 'KB_UNKNOWN_MARKER', ...misspelt } });
      continue;
    }
    if (tag.name === 'example' && (hasExample || target !== 'field')) continue;
    const reading = tag.read(docTag.text);
    if ('problem' in reading) {
      problems.push({ span: wholeOf(docTag, span, file), finding: wrongValue(tag, reading.problem, reading.hint) });
      continue;
    }
    for (const rule of reading) {
      hasExample ||= tag.name === 'example';
      const made = markerOf({ ...rule, tag, span: wholeOf(docTag, span, file), valueSpan }, target);
      if ('finding' in made) problems.push(made);
      else add(made.marker, made.definition, tag);
    }
  }
  return { markers, problems };
}

/** The finding for a rule that contradicts a marker or another tag. */
function conflictOf(marker: Marker, earlier: Marker): Finding {
  const finding = conflict(marker, earlier);
  const names = [writtenName(marker), writtenName(earlier)];
  const limit = ['minimum', 'maximum'].find((each) => names.every((name) => name.toLowerCase().endsWith(each)));
  // An inclusive and an exclusive limit are two ways to write the same limit.
  if (limit === undefined || names.filter((name) => name.includes('xclusive')).length !== 1) return finding;
  const side = limit === 'minimum' ? 'lower' : 'upper';
  return { ...finding, message: `${names.join(' and ')} both set the ${side} limit, and a field can have only one` };
}

/** Finds a tag with a value in a `//` comment, where no generator reads tags. */
function inLineComment(line: CommentLine, file: ts.SourceFile): PlacedFinding | undefined {
  if (line.jsDoc !== undefined) return undefined;
  const where = 'it is in a // comment, and tags are read in /** */';
  return unreadTag(line, file, { where, hint: `write /** ${line.text} */` });
}

/** Finds the tags with a value in JSDoc comments after a declaration on its line, which belong to nothing. */
export function tagsAfter(file: ts.SourceFile, block: CommentBlock | undefined): PlacedFinding[] {
  const hint = 'put the comment above the declaration';
  return (block?.lines ?? []).flatMap((line) =>
    line.jsDoc === undefined ? [] : (unreadTag(line, file, { where: TRAILING_PLACE, hint }) ?? []),
  );
}

function unreadTag(
  { text, offset }: CommentLine,
  file: ts.SourceFile,
  { where, hint }: { readonly where: string; readonly hint: string },
): PlacedFinding | undefined {
  if (!text.startsWith('@')) return undefined;
  const [tag] = splitTags([{ text, offset }]).tags;
  const rule = tag === undefined ? undefined : ruleTagNamed(tag.name);
  if (tag === undefined || rule === undefined || !/^\S+$/.test(tag.text)) return undefined;
  return {
    span: spanAt(file, offset, text.length),
    finding: { code: 'KB_MARKER_MISPLACED', message: `this tag is not read: ${where}`, hint },
  };
}

function notRead(tag: DocTag, file: ts.SourceFile): PlacedFinding {
  return {
    span: wholeOf(tag, spanAt(file, tag.offset, tag.name.length + 1), file),
    finding: {
      code: 'KB_MARKER_MISPLACED',
      message: 'this tag is not read: there is text before it on its line',
      hint: `put it on a line of its own, in a comment of several lines: @${tag.name} ${tag.text}`,
    },
  };
}

/** The place from the `@` to the end of the first line of the text, if that is on the line of the tag. */
function wholeOf({ offset, textOffset, textLength }: DocTag, span: Span, file: ts.SourceFile): Span {
  const whole = spanAt(file, offset, textOffset + textLength - offset);
  return whole.length < span.length ? span : whole;
}

function wrongValue({ name }: RuleTag, problem: string, hint: string): Finding {
  return { code: 'KB_MARKER_ARGUMENT', message: `@${name}: ${problem}`, hint };
}

function markerOf(
  { marker: name, value, tag, span, valueSpan }: PlacedRule,
  target: MarkerTarget,
): { readonly marker: Marker; readonly definition: MarkerDefinition } | PlacedFinding {
  const definition = definitionsNamed(name).find(({ targets }) => targets.includes(target));
  if (definition === undefined) {
    const message = `@${tag.name} belongs on a field, not on the declaration of a type`;
    return {
      span,
      finding: { code: 'KB_MARKER_MISPLACED', message, hint: 'move it to the fields that have this type' },
    };
  }
  const values: ReadonlyMap<string, JsonValue> = new Map([['', value]]);
  const effect = definition.effectOf(values);
  if (typeof effect === 'string' || 'argument' in effect) {
    const { message, hint = `written like ${tag.example}` } = typeof effect === 'string' ? { message: effect } : effect;
    return { span: valueSpan, finding: wrongValue(tag, message, hint) };
  }
  const argumentSpans = new Map([['', valueSpan]]);
  return { definition, marker: { name, tag: tag.name, effect, values, span, argumentSpans } };
}

function decidesTheSame(other: Marker, marker: Marker, definition: MarkerDefinition, tag: RuleTag): boolean {
  if (tag.against?.includes(other.name) === true) return true;
  const theirs = definitionsNamed(other.name).flatMap((each) => decisionOf(other, each)?.on ?? []);
  const on = decisionOf(marker, definition)?.on;
  return on !== undefined && theirs.includes(on);
}

function saysTheSame(a: Marker, b: Marker): boolean {
  const text = ({ values }: Marker): string => JSON.stringify([...values.values()], bigintText);
  return text(a) === text(b);
}

function bigintText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}
