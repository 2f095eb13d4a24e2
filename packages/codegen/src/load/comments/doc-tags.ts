import { looksLikeMarker } from '../../markers/parse/parse-marker.ts';
import { ruleTagNamed } from '../../markers/doc-tags/rule-tags.ts';
import { markerNames } from '../../markers/definitions/registry.ts';

/** A line of a JSDoc comment, and its offset in the file, if it has one. */
interface DocLine {
  readonly text: string;
  readonly offset: number;
}

/** A tag of a JSDoc comment, with its text up to the next tag. */
export interface DocTag {
  /** Without the `@`. */
  readonly name: string;
  /** The offset of the `@`. */
  readonly offset: number;
  /** The text after the name, including the lines below, trimmed. */
  readonly text: string;
  /** The offset of the text, and its length on its first line. */
  readonly textOffset: number;
  readonly textLength: number;
}

const TAG_START = /^(\s*)@([A-Za-z][\w-]*)/;

/**
 * The name of the tag at the beginning of a line; undefined if there is none: `@scope/name` is the name of a package.
 */
function tagNameOf(line: string): string | undefined {
  const match = TAG_START.exec(line);
  if (match === null) return undefined;
  const [start, , name = ''] = match;
  const next = line.slice(start.length);
  const isTag = /^(?:\s|\{|$)/.test(next) || (isOurs(name) && !next.startsWith('/'));
  return isTag ? name : undefined;
}

function isOurs(name: string): boolean {
  return name === 'deprecated' || ruleTagNamed(name) !== undefined || markerNames.includes(name);
}

/** Splits a line that begins with a tag: several tags that give rules can be on one line. */
function linesOfTags({ text, offset }: DocLine): DocLine[] {
  const starts = [...text.matchAll(/\s(?=@([A-Za-z]+)(?:\s|$))/g)].flatMap(({ index, 1: name = '' }) =>
    index > 0 && ruleTagNamed(name) !== undefined ? [index + 1] : [],
  );
  return [0, ...starts].map((start, index) => ({ text: text.slice(start, starts[index]), offset: offset + start }));
}

/** Splits a comment into the lines above its first tag, and its tags. Code blocks contain no tags. */
export function splitTags(doc: readonly DocLine[]): {
  readonly above: readonly DocLine[];
  readonly tags: readonly DocTag[];
} {
  const above: DocLine[] = [];
  const open: OpenTag[] = [];
  let inCode = false;
  for (const line of doc) {
    if (isFence(line.text)) inCode = !inCode;
    const current = open.at(-1);
    if (!inCode && tagNameOf(line.text) !== undefined) open.push(...linesOfTags(line).map(openTag));
    else if (current === undefined) above.push(line);
    else if (inCode || !looksLikeMarker(line.text.trim())) current.lines.push(line);
  }
  return { above, tags: open.map(asTag) };
}

/** A tag whose text may continue on the next line. */
interface OpenTag {
  readonly name: string;
  readonly offset: number;
  readonly lines: DocLine[];
}

function openTag(line: DocLine): OpenTag {
  const name = tagNameOf(line.text) ?? '';
  const skipped = line.text.indexOf('@');
  const end = skipped + 1 + name.length;
  const rest = { text: line.text.slice(end), offset: line.offset + end };
  return { name, offset: line.offset + skipped, lines: [rest] };
}

function asTag({ name, offset, lines }: OpenTag): DocTag {
  const text = lines
    .map((line) => line.text)
    .join('\n')
    .trim();
  const first = lines.find((line) => line.text.trim() !== '');
  const indent = first === undefined ? 0 : first.text.length - first.text.trimStart().length;
  return {
    name,
    offset,
    text,
    textOffset: first === undefined ? offset : first.offset + indent,
    textLength: first === undefined ? name.length + 1 : first.text.trim().length,
  };
}

/** True for a line that begins or ends a code block, possibly indented. */
function isFence(line: string): boolean {
  return /^\s*(?:```|~~~)/.test(line);
}

/**
 * Finds a tag with a rule after the text of a one-line comment, where it has no effect: TypeScript reads tags only at
 * the beginning of a line.
 */
export function tagAfterText(doc: readonly DocLine[]): DocTag | undefined {
  const [line, ...others] = doc;
  if (line === undefined || others.length > 0 || tagNameOf(line.text) !== undefined) return undefined;
  const match = /(?<=\S)\s(?=@([A-Za-z]+)\s+\S+\s*$)/.exec(line.text);
  if (match === null || ruleTagNamed(match[1] ?? '') === undefined) return undefined;
  if ((line.text.slice(0, match.index).match(/`/g)?.length ?? 0) % 2 === 1) return undefined;
  return asTag(openTag({ text: line.text.slice(match.index + 1), offset: line.offset + match.index + 1 }));
}
