import { trimEndOf } from '@kb/apimachinery/codec';
import type { NamedText } from '@kb/import';
import { readText, SourceProblem } from './source-problem.ts';

/** The maximum number of redirects. */
const MAX_REDIRECTS = 5;

/** Limits of a download. */
export interface DownloadLimits {
  /** The total timeout, in milliseconds. Default: 60000. */
  readonly timeout?: number;
  /** Default: the limit of every source. */
  readonly maxBytes?: number;
}

/** Whether a source is a URL. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** The name of a URL in messages, without parts that may be secret. */
export function nameOfUrl(source: string): string {
  if (!URL.canParse(source)) return source;
  const { origin, pathname } = new URL(source);
  return `${origin}${pathname}`;
}

/**
 * Downloads the text of an http or https URL: at most {@link maxTextBytes}, within a timeout, over a few redirects.
 * Executes nothing. Throws a {@link SourceProblem}.
 */
export async function readUrl(source: string, limits: DownloadLimits = {}): Promise<NamedText> {
  const { timeout = 60_000, maxBytes } = limits;
  const signal = AbortSignal.timeout(timeout);
  let url = parsed(source);
  const headers = new Headers({ accept: 'application/yaml, application/json, text/plain, */*' });
  if (hasPassword(url)) {
    headers.set(
      'authorization',
      `Basic ${Buffer.from(`${decoded(url.username)}:${decoded(url.password)}`).toString('base64')}`,
    );
    url.username = '';
    url.password = '';
  }
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await fetch(url, { headers, redirect: 'manual', signal });
      const next = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || next === null)
        return { name: nameOfUrl(source), text: await textOf(response, url, maxBytes) };
      await response.body?.cancel();
      const target = redirected(next, url);
      // A password is sent only to the server that it was given for.
      if (target.origin !== url.origin) headers.delete('authorization');
      url = target;
    }
  } catch (error) {
    throw problemOf(error, url, timeout);
  }
  throw new SourceProblem(`the server redirects more than ${MAX_REDIRECTS} times`);
}

function parsed(source: string): URL {
  if (URL.canParse(source)) return new URL(source);
  throw new SourceProblem('this is not a URL');
}

function hasPassword({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function redirected(location: string, from: URL): URL {
  const url = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (url === undefined || !isUrl(url.href) || hasPassword(url))
    throw new SourceProblem('the server redirects to something other than a web address');
  if (from.protocol === 'https:' && url.protocol === 'http:')
    throw new SourceProblem(`the server redirects to ${url.origin}, an unencrypted connection that others can change`);
  return url;
}

async function textOf(response: Response, url: URL, maxBytes: number | undefined): Promise<string> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new SourceProblem(
      `the server responds with ${response.status} ${response.statusText}`.trimEnd(),
      webPageHint(url),
    );
  }
  const text = response.body === null ? '' : await readText(response.body, maxBytes);
  if (/^\s*<(?:!doctype|html)/i.test(text))
    throw new SourceProblem(
      'it is a web page, not YAML or JSON',
      webPageHint(url) ?? 'give the address of the file itself',
    );
  return text;
}

/** The hint for a GitHub page that shows a file: the address of the file. */
function webPageHint({ hostname, pathname }: URL): string | undefined {
  const [, repository, file] = /^\/([^/]+\/[^/]+)\/(?:blob|tree)\/(.+)$/.exec(pathname) ?? [];
  if (hostname !== 'github.com' || repository === undefined) return undefined;
  return `the file itself is at https://raw.githubusercontent.com/${repository}/${file}`;
}

function problemOf(error: unknown, { hostname, host }: URL, timeout: number): unknown {
  if (error instanceof SourceProblem || !(error instanceof Error)) return error;
  if (error.name === 'TimeoutError')
    return new SourceProblem(`there was no complete response within ${timeout / 1000} seconds`);
  // The message of fetch is only "fetch failed"; the reason is in its cause.
  const { cause } = error;
  if (!(error instanceof TypeError) || !(cause instanceof Error)) return error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new SourceProblem(`the host ${hostname} was not found`);
  if (code === 'ECONNREFUSED') return new SourceProblem(`no server listens at ${host}`);
  return new SourceProblem(
    `the server at ${host} cannot be reached: ${firstLine(cause.message) || code || 'the connection broke'}`,
  );
}

function firstLine(message: string): string {
  return trimEndOf(message.split('\n')[0] ?? '', '.: \t\r');
}
