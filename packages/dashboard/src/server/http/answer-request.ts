import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuseForeign, refuseStranger } from './check-request.ts';
import { readPageFile } from './page-files.ts';
import { cookieName, isSessionSecret, proofOf, type RequestRules } from './session-secret.ts';

/** What is answered with. */
export interface PageServing extends RequestRules {
  /** The folder of the built page; undefined when it is not built. */
  readonly pageFolder: string | undefined;
  readonly newNonce: () => string;
}

const NONCE_PLACEHOLDER = '%CSP_NONCE%';
const YEAR_SECONDS = 31_536_000;

/**
 * Responds to a request for the page. The address with the secret of the session sets the cookie and leads to the same
 * address without it; everything else needs the cookie, except `/proof`. A page that was open before a restart asks
 * there whether this server has the secret that it got from `/secret`, before it sends it.
 */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  serving: PageServing,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return say(response, 405, 'The page is only read.');
  const foreign = refuseForeign(request.headers, serving);
  if (foreign !== undefined) return say(response, foreign.status, foreign.message);
  const url = readTarget(request.url);
  if (url === undefined) return say(response, 400, 'The address cannot be read.');
  const given = url.searchParams.get('session');
  if (given !== null && isSessionSecret(given, serving.secret)) return enter(response, url, serving);
  if (url.pathname === '/proof') {
    const proof = proofOf(url.searchParams.get('challenge') ?? '', serving);
    return proof === undefined ? say(response, 400, 'The challenge cannot be read.') : say(response, 200, proof);
  }
  const stranger = refuseStranger(request.headers, serving);
  if (stranger !== undefined)
    return isFromElsewhere(request) ? askAgain(response) : say(response, 401, stranger.message);
  if (url.pathname === '/secret') return say(response, 200, serving.secret);
  if (serving.pageFolder === undefined) return say(response, 503, 'The page is not built. Run: npm run build');
  return sendFile(response, url.pathname, serving.pageFolder, serving.newNonce());
}

/** Reads the target of a request; undefined if it is no path. */
function readTarget(target: string | undefined): URL | undefined {
  const base = 'http://page';
  return target?.startsWith('/') && URL.canParse(base + target) ? new URL(base + target) : undefined;
}

function enter(response: ServerResponse, url: URL, { port, cookie: value }: PageServing): void {
  url.searchParams.delete('session');
  // Two slashes at the start would lead to another host.
  const location = `/${url.pathname.replace(/^[/\\]+/, '')}${url.search}`;
  const cookie = `${cookieName(port)}=${value}; HttpOnly; SameSite=Strict; Path=/`;
  response.writeHead(303, { ...securityHeaders(), location, 'set-cookie': cookie }).end();
}

/** A link on another site was followed: the browser leaves the cookie out of that request, but not out of the next. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] === 'navigate';
}

function askAgain(response: ServerResponse): void {
  const head = { ...securityHeaders(), 'content-type': 'text/html; charset=utf-8' };
  response.writeHead(401, head).end('<!doctype html><meta http-equiv="refresh" content="0"><title>kb</title>');
}

async function sendFile(response: ServerResponse, pathname: string, folder: string, nonce: string): Promise<void> {
  const file = await readPageFile(folder, pathname);
  if (file === undefined) return say(response, 404, 'There is no such file.');
  const body = file.document ? Buffer.from(file.body.toString().replaceAll(NONCE_PLACEHOLDER, nonce)) : file.body;
  response.writeHead(200, {
    ...securityHeaders(file.document ? nonce : undefined),
    'content-type': file.contentType,
    'content-length': body.length,
    ...(file.unchanging && { 'cache-control': `private, max-age=${YEAR_SECONDS}, immutable` }),
  });
  // Node leaves out the body of a response to HEAD.
  response.end(body);
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...securityHeaders(), 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

/** The headers of every response: nothing may frame the page, and it loads nothing from elsewhere. */
function securityHeaders(nonce?: string): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  };
}

/** Styles that the page's components add to the document carry the nonce of the page. */
function contentPolicy(nonce: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
