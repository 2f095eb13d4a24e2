import type { Finding, Reporter } from '../../diagnostic/reporter.ts';
import {
  type Marker,
  type MarkerDefinition,
  type MarkerTarget,
  writtenName,
} from '../../markers/define/marker-definition.ts';
import { markerAfterText, misspeltBeginning } from '../../markers/parse/near-miss.ts';
import { looksLikeMarker, parseMarker } from '../../markers/parse/parse-marker.ts';
import type { CommentBlock } from './comments.ts';
import { spanAt } from './comments.ts';
import { ts } from '../../compiler.ts';
import { compareText } from '../../text/compare-text.ts';

/** Reads the markers of one file, and keeps track of those that were not read. */
export interface MarkerCollector {
  /** Returns the markers of a block, in order. Reports invalid ones. */
  collect(block: CommentBlock | undefined, targets: readonly MarkerTarget[]): Marker[];
  /** Reports markers in a block that belongs to no declaration. `where` describes its place. */
  reject(block: CommentBlock | undefined, where: string): void;
  /** Reports markers in the remaining comments. */
  rejectRest(): void;
}

const everywhere: readonly MarkerTarget[] = ['field', 'type', 'folder'];

/** A comment on a line of its own, or a JSDoc comment anywhere, that begins with a marker, or almost does. */
const MARKER_LINE =
  /((?:^[ \t]*(?:\/\/+|\/?\*+)|\/\*\*)[ \t]*)(\+[A-Za-z].*|(?:@|-|\++[ \t]*)?(?:kubebuilder|kb|k8s):[A-Za-z].*)$/gm;

/** The place of a comment after code on its line. */
export const TRAILING_PLACE = 'it comes after something on its line';

/** Creates the collector of a file. `ignored` are prefixes of other tools' markers. */
export function createMarkerCollector(
  file: ts.SourceFile,
  reporter: Pick<Reporter, 'report'>,
  ignored: readonly string[],
): MarkerCollector {
  const seen = new Set<number>();
  const spanned = (text: string, offset: number): Parameters<typeof parseMarker>[0] => ({
    text,
    span: spanAt(file, offset, text.length),
  });

  const reportNearMiss = (text: string, offset: number, isTrailing: boolean): void => {
    const miss = misspeltBeginning(spanned(text, offset), ignored, isTrailing);
    if (miss !== undefined) reporter.report(miss.span, miss.finding);
  };

  const rejectLine = (text: string, offset: number, where: string): void => {
    if (seen.has(offset)) return;
    seen.add(offset);
    if (!looksLikeMarker(text)) {
      reportNearMiss(text, offset, where === TRAILING_PLACE);
      return;
    }
    const { definition, marker, problem } = parseMarker(spanned(text, offset), everywhere, ignored);
    if (definition === undefined && marker === undefined && problem === undefined) return;
    reporter.report(spanAt(file, offset, text.length), {
      code: 'KB_MARKER_MISPLACED',
      message: `this marker belongs to no declaration: ${where}`,
      hint: 'put it on its own line directly above its declaration, without a blank line between',
    });
  };

  return {
    collect(block, targets) {
      const markers: Marker[] = [];
      const decisions = new Map<string, { readonly marker: Marker; readonly as: string }>();
      for (const { text, offset, jsDoc } of block?.lines ?? []) {
        if (!looksLikeMarker(text)) {
          const misplaced = text.includes('+') ? markerAfterText(spanned(text, offset), jsDoc) : undefined;
          if (misplaced !== undefined) reporter.report(misplaced.span, misplaced.finding);
          continue;
        }
        seen.add(offset);
        const { marker, definition, problem } = parseMarker(spanned(text, offset), targets, ignored);
        if (problem !== undefined) reporter.report(problem.span, problem.finding);
        if (marker === undefined || definition === undefined) continue;
        const decision = decisionOf(marker, definition);
        const earlier = decision === undefined ? undefined : decisions.get(decision.on);
        if (decision === undefined || earlier === undefined) {
          if (decision !== undefined) decisions.set(decision.on, { marker, as: decision.as });
          markers.push(marker);
        } else if (earlier.as !== decision.as) {
          reporter.report(marker.span, conflict(marker, earlier.marker));
        }
      }
      return markers;
    },
    reject(block, where) {
      for (const { text, offset } of block?.lines ?? []) rejectLine(text, offset, where);
    },
    rejectRest() {
      for (const match of file.text.matchAll(MARKER_LINE)) {
        const [, before = '', line = ''] = match;
        const text = before.includes('//') ? line.trimEnd() : line.replace(/\*\/.*$/, '').trimEnd();
        const offset = match.index + before.length;
        if (!seen.has(offset) && !isInComment(file.text, match.index) && !isInLiteral(file, offset))
          rejectLine(text, offset, whereIs(file, offset, before));
      }
    },
  };
}

