import { END, isBlank, isBlankOrEnd, isBreak } from './yaml-characters.ts';
import { scanAnchor, scanDirective, scanTag } from './scan-names.ts';
import { scanBlock, scanPlain, scanQuoted } from './scan-scalars.ts';
import {
  columnOf,
  isAtMarker,
  nextCode,
  type PossibleKey,
  type ScanState,
  skipBlanks,
  skipLine,
  takeBreak,
  type Token,
  type TokenKind,
} from './scan-state.ts';
import { fail, YamlSyntaxError } from './yaml-syntax-error.ts';

/** How many characters a key without `?` may have, up to its colon. */
const LONGEST_KEY = 1024;

/**
 * Splits a text into YAML 1.1 tokens as libyaml and Go's library do: quoted texts, and lists and objects in brackets,
 * may continue at any column. The last token is `end`. Throws a {@link YamlSyntaxError}.
 */
export function scanTokens(text: string, maxDepth: number): readonly Token[] {
  const state: ScanState = {
    text,
    tokens: [],
    maxDepth,
    at: text.startsWith('\uFEFF') ? 1 : 0,
    line: 0,
    lineStart: text.startsWith('\uFEFF') ? 1 : 0,
    open: [],
    indent: -1,
    indents: [],
    keyAllowed: true,
    keys: [undefined],
  };
  for (;;) {
    skipToToken(state);
    if (nextCode(state) === END) break;
    endBlocks(state, columnOf(state));
    scanToken(state);
  }
  endBlocks(state, -1);
  dropKey(state);
  state.tokens.push({ kind: 'end', start: state.at, end: state.at });
  return state.tokens;
}

/** Skips blanks, comments and line breaks. Tabs are not blanks where they would indent. */
function skipToToken(state: ScanState): void {
  for (;;) {
    if (state.open.length > 0 || !state.keyAllowed) skipBlanks(state);
    else while (nextCode(state) === 0x20) state.at += 1;
    if (nextCode(state) === 0x23) skipLine(state);
    if (!isBreak(nextCode(state))) return;
    takeBreak(state);
    if (state.open.length === 0) state.keyAllowed = true;
  }
}

function scanToken(state: ScanState): void {
  const char = state.text.charAt(state.at);
  const inFlow = state.open.length > 0;
  const alone = isBlankOrEnd(nextCode(state, 1));
  if (columnOf(state) === 0 && char === '%') return scanWithoutBlocks(state, scanDirective);
  if (isAtMarker(state))
    return scanWithoutBlocks(state, () => takeToken(state, char === '-' ? 'document-start' : 'document-end', 3));
  if (char === '[' || char === '{') return openBracket(state, char);
  if (char === ']' || char === '}') return closeBracket(state, char);
  if (char === ',') return scanComma(state);
  if (char === '-' && alone) return scanEntry(state);
  if (char === '?' && (inFlow || alone)) return scanKey(state);
  if (char === ':' && (inFlow || alone)) return scanValue(state);
  if (char === '*') return scanContent(state, () => scanAnchor(state, 'alias'));
  if (char === '&') return scanContent(state, () => scanAnchor(state, 'anchor'));
  if (char === '!') return scanContent(state, scanTag);
  if ((char === '|' || char === '>') && !inFlow) {
    dropKey(state);
    state.keyAllowed = true;
    state.tokens.push(scanBlock(state));
    return undefined;
  }
  if (char === "'" || char === '"') return scanContent(state, scanQuoted);
  if (beginsPlain(state, char, inFlow)) return scanContent(state, scanPlain);
  if (char === '\t') return fail(state.at, 'there is a tab where the line is indented', 'indent with spaces');
  return fail(state.at, `nothing can begin with ${char} here`, 'put the text in quotes where it is text');
}

