import { isIpv6Address } from './ip-address.ts';

/** Whether Go's net/url.ParseRequestURI accepts a text: an absolute URI, or an absolute path. */
export function isRequestUri(text: string): boolean {
  if (text === '' || Array.from(text).some((char) => char < ' ' || char === '\u007f')) return false;
  if (text === '*') return true;
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*)?:/.exec(text);
  if (scheme !== null && scheme[1] === undefined) return false;
  const hasScheme = scheme !== null;
  const rest = hasScheme ? text.slice(scheme[0].length) : text;
  const [path = ''] = rest.split('?', 1);
  // Without a slash, the part after the scheme is opaque and may be anything.
  if (!path.startsWith('/')) return hasScheme;
  if (!hasScheme || !path.startsWith('//')) return isEscaped(path);
  const end = path.indexOf('/', 2);
  const authority = path.slice(2, end === -1 ? undefined : end);
  return isAuthority(authority) && isEscaped(end === -1 ? '' : path.slice(end));
}

/** Whether every percent sign is followed by two hexadecimal digits. */
function isEscaped(text: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(text);
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@');
  const user = at === -1 ? '' : authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user) || !isEscaped(user)) return false;
  return isHost(authority.slice(at + 1));
}

function isHost(host: string): boolean {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) return false;
  if (bracket === 0) {
    const end = host.lastIndexOf(']');
    if (end === -1 || !isPort(host.slice(end + 1))) return false;
    const [address = '', ...zone] = host.slice(1, end).split('%25');
    return isIpv6Address(address) && (zone.length === 0 || (zone.join('') !== '' && isEscaped(zone.join(''))));
  }
  const colon = host.lastIndexOf(':');
  if (colon !== -1 && !isPort(host.slice(colon))) return false;
  // A host may escape only bytes outside ASCII, and may contain only the listed punctuation.
  return /^(?:\P{ASCII}|[-A-Za-z0-9._~!$&'()*+,;=:[\]<>"]|%[89a-fA-F][0-9a-fA-F]|%25)*$/u.test(host);
}

const isPort = (text: string): boolean => /^(?::\d*)?$/.test(text);
