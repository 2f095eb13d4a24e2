import { endOfQuoted } from './end-of-quoted.ts';

/** What a token is: its text where that says all, else one of the words. */
export type TokenKind =
  | Punctuation
  | 'in'
  | 'true'
  | 'false'
  | 'null'
  | 'identifier'
  | 'escaped identifier'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'end'
  | 'unknown';

const punctuation = [
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '<',
  '>',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  '.',
  ',',
  '-',
  '!',
  '?',
  ':',
  '+',
  '*',
  '/',
  '%',
] as const;
type Punctuation = (typeof punctuation)[number];

/** A part of an expression, by its place in the text. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

/** The token at or after a place. The grammar is that of cel-go (`parser/gen/CEL.g4`). */
export function readToken(text: string, from: number): Token {
  const start = skipSpace(text, from);
  if (start >= text.length) return { kind: 'end', start, end: start };
  return (
    readQuoted(text, start) ??
    readWord(text, start) ??
    readNumber(text, start) ??
    readEscapedIdentifier(text, start) ??
    readPunctuation(text, start) ?? { kind: 'unknown', start, end: start + 1 }
  );
}

/** The place after spaces and comments. */
function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (isSpace(text.charCodeAt(at))) at += 1;
    else if (text.startsWith('//', at)) {
      const end = text.indexOf('\n', at);
      at = end === -1 ? text.length : end;
    } else break;
  }
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;
}

/** A string or bytes, with the prefixes `r`, `b` and `br`. */
function readQuoted(text: string, start: number): Token | undefined {
  let quote = start;
  const isBytes = isLetter(text, quote, 'b');
  if (isBytes) quote += 1;
  const isRaw = isLetter(text, quote, 'r');
  if (isRaw) quote += 1;
  if (text[quote] !== '"' && text[quote] !== "'") return undefined;
  const end = endOfQuoted(text, quote, isRaw);
  if (end === undefined) return { kind: 'unknown', start, end: quote + 1 };
  return { kind: isBytes ? 'bytes' : 'string', start, end };
}

function isLetter(text: string, at: number, letter: string): boolean {
  return text[at] === letter || text[at] === letter.toUpperCase();
}

function readWord(text: string, start: number): Token | undefined {
  let end = start;
  while (isWordPart(text.charCodeAt(end)) && (end > start || !isDigit(text.charCodeAt(end)))) end += 1;
  if (end === start) return undefined;
  const word = text.slice(start, end);
  const isKeyword = word === 'in' || word === 'true' || word === 'false' || word === 'null';
  return { kind: isKeyword ? word : 'identifier', start, end };
}

function isWordPart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || isDigit(code);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46);
}

function readNumber(text: string, start: number): Token | undefined {
  const whole = skipDigits(text, start);
  if (text.startsWith('0x', start) && isHexDigit(text.charCodeAt(start + 2))) {
    let end = start + 2;
    while (isHexDigit(text.charCodeAt(end))) end += 1;
    return integerToken(text, start, end);
  }
  const fraction = text[whole] === '.' ? skipDigits(text, whole + 1) : whole;
  const hasFraction = fraction > whole + 1;
  if (whole === start && !hasFraction) return undefined;
  const mantissa = hasFraction ? fraction : whole;
  const end = skipExponent(text, mantissa);
  if (hasFraction || end > mantissa) return { kind: 'double', start, end };
  return integerToken(text, start, whole);
}

function integerToken(text: string, start: number, end: number): Token {
  return isLetter(text, end, 'u') ? { kind: 'uint', start, end: end + 1 } : { kind: 'int', start, end };
}

function skipDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

/** The place after an exponent, or the same place if there is none. */
function skipExponent(text: string, from: number): number {
  if (!isLetter(text, from, 'e')) return from;
  const digits = text[from + 1] === '+' || text[from + 1] === '-' ? from + 2 : from + 1;
  const end = skipDigits(text, digits);
  return end > digits ? end : from;
}

function readEscapedIdentifier(text: string, start: number): Token | undefined {
  if (text[start] !== '`') return undefined;
  let end = start + 1;
  while (isWordPart(text.charCodeAt(end)) || '.-/ '.includes(text[end] ?? '`')) end += 1;
  return text[end] === '`' && end > start + 1 ? { kind: 'escaped identifier', start, end: end + 1 } : undefined;
}

function readPunctuation(text: string, start: number): Token | undefined {
  const kind = punctuation.find((each) => text.startsWith(each, start));
  return kind === undefined ? undefined : { kind, start, end: start + kind.length };
}
