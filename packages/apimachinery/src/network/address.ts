import { quoteString } from '../codec/go-format.ts';

/** An address: its 4 or 16 bytes, and a zone if it was written with one. */
export interface Address {
  readonly bytes: Uint8Array;
  readonly zone: string;
}

/** Why a text is not an address, in Go's words. */
class AddressError extends Error {
  override readonly name = 'AddressError';

  constructor(text: string, reason: string, rest = '') {
    super(`ParseAddr(${quoteString(text)}): ${reason}${rest === '' ? '' : ` (at ${quoteString(rest)})`}`);
  }
}

/** Reads an address as Go's netip.ParseAddr does; the reason if it is not one. */
export function parseAddress(text: string): Address | string {
  try {
    return readAddress(text);
  } catch (error) {
    if (error instanceof AddressError) return error.message;
    throw error;
  }
}

function readAddress(text: string): Address {
  switch (/[.:%]/.exec(text)?.[0]) {
    case '.':
      return { bytes: Uint8Array.from(readIpv4(text, text)), zone: '' };
    case ':':
      return readIpv6(text);
    case '%':
      throw new AddressError(text, 'missing IPv6 address');
    default:
      throw new AddressError(text, 'unable to parse IP');
  }
}

function readIpv4(whole: string, text: string): number[] {
  const fields = [0];
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const value = fields.at(-1) ?? 0;
    if (character >= '0' && character <= '9') {
      if (digits === 1 && value === 0) throw new AddressError(whole, 'IPv4 field has octet with leading zero');
      fields[fields.length - 1] = value * 10 + Number(character);
      digits += 1;
      if ((fields.at(-1) ?? 0) > 255) throw new AddressError(whole, 'IPv4 field has value >255');
    } else if (character === '.') {
      if (at === 0 || at === text.length - 1 || text[at - 1] === '.')
        throw new AddressError(whole, 'IPv4 field must have at least one digit', text.slice(at));
      if (fields.length === 4) throw new AddressError(whole, 'IPv4 address too long');
      fields.push(0);
      digits = 0;
    } else {
      throw new AddressError(whole, 'unexpected character', text.slice(at));
    }
  }
  if (fields.length < 4) throw new AddressError(whole, 'IPv4 address too short');
  return fields;
}

function readIpv6(whole: string): Address {
  const percent = whole.indexOf('%');
  const zone = percent === -1 ? '' : whole.slice(percent + 1);
  if (percent !== -1 && zone === '') throw new AddressError(whole, 'zone must be a non-empty string');
  const bytes: number[] = [];
  let ellipsis = -1;
  let rest = percent === -1 ? whole : whole.slice(0, percent);
  if (rest.startsWith('::')) {
    ellipsis = 0;
    rest = rest.slice(2);
    if (rest === '') return { bytes: new Uint8Array(16), zone };
  }
  while (bytes.length < 16) {
    const digits = readGroup(whole, rest);
    if (rest[digits.length] === '.') {
      bytes.push(...readEmbedded(whole, rest, bytes.length, ellipsis));
      rest = '';
      break;
    }
    const value = Number.parseInt(digits, 16);
    bytes.push(value >> 8, value & 0xff);
    rest = rest.slice(digits.length);
    if (rest === '') break;
    rest = readColon(whole, rest);
    if (!rest.startsWith(':')) continue;
    if (ellipsis >= 0) throw new AddressError(whole, 'multiple :: in address', rest);
    ellipsis = bytes.length;
    rest = rest.slice(1);
    if (rest === '') break;
  }
  if (rest !== '') throw new AddressError(whole, 'trailing garbage after address', rest);
  return { bytes: expanded(whole, bytes, ellipsis), zone };
}

function readGroup(whole: string, rest: string): string {
  const digits = /^[\da-fA-F]*/.exec(rest)?.[0] ?? '';
  if (digits.length > 4) throw new AddressError(whole, 'each group must have 4 or less digits', rest);
  if (digits === '') throw new AddressError(whole, 'each colon-separated field must have at least one digit', rest);
  return digits;
}

function readColon(whole: string, rest: string): string {
  if (!rest.startsWith(':')) throw new AddressError(whole, 'unexpected character, want colon', rest);
  if (rest === ':') throw new AddressError(whole, 'colon must be followed by more characters', rest);
  return rest.slice(1);
}

function readEmbedded(whole: string, rest: string, length: number, ellipsis: number): number[] {
  if (ellipsis < 0 && length !== 12)
    throw new AddressError(whole, 'embedded IPv4 address must replace the final 2 fields of the address', rest);
  if (length + 4 > 16)
    throw new AddressError(whole, 'too many hex fields to fit an embedded IPv4 at the end of the address', rest);
  return readIpv4(whole, rest);
}

function expanded(whole: string, bytes: readonly number[], ellipsis: number): Uint8Array {
  if (bytes.length === 16) {
    if (ellipsis >= 0) throw new AddressError(whole, 'the :: must expand to at least one field of zeros');
    return Uint8Array.from(bytes);
  }
  if (ellipsis < 0) throw new AddressError(whole, 'address string too short');
  const full = new Uint8Array(16);
  full.set(bytes.slice(0, ellipsis));
  full.set(bytes.slice(ellipsis), 16 - (bytes.length - ellipsis));
  return full;
}

/** Whether an address of version 6 stands for one of version 4: `::ffff:10.0.0.1`. */
export function isMappedIpv4({ bytes }: Address): boolean {
  return (
    bytes.length === 16 && bytes[10] === 0xff && bytes[11] === 0xff && bytes.slice(0, 10).every((byte) => byte === 0)
  );
}

/** An address in its canonical form. It is not one of version 4 in version 6, and has no zone. */
export function formatAddress({ bytes }: Address): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, index) => ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0));
  const zeros = longestZeros(groups);
  const print = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  if (zeros === undefined) return print(groups);
  return `${print(groups.slice(0, zeros.start))}::${print(groups.slice(zeros.end))}`;
}

/** The first of the longest runs of at least two zeros. */
function longestZeros(groups: readonly number[]): { readonly start: number; readonly end: number } | undefined {
  let found: { readonly start: number; readonly end: number } | undefined;
  for (let start = 0; start < groups.length; start += 1) {
    let end = start;
    while (groups[end] === 0) end += 1;
    if (end - start >= 2 && (found === undefined || end - start > found.end - found.start)) found = { start, end };
  }
  return found;
}
