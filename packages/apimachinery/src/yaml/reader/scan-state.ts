import { codeAt, isBlank, isBreakOrEnd } from './yaml-characters.ts';
import type { TextRange, YamlStyle } from './yaml-node.ts';

/**
 * A token of the text. Where an implicit key may begin, two tokens of `nothing` are placeholders for those that a later
 * colon adds.
 */
export interface Token extends TextRange {
  kind: TokenKind;
  /** The content of a scalar, the name of an anchor or alias, the suffix of a tag. */
  readonly text?: string;
  /** The handle of a tag: `!`, `!!`, `!name!`; empty where the tag is written in full. */
  readonly handle?: string;
  readonly style?: YamlStyle;
}

/** The kind of a token. */
export type TokenKind =
  | 'nothing'
  | 'end'
  | 'version'
  | 'tag-directive'
  | 'document-start'
  | 'document-end'
  | 'block-list'
  | 'block-map'
  | 'block-end'
  | 'list-start'
  | 'list-end'
  | 'map-start'
  | 'map-end'
  | 'entry'
  | 'comma'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar';

/** A place at which an implicit key may have begun. */
export interface PossibleKey {
  readonly start: number;
  readonly line: number;
  readonly column: number;
  /** Nothing else is allowed there. */
  readonly required: boolean;
  /** The first of its two tokens of `nothing`. */
  readonly token: number;
}

/** The state of the scanner. */
export interface ScanState {
  readonly text: string;
  readonly tokens: Token[];
  /** How deep lists and objects may nest. */
  readonly maxDepth: number;
  at: number;
  line: number;
  lineStart: number;
  /** How many brackets and braces are open. */
  readonly open: ('[' | '{')[];
  /** The column of the innermost block; -1 outside of all. */
  indent: number;
  readonly indents: number[];
  keyAllowed: boolean;
  /** For the block, and each open bracket. */
  readonly keys: (PossibleKey | undefined)[];
}

/** The column of the next character, from 0. */
export function columnOf({ at, lineStart }: ScanState): number {
  return at - lineStart;
}

/** The code of the next character, or of one after it. */
export function nextCode({ text, at }: ScanState, offset = 0): number {
  return codeAt(text, at + offset);
}

/** Skips a line break. Returns it as scalars hold it: LF, or the separator itself. */
export function takeBreak(state: ScanState): string {
  const { text, at } = state;
  const code = codeAt(text, at);
  state.at += code === 0x0d && codeAt(text, at + 1) === 0x0a ? 2 : 1;
  state.line += 1;
  state.lineStart = state.at;
  return code === 0x2028 || code === 0x2029 ? text.charAt(at) : '\n';
}

/** Skips spaces and tabs. */
export function skipBlanks(state: ScanState): void {
  while (isBlank(nextCode(state))) state.at += 1;
}

/** Skips to the end of the line. */
export function skipLine(state: ScanState): void {
  while (!isBreakOrEnd(nextCode(state))) state.at += 1;
}

/** Whether a marker of documents, `---` or `...`, is next. */
export function isAtMarker(state: ScanState): boolean {
  const { text, at, lineStart } = state;
  if (at !== lineStart || !(text.startsWith('---', at) || text.startsWith('...', at))) return false;
  const code = codeAt(text, at + 3);
  return isBlank(code) || isBreakOrEnd(code);
}
