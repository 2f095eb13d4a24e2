import { escapePath, joinPaths, withEndSlash } from './go-path.ts';

/** The page of a proxied response, whose references are rewritten. */
export interface ProxiedPage {
  /** The path of the proxy, below which the target's own paths are. */
  readonly base: string;
  /** The target's `HOST:PORT`. */
  readonly host: string;
  /** The host of the client's request. */
  readonly requestHost: string;
}

/** The parts of a URL, as Go's parser splits it. */
interface UrlParts {
  readonly scheme: string;
  /** Empty: none. */
  readonly authority: string;
  readonly path: string;
  /** Query and fragment with their marks. */
  readonly rest: string;
}

/** Splits a URL. Undefined for one without a path, such as `mailto:x`, and for other texts. */
function split(text: string): UrlParts | undefined {
  if (/[^!-\u{10ffff}]|\u007f/u.test(text) || /%(?![0-9a-f]{2})/i.test(text)) return undefined;
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1] ?? '';
  const afterScheme = scheme === '' ? text : text.slice(scheme.length + 1);
  if (scheme !== '' && !afterScheme.startsWith('/')) return undefined;
  const end = afterScheme.search(/[?#]/);
  const [place, rest] = end < 0 ? [afterScheme, ''] : [afterScheme.slice(0, end), afterScheme.slice(end)];
  if (!place.startsWith('//')) return { scheme, authority: '', path: place, rest };
  const slash = place.indexOf('/', 2);
  const [authority, path] = slash < 0 ? [place.slice(2), ''] : [place.slice(2, slash), place.slice(slash)];
  return { scheme, authority, path, rest };
}

/**
 * Rewrites a URL of a proxied response so that it leads through the proxy, if it has a whole path of the same host.
 * All other texts are returned as they are.
 */
export function rewriteUrl(text: string, { base, host, requestHost }: ProxiedPage): string {
  const url = split(text);
  if (!url) return text;
  const { scheme, authority, path, rest } = url;
  const isDifferentHost = authority !== '' && authority !== host && authority !== requestHost;
  if (isDifferentHost || !path.startsWith('/')) return text;
  const prefix =
    authority !== '' && authority === requestHost ? `${scheme === '' ? '' : `${scheme}:`}//${authority}` : '';
  const decoded = decode(path);
  if (decoded.startsWith(base)) return `${prefix}${path}${rest}`;
  return `${prefix}${escapePath(withEndSlash(joinPaths(base, decoded), decoded))}${rest}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
