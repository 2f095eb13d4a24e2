import { quoteString } from '../codec/go-format.ts';
import { parseAddress } from './address.ts';
import { escape, isEscapedPath, type UrlPart, unescape, UrlError } from './url-escapes.ts';

/**
 * A URL, as Go's net/url has it. Texts have a character for each byte of UTF-8, because what is escaped may be any
 * bytes.
 */
export interface ParsedUrl {
  readonly scheme: string;
  readonly opaque: string;
  readonly user: { readonly name: string; readonly password?: string } | undefined;
  readonly host: string;
  readonly path: string;
  /** The path as it was written, if it could be written otherwise. */
  readonly rawPath: string;
  readonly query: string;
  /** Whether there is a question mark, and nothing after it. */
  readonly hasEmptyQuery: boolean;
  /** Whether a scheme is followed by a path at once: `file:/a`. */
  readonly omitsHost: boolean;
  readonly fragment: string;
}

/** Reads a URL as Go's url.ParseRequestURI does: there is no fragment. Throws a {@link UrlError}. */
export function parseRequestUrl(text: string): ParsedUrl {
  return named(text, () => parse(text, true));
}

/** Reads a URL as Go's url.Parse does. Throws a {@link UrlError}. */
export function parseUrl(text: string): ParsedUrl {
  const [before, fragment = ''] = cut(text, '#');
  const url = named(before, () => parse(before, false));
  return fragment === '' ? url : named(text, () => ({ ...url, fragment: unescape(fragment, 'fragment') }));
}

/** Adds to errors what was read. */
function named(text: string, read: () => ParsedUrl): ParsedUrl {
  try {
    return read();
  } catch (error) {
    if (error instanceof UrlError) throw new UrlError(`parse ${quoteString(textOf(text))}: ${error.message}`);
    throw error;
  }
}

/** Whether a text has a byte for each character. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
}

/** The bytes of a text, each as a character. */
export function bytesOf(text: string): string {
  if (isAscii(text)) return text;
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

/** The text of bytes, each of which is a character. */
export function textOf(bytes: string): string {
  if (isAscii(bytes)) return bytes;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

function cut(text: string, separator: string): [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

const emptyUrl = {
  scheme: '',
  opaque: '',
  user: undefined,
  host: '',
  path: '',
  rawPath: '',
  query: '',
  hasEmptyQuery: false,
  omitsHost: false,
  fragment: '',
};

function parse(text: string, isRequest: boolean): ParsedUrl {
  if (hasControl(text)) throw new UrlError('net/url: invalid control character in URL');
  if (text === '' && isRequest) throw new UrlError('empty url');
  if (text === '*') return { ...emptyUrl, path: '*' };
  const [scheme, afterScheme] = readScheme(text);
  const [rest, query = ''] = cut(afterScheme, '?');
  const start = { ...emptyUrl, scheme, query, hasEmptyQuery: query === '' && afterScheme.includes('?') };
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...start, opaque: rest };
    if (isRequest) throw new UrlError('invalid URI for request');
    if (cut(rest, '/')[0].includes(':')) throw new UrlError('first path segment in URL cannot contain colon');
  }
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || (!isRequest && !rest.startsWith('///')));
  if (!hasAuthority) return { ...start, omitsHost: scheme !== '', ...readPath(rest) };
  const slash = rest.indexOf('/', 2);
  const authority = readAuthority(scheme, rest.slice(2, slash === -1 ? undefined : slash));
  return { ...start, ...authority, ...readPath(slash === -1 ? '' : rest.slice(slash)) };
}

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

function readScheme(text: string): [scheme: string, rest: string] {
  if (text.startsWith(':')) throw new UrlError('missing protocol scheme');
  const found = /^([a-zA-Z][a-zA-Z\d+.-]*):/.exec(text)?.[1];
  return found === undefined ? ['', text] : [found.toLowerCase(), text.slice(found.length + 1)];
}