/** The property that a marker decides, and its value; undefined for markers that cannot contradict others. */
export function decisionOf(
  { name, values }: Marker,
  { decides, repeatable }: MarkerDefinition,
): { readonly on: string; readonly as: string } | undefined {
  if (repeatable) return undefined;
  const sorted = [...values].sort(([a], [b]) => compareText(a, b));
  const as = decides?.as === undefined ? JSON.stringify(sorted, bigintText) : decides.as(values);
  return as === undefined ? undefined : { on: decides?.on ?? `+${name}`, as };
}

/** The finding for two markers that decide one property differently. */
export function conflict(marker: Marker, earlier: Marker): Finding {
  const [name, other] = [writtenName(marker), writtenName(earlier)];
  const message =
    name === other ? `${name} is here twice, and says different things` : `${name} and ${other} say different things`;
  return {
    code: 'KB_CONFLICTING_MARKERS',
    message,
    hint: `keep one of the two: the other is in line ${earlier.span.line}`,
  };
}

function bigintText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

/** Describes the place of a marker that belongs to no declaration. `before` is the beginning of its line. */
function whereIs(file: ts.SourceFile, offset: number, before: string): string {
  if (/\/\*(?!\*)/.test(before) || isInPlainComment(file.text, offset))
    return 'it is in a /* */ comment, and markers are read in // and /** */';
  let where = 'it is where nothing is declared';
  const enter = (node: ts.Node): void => {
    if (node.pos > offset || offset >= node.end) return;
    if (ts.isFunctionLike(node) && 'body' in node) where = 'it is inside a function';
    else if (ts.isClassLike(node)) where = 'it is inside a class';
    else if (ts.isEnumDeclaration(node) && offset > node.name.end) where = 'it is inside an enum';
    else if ((ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)) && node.members.pos <= offset)
      where = 'it is inside a type, with no field below it';
    ts.forEachChild(node, enter);
  };
  enter(file);
  return where;
}

/** True for a place after the beginning of a comment on its line. */
function isInComment(text: string, at: number): boolean {
  return /^[ \t]*\*|\/[/*]/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));
}

/** True inside a comment that begins with `/*` instead of `/**`. */
function isInPlainComment(text: string, offset: number): boolean {
  const start = text.lastIndexOf('/*', offset);
  return (
    start !== -1 &&
    text.charAt(start + 2) !== '*' &&
    text.indexOf('*/', start + 2) >= offset &&
    /^[ \t]*(?:\*[ \t]*)?$/.test(text.slice(text.lastIndexOf('\n', offset) + 1, offset))
  );
}

/** True when the text at an offset is part of a string, a template or a regular expression, not of a comment. */
function isInLiteral(file: ts.SourceFile, offset: number): boolean {
  const find = (node: ts.Node): boolean =>
    node.getStart(file) <= offset &&
    offset < node.end &&
    (ts.isLiteralExpression(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      (ts.forEachChild(node, (child) => find(child) || undefined) ?? false));
  return ts.forEachChild(file, (child) => find(child) || undefined) ?? false;
}
