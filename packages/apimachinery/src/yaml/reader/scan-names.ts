import { isBlank, isBlankOrEnd, isBreak, isBreakOrEnd, isWordCharacter } from './yaml-characters.ts';
import { nextCode, type ScanState, skipBlanks, skipLine, takeBreak, type Token } from './scan-state.ts';
import { fail } from './yaml-syntax-error.ts';

/** Reads `&name` or `*name`. */
export function scanAnchor(state: ScanState, kind: 'anchor' | 'alias'): Token {
  const start = state.at;
  state.at += 1;
  const name = takeWord(state);
  if (name === '' || !(isBlankOrEnd(nextCode(state)) || '?:,]}%@`'.includes(state.text.charAt(state.at)))) {
    fail(
      { start, end: Math.max(state.at, start + 1) },
      `${kind === 'anchor' ? '&' : '*'} begins the name of an anchor, of letters, digits, _ and -`,
      'put the text in quotes where it is text',
    );
  }
  return { kind, start, end: state.at, text: name };
}

/** Reads a tag: `!`, `!name`, `!!name`, `!handle!name` or `!<name in full>`. */
export function scanTag(state: ScanState): Token {
  const start = state.at;
  const { handle, suffix } = takeTag(state, start);
  if (!isBlankOrEnd(nextCode(state))) failTag(state, start);
  return { kind: 'tag', start, end: state.at, text: suffix, handle };
}

function takeTag(state: ScanState, start: number): { handle: string; suffix: string } {
  if (state.text.startsWith('!<', start)) {
    state.at += 2;
    const suffix = takeUri(state, start);
    if (suffix === '' || state.text.charAt(state.at) !== '>') failTag(state, start);
    state.at += 1;
    return { handle: '', suffix };
  }
  const handle = takeHandle(state);
  if (handle.length > 1 && handle.endsWith('!')) {
    const suffix = takeUri(state, start);
    if (suffix === '') failTag(state, start);
    return { handle, suffix };
  }
  const suffix = handle.slice(1) + takeUri(state, start);
  return suffix === '' ? { handle: '', suffix: '!' } : { handle: '!', suffix };
}

function takeHandle(state: ScanState): string {
  const start = state.at;
  state.at += 1;
  takeWord(state);
  if (state.text.charAt(state.at) === '!') state.at += 1;
  return state.text.slice(start, state.at);
}

/** Characters of a tag other than words and escapes. */
const URI_CHARACTER = /[;/?:@&=+$,.!~*'()[\]]/;

function takeUri(state: ScanState, start: number): string {
  const { text } = state;
  const from = state.at;
  for (;;) {
    const char = text.charAt(state.at);
    if (isWordCharacter(nextCode(state)) || URI_CHARACTER.test(char)) state.at += 1;
    else if (char === '%' && /^%[\dA-Fa-f]{2}$/.test(text.slice(state.at, state.at + 3))) state.at += 3;
    else if (char === '%') failTag(state, start);
    else break;
  }
  try {
    return decodeURIComponent(text.slice(from, state.at));
  } catch {
    // Escapes of bytes that are not UTF-8.
    return failTag(state, start);
  }
}

function failTag(state: ScanState, start: number): never {
  return fail(
    { start, end: Math.max(state.at, start + 1) },
    'this is not a YAML tag',
    'put the text in quotes: a text that begins with ! needs them',
  );
}

function takeWord(state: ScanState): string {
  const start = state.at;
  while (isWordCharacter(nextCode(state))) state.at += 1;
  return state.text.slice(start, state.at);
}

/** Reads a line that begins with `%`. */
export function scanDirective(state: ScanState): Token {
  const start = state.at;
  state.at += 1;
  const name = takeWord(state);
  if (!isBlankOrEnd(nextCode(state)) || (name !== 'YAML' && name !== 'TAG')) {
    const message = 'a line that begins with % is a directive, and YAML has %YAML and %TAG';
    fail({ start, end: Math.max(state.at, start + 1) }, message, 'put the text in quotes where it is text');
  }
  skipBlanks(state);
  const token: Token = name === 'YAML' ? takeVersion(state, start) : takeTagDirective(state, start);
  skipBlanks(state);
  if (nextCode(state) === 0x23) skipLine(state);
  if (!isBreakOrEnd(nextCode(state))) failDirective(state, start);
  if (isBreak(nextCode(state))) takeBreak(state);
  return token;
}

function takeVersion(state: ScanState, start: number): Token {
  const [version = '', major, minor] =
    /^([0-9]{1,2})\.([0-9]{1,2})/.exec(state.text.slice(state.at, state.at + 6)) ?? [];
  if (version === '') failDirective(state, start);
  state.at += version.length;
  return { kind: 'version', start, end: state.at, text: `${Number(major)}.${Number(minor)}` };
}

function takeTagDirective(state: ScanState, start: number): Token {
  if (state.text.charAt(state.at) !== '!') failDirective(state, start);
  const handle = takeHandle(state);
  if ((handle.length > 1 && !handle.endsWith('!')) || !isBlank(nextCode(state))) failDirective(state, start);
  skipBlanks(state);
  const prefix = takeUri(state, start);
  if (prefix === '' || !isBlankOrEnd(nextCode(state))) failDirective(state, start);
  return { kind: 'tag-directive', start, end: state.at, text: prefix, handle };
}

function failDirective(state: ScanState, start: number): never {
  const message = 'this is not a YAML directive: expected %YAML 1.1, or %TAG !handle! prefix';
  return fail({ start, end: Math.max(state.at, start + 1) }, message, 'remove the line: manifests need none');
}
