const simple: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};

const ESCAPE = /\\(?:([abfnrtv\\"])|x([0-9a-fA-F]{2})|([0-7]{3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/y;

/** The value of a Go string literal, in double quotes or raw (in backticks); undefined for an invalid one. */
export function unquote(literal: string): string | undefined {
  if (literal.startsWith('`')) return literal.slice(1, -1).replaceAll('\r', '');
  const body = literal.slice(1, -1);
  // \x and octal escapes are bytes, so text with one is decoded from bytes.
  const parts: (string | number)[] = [];
  for (let offset = 0; offset < body.length;) {
    const character = body.charAt(offset);
    if (character !== '\\') {
      parts.push(character);
      offset++;
      continue;
    }
    ESCAPE.lastIndex = offset;
    const match = ESCAPE.exec(body);
    if (match === null) return undefined;
    const [whole, letter, hex, octal, short, long] = match;
    const point = short ?? long;
    if (letter !== undefined) parts.push(simple[letter] ?? letter);
    else if (hex !== undefined) parts.push(Number.parseInt(hex, 16));
    else if (octal !== undefined) parts.push(Number.parseInt(octal, 8));
    else if (point !== undefined) {
      const code = Number.parseInt(point, 16);
      if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
      parts.push(String.fromCodePoint(code));
    }
    offset += whole.length;
  }
  if (parts.some((part) => typeof part === 'number' && part > 0xff)) return undefined;
  return join(parts);
}

function join(parts: readonly (string | number)[]): string {
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  const text = (from: number, to: number): Uint8Array => new TextEncoder().encode(parts.slice(from, to).join(''));
  const chunks: Uint8Array[] = [];
  let start = 0;
  parts.forEach((part, index) => {
    if (typeof part === 'string') return;
    chunks.push(text(start, index), Uint8Array.of(part));
    start = index + 1;
  });
  chunks.push(text(start, parts.length));
  return new TextDecoder().decode(Buffer.concat(chunks));
}
