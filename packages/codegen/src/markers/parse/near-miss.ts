import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Finding } from '../../diagnostic/reporter.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { type MarkerText, parseMarker, type ParsedMarker } from './parse-marker.ts';
import { definitionsNamed, markerNames } from '../definitions/registry.ts';

/** A part of a comment's line that was meant as a marker, but is not one. */
export interface NearMiss {
  readonly span: Span;
  readonly finding: Finding;
}

const BEGINNING = /^(@|-|\+{2,}|\+[ \t]+|)((?:kubebuilder|kb|k8s):[A-Za-z][\w:.-]*)/;

/**
 * Finds a line that would be a marker without its first characters: `@kubebuilder:…`, `kubebuilder:…`,
 * `-kubebuilder:…`, `++kubebuilder:…`. Undefined for any other line. `isTrailing`: the comment follows code on its
 * line, where markers are not read.
 */
export function misspeltBeginning(
  { text, span }: MarkerText,
  ignored: readonly string[],
  isTrailing = false,
): NearMiss | undefined {
  const [whole, mark = '', name = ''] = BEGINNING.exec(text) ?? [];
  if (whole === undefined) return undefined;
  // Prose and markers of other tools can begin with a word and a colon.
  const isKnown = isMarkerName(name) || (mark !== '' && name.startsWith('kubebuilder:'));
  if (!isKnown || ignored.some((prefix) => `+${name}`.startsWith(prefix.startsWith('+') ? prefix : `+${prefix}`)))
    return undefined;
  const right = `+${text.slice(mark.length)}`;
  return {
    span: { ...span, length: whole.length },
    finding: {
      code: 'KB_UNKNOWN_MARKER',
      message: `${whole} is not a marker: a marker begins with one +, with the name right after it`,
      hint: rightForm(right, span, isTrailing),
    },
  };
}

/** How many places of a line are checked: a line of prose has one or two. */
const MOST_PLACES = 10;

/**
 * Finds a marker after text on its line, which is not read. `jsDoc`: the line is one line, or the whole, of a JSDoc
 * comment. Undefined where there is none; a marker in backticks is only mentioned.
 */
export function markerAfterText({ text, span }: MarkerText, jsDoc: 'line' | 'whole' | undefined): NearMiss | undefined {
  const slashed = jsDoc === undefined ? undefined : slashesBefore({ text, span });
  if (slashed !== undefined) return slashed;
  for (const index of placesAfterText(text)) {
    const marker = text.slice(index);
    const place = { ...span, column: span.column + index, length: marker.length };
    if (!isMeant({ text: marker, span: place }, jsDoc === 'whole')) continue;
    return {
      span: place,
      finding: {
        code: 'KB_MARKER_MISPLACED',
        message: 'this marker is not read: there is text before it on its line',
        hint:
          jsDoc === undefined
            ? `put it on a line of its own: // ${marker}`
            : `start a new line of this comment with ${marker}, or write // ${marker} below the comment`,
      },
    };
  }
  return undefined;
}

/** Finds a marker after `//` in a JSDoc comment, where the slashes are text. */
function slashesBefore({ text, span }: MarkerText): NearMiss | undefined {
  const [, before = '', marker] = /^(\/\/+[ \t]*)(\+[A-Za-z].*)$/.exec(text) ?? [];
  if (marker === undefined) return undefined;
  const place = { ...span, column: span.column + before.length, length: marker.length };
  if (readAnywhere({ text: marker, span: place }).definition === undefined) return undefined;
  return {
    span: { ...span, length: text.length },
    finding: {
      code: 'KB_MARKER_MISPLACED',
      message: 'this marker is not read: inside a /** */ comment, // is text',
      hint: `remove the slashes: ${marker}`,
    },
  };
}

/** The offsets of a `+` and a letter that follow text and a space, outside of backticks. */
function placesAfterText(text: string): number[] {
  const places: number[] = [];
  let isCode = false;
  let isAfterText = false;
  for (let index = 0; index < text.length && places.length < MOST_PLACES; index++) {
    const character = text.charAt(index);
    if (character === '`') isCode = !isCode;
    const isPlace = character === '+' && !isCode && isAfterText && /[ \t]/.test(text.charAt(index - 1));
    if (isPlace && /[A-Za-z]/.test(text.charAt(index + 1))) places.push(index);
    isAfterText ||= character !== ' ' && character !== '\t';
  }
  return places;
}

/**
 * True for a complete marker. A marker without arguments and prefix, or with a mistake in it, counts only if it is the
 * whole comment.
 */
function isMeant(marker: MarkerText, isWhole: boolean): boolean {
  const { definition, problem } = readAnywhere(marker);
  if (definition === undefined) return false;
  const hasPrefix = definition.name.includes(':');
  return isWhole ? hasPrefix || problem === undefined : hasPrefix && problem === undefined;
}

function readAnywhere(marker: MarkerText): ParsedMarker {
  return parseMarker(marker, ['field', 'type', 'folder']);
}

function isMarkerName(name: string): boolean {
  const outer = name.slice(0, Math.max(0, name.lastIndexOf(':')));
  return (
    [name, outer].some((each) => definitionsNamed(each).length > 0) || nearestName(name, markerNames) !== undefined
  );
}

/** The hint with the correct form of a marker. */
function rightForm(text: string, span: Span, isTrailing: boolean): string {
  const { marker, problem } = readAnywhere({ text, span });
  if (marker !== undefined)
    return isTrailing ? `move it to its own line directly above its declaration: // ${text}` : `write ${text}`;
  return problem?.finding.hint ?? 'markers are written like +kubebuilder:validation:Minimum=1';
}

/** True if one of a comment's lines would be reported as a marker that is misspelt or follows text. */
export function looksLikeNearMiss(lines: readonly string[]): boolean {
  const span = { file: '', line: 1, column: 1, length: 1 };
  return lines.some((line) => {
    const text = { text: line.trim(), span };
    return (
      misspeltBeginning(text, []) !== undefined ||
      markerAfterText(text, lines.length === 1 ? 'whole' : 'line') !== undefined
    );
  });
}
