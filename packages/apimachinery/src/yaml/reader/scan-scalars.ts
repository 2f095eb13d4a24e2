import { codeAt, END, isBlank, isBlankOrEnd, isBreak, isBreakOrEnd } from './yaml-characters.ts';
import {
  columnOf,
  isAtMarker,
  nextCode,
  type ScanState,
  skipBlanks,
  skipLine,
  takeBreak,
  type Token,
} from './scan-state.ts';
import { fail, YamlSyntaxError } from './yaml-syntax-error.ts';

/** Folds the breaks between two lines of a scalar: one break becomes a space, several lose one. */
function foldBreaks(first: string, more: string): string {
  if (first !== '\n') return first + more;
  return more === '' ? ' ' : more;
}

/**
 * Skips blanks and breaks. Undefined when there is no break: then the blanks belong to the text. `escaped`: the first
 * break was escaped, and does not count.
 */
function takeFold(state: ScanState, escaped = false, beforeBlank?: () => void): string | undefined {
  let first = escaped ? '' : undefined;
  let more = '';
  for (let code = nextCode(state); isBlank(code) || isBreak(code); code = nextCode(state)) {
    if (isBreak(code)) {
      if (first === undefined) first = takeBreak(state);
      else more += takeBreak(state);
    } else {
      if (first !== undefined) beforeBlank?.();
      state.at += 1;
    }
  }
  return first === undefined ? undefined : foldBreaks(first, more);
}

/** Reads a quoted text; the quote is next. Its lines may be indented less than the surrounding block. */
export function scanQuoted(state: ScanState): Token {
  const { text } = state;
  const start = state.at;
  const quote = text.charAt(start);
  let content = '';
  state.at += 1;
  for (;;) {
    if (isAtMarker(state)) {
      fail(
        { start, end: start + 1 },
        `the text that this quote begins is not at its end where the document ends, on line ${state.line + 1}`,
        `write ${quote} after the text`,
      );
    }
    let escapedBreak = false;
    let from = state.at;
    for (;;) {
      const code = nextCode(state);
      if (isBlankOrEnd(code)) break;
      const char = text.charAt(state.at);
      if (char === quote) {
        if (quote === '"' || text.charAt(state.at + 1) !== "'") break;
        content += `${text.slice(from, state.at)}'`;
        state.at += 2;
        from = state.at;
      } else if (quote === '"' && char === '\\') {
        content += text.slice(from, state.at);
        if (isBreak(nextCode(state, 1))) {
          state.at += 1;
          takeBreak(state);
          from = state.at;
          escapedBreak = true;
          break;
        }
        content += takeEscape(state);
        from = state.at;
      } else state.at += 1;
    }
    content += text.slice(from, state.at);
    if (nextCode(state) === END) {
      throw new YamlSyntaxError({
        kind: 'cut',
        message: 'the text that this quote begins has no end',
        hint: `write ${quote} after the text`,
        at: { start, end: start + 1 },
      });
    }
    if (!escapedBreak && text.charAt(state.at) === quote) break;
    const blanks = state.at;
    content += takeFold(state, escapedBreak) ?? text.slice(blanks, state.at);
  }
  state.at += 1;
  return { kind: 'scalar', start, end: state.at, text: content, style: quote === '"' ? 'double' : 'single' };
}

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\u001b',
  ' ': ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
};

const digitsOf: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function takeEscape(state: ScanState): string {
  const { text, at } = state;
  const char = text.charAt(at + 1);
  const known = Object.hasOwn(escapes, char) ? escapes[char] : undefined;
  if (known !== undefined) {
    state.at += 2;
    return known;
  }
  const count = Object.hasOwn(digitsOf, char) ? digitsOf[char] : undefined;
  const way = String.raw`write \\ for a backslash, or put the text in single quotes`;
  if (count === undefined) fail({ start: at, end: at + 2 }, `YAML does not know the escape \\${char}`, way);
  const digits = text.slice(at + 2, at + 2 + count);
  const value = /^[\dA-Fa-f]+$/.test(digits) && digits.length === count ? Number.parseInt(digits, 16) : -1;
  if (value < 0 || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) {
    const message = `\\${char} has to be followed by the ${count} hexadecimal digits of a character`;
    fail({ start: at, end: at + 2 + count }, message, way);
  }
  state.at += 2 + count;
  return String.fromCodePoint(value);
}

