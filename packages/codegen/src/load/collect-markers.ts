import type { Reporter } from '../diagnostic/reporter.ts';
import type { Marker, MarkerTarget } from '../markers/marker-definition.ts';
import { looksLikeMarker, parseMarker } from '../markers/parse-marker.ts';
import type { CommentBlock } from './comments.ts';
import { spanAt } from './comments.ts';
import { ts } from './compiler.ts';

/** Reads markers of one file, and knows afterwards which of them nothing has read. */
export interface MarkerCollector {
  /** The markers of a block, in their order. Reports what is wrong with them. */
  collect(block: CommentBlock | undefined, targets: readonly MarkerTarget[]): Marker[];
  /** Reports markers in a block that belongs to nothing. `where` says where that is. */
  reject(block: CommentBlock | undefined, where: string): void;
  /** Reports markers in comments that were given to neither. */
  rejectRest(where: string): void;
}

const everywhere: readonly MarkerTarget[] = ['field', 'type', 'folder'];

/** A comment that takes its whole line and begins with a marker. */
const markerLine = /^([ \t]*(?:\/\/+|\/?\*+)[ \t]*)(\+[A-Za-z].*?)[ \t]*(?:\*\/)?[ \t]*\r?$/gm;

/** Makes the collector of a file. `ignored` are prefixes of other tools' markers. */
export function createMarkerCollector(
  file: ts.SourceFile,
  reporter: Reporter,
  ignored: readonly string[],
): MarkerCollector {
  const seen = new Set<number>();
  const spanned = (text: string, offset: number): Parameters<typeof parseMarker>[0] => ({
    text,
    span: spanAt(file, offset, text.length),
  });

  const rejectLine = (text: string, offset: number, where: string): void => {
    if (seen.has(offset)) return;
    seen.add(offset);
    const { definition, marker, problem } = parseMarker(spanned(text, offset), everywhere, ignored);
    if (definition === undefined && marker === undefined && problem === undefined) return;
    reporter.report(spanAt(file, offset, text.length), {
      code: 'marker-misplaced',
      message: `this marker belongs to nothing: ${where}`,
      hint: 'put it on its own line directly above what it is for, without a blank line between',
    });
  };

  return {
    collect(block, targets) {
      const markers: Marker[] = [];
      for (const { text, offset } of block?.lines ?? []) {
        if (!looksLikeMarker(text)) continue;
        seen.add(offset);
        const { marker, definition, problem } = parseMarker(spanned(text, offset), targets, ignored);
        if (problem !== undefined) reporter.report(problem.span, problem.finding);
        if (marker === undefined || definition === undefined) continue;
        const earlier = definition.repeatable ? undefined : markers.find(({ name }) => name === marker.name);
        if (earlier === undefined) markers.push(marker);
        else if (!sameValues(earlier, marker)) {
          reporter.report(marker.span, {
            code: 'conflicting-markers',
            message: `+${marker.name} is here twice, and says different things`,
            hint: `keep one of the two: the other is in line ${earlier.span.line}`,
          });
        }
      }
      return markers;
    },
    reject(block, where) {
      for (const { text, offset } of block?.lines ?? []) if (looksLikeMarker(text)) rejectLine(text, offset, where);
    },
    rejectRest(where) {
      for (const match of file.text.matchAll(markerLine)) {
        const [, before = '', text = ''] = match;
        const offset = match.index + before.length;
        if (!seen.has(offset) && !isInLiteral(file, offset)) rejectLine(text, offset, where);
      }
    },
  };
}

function sameValues(a: Marker, b: Marker): boolean {
  return JSON.stringify([...a.values], bigintText) === JSON.stringify([...b.values], bigintText);
}

function bigintText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

/** True when what stands there is part of a string, a template or a regular expression, not a comment. */
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
