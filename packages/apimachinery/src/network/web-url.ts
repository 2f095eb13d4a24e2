import { bytesOf, parseRequestUrl, parseUrl, type ParsedUrl, textOf } from './parse-url.ts';
import { escape, UrlError } from './url-escapes.ts';

/** The parts of a URL, as Go's net/url has them; empty if the URL has none. */
export interface WebUrl {
  /** In lower case. */
  readonly scheme: string;
  /** With the port. */
  readonly host: string;
  /** As it is written. Undefined: there is no `@`. */
  readonly user: string | undefined;
  readonly query: string;
  readonly fragment: string;
}

/** The parts of a URL; or the problem with it, in the words of Go's url.Parse. */
export function parseWebUrl(text: string): WebUrl | { readonly problem: string } {
  return attempt(() => parseUrl(bytesOf(text)));
}

/** The same, as Go's url.ParseRequestURI: the URL is absolute, and has no fragment. */
export function parseRequestWebUrl(text: string): WebUrl | { readonly problem: string } {
  return attempt(() => parseRequestUrl(bytesOf(text)));
}

function attempt(read: () => ParsedUrl): WebUrl | { readonly problem: string } {
  try {
    const { scheme, host, user, query, fragment } = read();
    const written = (part: string): string => escape(part, 'user');
    return {
      scheme,
      host: textOf(host),
      user: user && written(user.name) + (user.password === undefined ? '' : `:${written(user.password)}`),
      query: textOf(query),
      fragment: textOf(fragment),
    };
  } catch (error) {
    if (error instanceof UrlError) return { problem: error.message };
    throw error;
  }
}
