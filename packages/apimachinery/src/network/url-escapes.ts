import { quoteString } from '../codec/go-format.ts';

/** Why a text is not a URL, in Go's words. */
export class UrlError extends Error {
  override readonly name = 'UrlError';
}

/** A part of a URL, in which other characters stand for themselves. */
export type UrlPart = 'fragment' | 'host' | 'path' | 'query' | 'user' | 'zone';

const allowed: Readonly<Record<UrlPart, RegExp>> = {
  fragment: /[-\w.~!$&()*+,/:;=?@]/,
  host: /[-\w.~!"$&'()*+,:;<=>[\]]/,
  path: /[-\w.~$&+,/:;=@]/,
  query: /[-\w.~]/,
  user: /[-\w.~$&+,;=]/,
  zone: /[-\w.~!"$&'()*+,:;<=>[\]]/,
};

/** Texts in which every character stands for itself. */
const plain: Readonly<Record<UrlPart, RegExp>> = {
  fragment: /^[-\w.~!$&()*+,/:;=?@]*$/,
  host: /^[-\w.~!"$&'()*+,:;<=>[\]]*$/,
  path: /^[-\w.~$&+,/:;=@]*$/,
  query: /^[-\w.~]*$/,
  user: /^[-\w.~$&+,;=]*$/,
  zone: /^[-\w.~!"$&'()*+,:;<=>[\]]*$/,
};

const isAllowed = (byte: string, part: UrlPart): boolean => allowed[part].test(byte);

/** Escapes what does not stand for itself. A character is a byte. */
export function escape(bytes: string, part: UrlPart): string {
  if (plain[part].test(bytes)) return bytes;
  return Array.from(bytes, (byte) =>
    isAllowed(byte, part) ? byte : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

/** Replaces escapes by what they stand for. A character is a byte. Throws a {@link UrlError}. */
export function unescape(bytes: string, part: UrlPart): string {
  if (plain[part].test(bytes)) return bytes;
  let text = '';
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes.charAt(at);
    if (byte === '%') {
      text += readEscape(bytes.slice(at, at + 3), part);
      at += 2;
    } else if (byte === '+' && part === 'query') {
      text += ' ';
    } else {
      if ((part === 'host' || part === 'zone') && byte < '\u0080' && !isAllowed(byte, part))
        throw new UrlError(`invalid character ${quoteString(byte)} in host name`);
      text += byte;
    }
  }
  return text;
}

function readEscape(escaped: string, part: UrlPart): string {
  const wrong = (): UrlError => new UrlError(`invalid URL escape ${quoteString(latin1(escaped))}`);
  if (!/^%[\da-fA-F]{2}$/.test(escaped)) throw wrong();
  const code = Number.parseInt(escaped.slice(1), 16);
  const byte = String.fromCharCode(code);
  if (part === 'host' && code < 0x80 && escaped !== '%25') throw wrong();
  if (part === 'zone' && escaped !== '%25' && byte !== ' ' && !isAllowed(byte, 'host')) throw wrong();
  return byte;
}

/** Bytes as a text, as far as they are one. */
function latin1(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

/** Whether a path has no character that would have to be escaped. */
export function isEscapedPath(bytes: string): boolean {
  return /^[-\w.~$&+,/:;=@!'()*[\]%]*$/.test(bytes);
}