function beginsPlain(state: ScanState, char: string, inFlow: boolean): boolean {
  const code = nextCode(state, 1);
  if (char === '-') return !isBlank(code);
  if (char === '?' || char === ':') return !inFlow && !isBlankOrEnd(code);
  return !isBlank(nextCode(state)) && !/[,[\]{}#&*!|>'"%@`]/.test(char);
}

/** Appends a token of `length` characters, and skips it. */
function takeToken(state: ScanState, kind: TokenKind, length = 1): Token {
  const token = { kind, start: state.at, end: state.at + length };
  state.at += length;
  return token;
}

/** Handles the content outside of every block. */
function scanWithoutBlocks(state: ScanState, scan: (state: ScanState) => Token): void {
  endBlocks(state, -1);
  dropKey(state);
  state.keyAllowed = false;
  state.tokens.push(scan(state));
}

/** Handles a possible key: a text, an alias, or a node with an anchor or a tag. */
function scanContent(state: ScanState, scan: (state: ScanState) => Token): void {
  noteKey(state);
  state.keyAllowed = false;
  const token = scan(state);
  state.tokens.push(token);
}

function openBracket(state: ScanState, bracket: '[' | '{'): void {
  noteKey(state);
  state.keys.push(undefined);
  state.open.push(bracket);
  checkDepth(state);
  state.keyAllowed = true;
  state.tokens.push(takeToken(state, bracket === '[' ? 'list-start' : 'map-start'));
}

function closeBracket(state: ScanState, bracket: ']' | '}'): void {
  dropKey(state);
  if (state.open.pop() !== undefined) state.keys.pop();
  state.keyAllowed = false;
  state.tokens.push(takeToken(state, bracket === ']' ? 'list-end' : 'map-end'));
}

function scanComma(state: ScanState): void {
  dropKey(state);
  state.keyAllowed = true;
  state.tokens.push(takeToken(state, 'comma'));
}

function scanEntry(state: ScanState): void {
  if (state.open.length === 0) {
    if (!state.keyAllowed)
      fail(state.at, 'an item of a list cannot begin here', 'begin it on a line of its own, indented as the others');
    beginBlock(state, columnOf(state), 'block-list');
  }
  dropKey(state);
  state.keyAllowed = true;
  state.tokens.push(takeToken(state, 'entry'));
}

function scanKey(state: ScanState): void {
  if (state.open.length === 0) {
    if (!state.keyAllowed) fail(state.at, 'a key cannot begin here', 'begin it on a line of its own');
    beginBlock(state, columnOf(state), 'block-map');
  }
  dropKey(state);
  state.keyAllowed = state.open.length === 0;
  state.tokens.push(takeToken(state, 'key'));
}

function scanValue(state: ScanState): void {
  const key = validKey(state);
  if (key === undefined) {
    if (state.open.length === 0) {
      if (!state.keyAllowed) {
        const hint =
          'put the text in quotes where the colon is part of it; begin a field of its own on a line of its own';
        fail(state.at, 'there is a colon with a space after it inside a value', hint);
      }
      beginBlock(state, columnOf(state), 'block-map');
    }
    state.keyAllowed = state.open.length === 0;
  } else {
    const { token, start, column } = key;
    state.tokens[token + 1] = { kind: 'key', start, end: start };
    if (state.open.length === 0 && state.indent < column) {
      state.tokens[token] = { kind: 'block-map', start, end: start };
      indentTo(state, column);
    }
    state.keys[state.keys.length - 1] = undefined;
    state.keyAllowed = false;
  }
  state.tokens.push(takeToken(state, 'value'));
}

/** Returns the possible key that ends at this colon: it must begin on the same line, within the limit. */
function validKey(state: ScanState): PossibleKey | undefined {
  const key = state.keys.at(-1);
  if (key === undefined) return undefined;
  if (key.line === state.line && !isTooLong(state.text.slice(key.start, state.at))) return key;
  if (key.required) failWithoutColon(state, key);
  state.keys[state.keys.length - 1] = undefined;
  return undefined;
}

/** Whether a text has more characters than a key may; pairs of surrogates are one. */
function isTooLong(text: string): boolean {
  return text.length > LONGEST_KEY && (text.length > 2 * LONGEST_KEY || Array.from(text).length > LONGEST_KEY);
}

/** A key may begin here: reserves the place of the tokens that a later colon inserts before it. */
function noteKey(state: ScanState): void {
  if (!state.keyAllowed) return;
  dropKey(state);
  const { at: start, line, tokens } = state;
  const column = columnOf(state);
  const required = state.open.length === 0 && state.indent === column;
  state.keys[state.keys.length - 1] = { start, line, column, required, token: tokens.length };
  const nothing = { kind: 'nothing', start, end: start } as const;
  tokens.push({ ...nothing }, { ...nothing });
}

/** The possible key is not a key. */
function dropKey(state: ScanState): void {
  const key = state.keys.at(-1);
  if (key?.required === true) failWithoutColon(state, key);
  state.keys[state.keys.length - 1] = undefined;
}

function failWithoutColon(state: ScanState, { start }: PossibleKey): never {
  let end = start;
  while (end < state.text.length && !isBreak(state.text.charCodeAt(end))) end += 1;
  return fail(
    { start, end },
    'a key is expected here, with a colon and a space after it',
    'indent the line more where it goes on with the text above it; a key is on one line, and has at most 1024 characters',
  );
}

function beginBlock(state: ScanState, column: number, kind: 'block-list' | 'block-map'): void {
  if (state.indent >= column) return;
  indentTo(state, column);
  state.tokens.push({ kind, start: state.at, end: state.at });
}

function indentTo(state: ScanState, column: number): void {
  state.indents.push(state.indent);
  state.indent = column;
  checkDepth(state);
}

/** Ends the blocks that are indented more than a column. */
function endBlocks(state: ScanState, column: number): void {
  if (state.open.length > 0) return;
  while (state.indent > column) {
    state.tokens.push({ kind: 'block-end', start: state.at, end: state.at });
    state.indent = state.indents.pop() ?? -1;
  }
}

function checkDepth({ open, indents, maxDepth, at }: ScanState): void {
  if (open.length + indents.length <= maxDepth) return;
  throw new YamlSyntaxError({
    kind: 'depth',
    message: `this is nested more than ${maxDepth} levels deep`,
    at: { start: at, end: at + 1 },
  });
}