/** Reads a plain text. */
export function scanPlain(state: ScanState): Token {
  const { text } = state;
  const start = state.at;
  const indent = state.indent + 1;
  const inFlow = state.open.length > 0;
  let content = '';
  let between = '';
  let end = start;
  let broken = false;
  for (;;) {
    if (isAtMarker(state) || text.charAt(state.at) === '#') break;
    const from = state.at;
    while (!isBlankOrEnd(nextCode(state)) && !endsPlain(state, inFlow)) state.at += 1;
    if (state.at > from) {
      content += between + text.slice(from, state.at);
      end = state.at;
      broken = false;
    }
    const blanks = state.at;
    const code = nextCode(state);
    if (!isBlank(code) && !isBreak(code)) break;
    const fold = takeFold(state, false, () => {
      if (columnOf(state) < indent && nextCode(state) === 0x09)
        fail(state.at, 'there is a tab where the line is indented', 'indent with spaces');
    });
    broken ||= fold !== undefined;
    between = fold ?? text.slice(blanks, state.at);
    if (!inFlow && columnOf(state) < indent) break;
  }
  if (broken) state.keyAllowed = true;
  return { kind: 'scalar', start, end, text: content, style: 'plain' };
}

function endsPlain(state: ScanState, inFlow: boolean): boolean {
  const char = state.text.charAt(state.at);
  if (char === ':') return isBlankOrEnd(nextCode(state, 1));
  return inFlow && /[,?[\]{}]/.test(char);
}

/** Reads a block text; its `|` or `>` is next. */
export function scanBlock(state: ScanState): Token {
  const { text } = state;
  const start = state.at;
  const literal = text.charAt(start) === '|';
  state.at += 1;
  const { chomp, increment } = takeHeader(state, start);
  let indent = increment === 0 ? 0 : Math.max(state.indent, 0) + increment;
  const breaksBefore = (): string => {
    const found = takeIndentation(state, indent);
    if (indent === 0) indent = Math.max(found.widest, state.indent + 1, 1);
    return found.breaks;
  };
  let content = '';
  let lead = '';
  let breaks = breaksBefore();
  let end = state.at;
  let leadingBlank = false;
  while (columnOf(state) === indent && nextCode(state) !== END) {
    const isIndented = isBlank(nextCode(state));
    const folds = !literal && !leadingBlank && !isIndented && lead === '\n';
    content += folds ? foldBreaks(lead, breaks) : lead + breaks;
    leadingBlank = isIndented;
    const from = state.at;
    skipLine(state);
    end = state.at;
    content += text.slice(from, end);
    lead = nextCode(state) === END ? '' : takeBreak(state);
    breaks = breaksBefore();
  }
  if (chomp !== '-') content += lead;
  if (chomp === '+') content += breaks;
  return { kind: 'scalar', start, end, text: content, style: literal ? 'literal' : 'folded' };
}

function takeHeader(state: ScanState, start: number): { chomp: string; increment: number } {
  const { text } = state;
  const [header, before = '', digit = '', after = ''] =
    /^([-+]?)([0-9]?)([-+]?)/.exec(text.slice(state.at, state.at + 3)) ?? [];
  // The sign comes before or after the digit.
  const used = before !== '' || digit === '' ? before.length + digit.length : (header ?? '').length;
  state.at += used;
  if (digit === '0') fail(state.at - 1, 'the indentation cannot be 0', 'leave the number out');
  skipBlanks(state);
  if (nextCode(state) === 0x23) skipLine(state);
  if (!isBreakOrEnd(nextCode(state))) {
    const mark = text.charAt(start);
    fail(
      state.at,
      `after ${mark} the line can only have its indicators and a comment`,
      `begin the text on the next line, indented; or put it in quotes`,
    );
  }
  if (nextCode(state) !== END) takeBreak(state);
  return { chomp: before === '' ? after : before, increment: Number(digit) };
}

/** Skips empty lines, and the indentation of the next line. */
function takeIndentation(state: ScanState, indent: number): { breaks: string; widest: number } {
  let breaks = '';
  let widest = 0;
  for (;;) {
    const limit = indent === 0 ? Infinity : indent;
    while (columnOf(state) < limit && nextCode(state) === 0x20) state.at += 1;
    widest = Math.max(widest, columnOf(state));
    if (columnOf(state) < limit && nextCode(state) === 0x09)
      fail(state.at, 'there is a tab where the line is indented', 'indent with spaces');
    if (!isBreak(codeAt(state.text, state.at))) return { breaks, widest };
    breaks += takeBreak(state);
  }
}