function readPath(text: string): Pick<ParsedUrl, 'path' | 'rawPath'> {
  const path = unescape(text, 'path');
  return { path, rawPath: escape(path, 'path') === text ? '' : text };
}

function readAuthority(scheme: string, text: string): Pick<ParsedUrl, 'host' | 'user'> {
  const at = text.lastIndexOf('@');
  const host = readHost(scheme, text.slice(at + 1));
  if (at === -1) return { host, user: undefined };
  const [name, password] = cut(text.slice(0, at), ':');
  if (!/^[A-Za-z\d\-._:~!$&'()*+,;=%@]*$/.test(text.slice(0, at))) throw new UrlError('net/url: invalid userinfo');
  const user = { name: unescape(name, 'user') };
  return { host, user: password === undefined ? user : { ...user, password: unescape(password, 'user') } };
}

function readHost(scheme: string, host: string): string {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) throw new UrlError('invalid IP-literal');
  if (bracket === 0) return readLiteral(host);
  const first = host.indexOf(':');
  if (first !== -1) {
    const isStrict = scheme === 'http' || scheme === 'https';
    checkPort(host.slice(isStrict ? first : host.lastIndexOf(':')));
  }
  return unescape(host, 'host');
}

function checkPort(text: string): void {
  if (!/^(?::\d*)?$/.test(text)) throw new UrlError(`invalid port ${quoteString(textOf(text))} after host`);
}

/** Reads an address in brackets, and a port. */
function readLiteral(host: string): string {
  const end = host.lastIndexOf(']');
  if (end === -1) throw new UrlError("missing ']' in host");
  checkPort(host.slice(end + 1));
  const name = host.slice(1, end);
  const zone = name.indexOf('%25');
  const [address, rest] = zone === -1 ? [name, ''] : [name.slice(0, zone), name.slice(zone)];
  const read = `${unescape(address, 'host')}${unescape(rest, 'zone')}`;
  const found = parseAddress(textOf(read));
  if (typeof found === 'string') throw new UrlError(`invalid host: ${found}`);
  if (found.bytes.length === 4) throw new UrlError('invalid IP-literal');
  return `[${read}]${host.slice(end + 1)}`;
}

/** The path as it is written. */
export function escapedPath({ path, rawPath }: ParsedUrl): string {
  if (rawPath !== '' && isEscapedPath(rawPath)) return rawPath;
  return path === '*' ? '*' : escape(path, 'path');
}

/** Name and port of a host, without brackets. */
export function splitHost(host: string): [name: string, port: string] {
  const colon = host.lastIndexOf(':');
  const hasPort = colon !== -1 && /^\d*$/.test(host.slice(colon + 1));
  const name = hasPort ? host.slice(0, colon) : host;
  const plain = name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
  return [plain, hasPort ? host.slice(colon + 1) : ''];
}

/** The whole URL, in the form in which URLs are compared. */
export function printUrl(url: ParsedUrl): string {
  const part = (text: string, kind: UrlPart): string => escape(text, kind);
  const scheme = url.scheme === '' ? '' : `${url.scheme}:`;
  const query = url.hasEmptyQuery || url.query !== '' ? `?${url.query}` : '';
  const fragment = url.fragment === '' ? '' : `#${part(url.fragment, 'fragment')}`;
  if (url.opaque !== '') return `${scheme}${url.opaque}${query}${fragment}`;
  const path = escapedPath(url);
  const user = url.user === undefined ? '' : `${printUser(url.user)}@`;
  const hasHost = url.host !== '' || url.user !== undefined;
  const slashes = hasHost || (url.scheme !== '' && !url.omitsHost && url.path !== '') ? '//' : '';
  return `${scheme}${slashes}${user}${part(url.host, 'host')}${path}${query}${fragment}`;
}

function printUser({ name, password }: NonNullable<ParsedUrl['user']>): string {
  return password === undefined ? escape(name, 'user') : `${escape(name, 'user')}:${escape(password, 'user')}`;
}
