import { YamlError } from './yaml-error.ts';

/** The line breaks of YAML 1.1 besides LF and CRLF; each is one character, so that replacing it moves no offset. */
const LINE_BREAK = /\r(?!\n)|\u0085/g;

/**
 * Decodes the bytes of a YAML document as Go's library does: UTF-16 if it begins with its byte order mark, else UTF-8;
 * lines that end with CR or NEL end with LF instead. Throws a {@link YamlError} for bytes that are not text.
 */
export function yamlText(bytes: Uint8Array): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const text = mark === 0xfffe ? utf16(bytes, true) : mark === 0xfeff ? utf16(bytes, false) : utf8(bytes);
  return text.replace(LINE_BREAK, '\n');
}

function utf16(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const unitAt = (at: number): number => (at + 1 < bytes.length ? view.getUint16(at, littleEndian) : -1);
  for (let at = 2; at < bytes.length; at += 2) {
    const unit = unitAt(at);
    if (unit < 0) throw new YamlError('yaml: incomplete UTF-16 character');
    if ((unit & 0xfc00) === 0xdc00) throw new YamlError('yaml: unexpected low surrogate area');
    if ((unit & 0xfc00) !== 0xd800) continue;
    at += 2;
    if (at + 1 >= bytes.length) throw new YamlError('yaml: incomplete UTF-16 surrogate pair');
    if ((unitAt(at) & 0xfc00) !== 0xdc00) throw new YamlError('yaml: expected low surrogate area');
  }
  return new TextDecoder(littleEndian ? 'utf-16le' : 'utf-16be').decode(bytes);
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new YamlError(`yaml: ${utf8Problem(bytes)}`, { cause });
  }
}

/** Returns the message about the first bytes that are not UTF-8. */
function utf8Problem(bytes: Uint8Array): string {
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : lead >> 5 === 6 ? 2 : lead >> 4 === 14 ? 3 : lead >> 3 === 30 ? 4 : 0;
    if (length === 0) return 'invalid leading UTF-8 octet';
    if (at + length > bytes.length) return 'incomplete UTF-8 octet sequence';
    for (let next = at + 1; next < at + length; next += 1)
      if ((bytes[next] ?? 0) >> 6 !== 2) return 'invalid trailing UTF-8 octet';
    at += length;
  }
  // What remains is an overlong encoding, or does not encode a character.
  return 'invalid length of a UTF-8 sequence';
}
