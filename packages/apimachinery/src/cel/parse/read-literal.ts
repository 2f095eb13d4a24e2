import { type ReadLiteral, unescapeBytes, unescapeString } from './unescape.ts';
import type { TokenKind } from './read-token.ts';

/** Reads the constant that a token is. A number may have a sign. Undefined: the token is not a constant. */
export function readLiteral(kind: TokenKind, text: string): ReadLiteral | undefined {
  switch (kind) {
    case 'null':
      return { type: 'null' };
    case 'true':
    case 'false':
      return { type: 'bool', value: kind === 'true' };
    case 'int':
      return readInt(text);
    case 'uint':
      return readUint(text.slice(0, -1));
    case 'double':
      return readDouble(text);
    case 'string':
      return unescapeString(text);
    case 'bytes':
      return unescapeBytes(text.slice(1));
    default:
      return undefined;
  }
}

const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;
/** More digits than any integer has, leading zeros aside. */
const MAX_DIGITS = 24;

function readInt(text: string): ReadLiteral {
  const isNegative = text.startsWith('-');
  const size = readDigits(isNegative ? text.slice(1) : text);
  if (size === undefined || size > (isNegative ? MAX_INT + 1n : MAX_INT)) return { problem: 'invalid int literal' };
  return { type: 'int', value: exact(isNegative ? -size : size) };
}

function readUint(text: string): ReadLiteral {
  const value = readDigits(text);
  if (value === undefined || value > MAX_UINT) return { problem: 'invalid uint literal' };
  return { type: 'uint', value: exact(value) };
}

function readDigits(text: string): bigint | undefined {
  const isHex = text.startsWith('0x');
  const digits = (isHex ? text.slice(2) : text).replace(/^0+/, '');
  // A conversion of more digits would take time with the square of their number.
  if (digits.length > MAX_DIGITS) return undefined;
  return BigInt(`${isHex ? '0x' : ''}0${digits}`);
}

function exact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function readDouble(text: string): ReadLiteral {
  const value = Number(text);
  return Number.isFinite(value) ? { type: 'double', value } : { problem: 'invalid double literal' };
}
