import type { IncomingHttpHeaders } from 'node:http';
import { cookieIn, cookieName, isSessionSecret, type RequestRules } from './session-secret.ts';

/** Why a request is refused. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/**
 * Refuses a request that a page of another site may have sent: one for a host that is not this server (a name that
 * another site resolves to loopback), or with the origin of another page.
 */
export function refuseForeign({ host, origin }: IncomingHttpHeaders, { port }: RequestRules): Refusal | undefined {
  const own = ownHosts(port);
  if (host === undefined || !own.includes(host.toLowerCase()))
    return { status: 403, message: `This server answers for ${own.join(', ')} only.` };
  if (origin !== undefined && origin !== `http://${host.toLowerCase()}`)
    return { status: 403, message: 'This server answers its own page only.' };
  return undefined;
}

/** Refuses a WebSocket of anything but the page: browsers always send the origin of one. */
export function refuseSocket(headers: IncomingHttpHeaders, rules: RequestRules): Refusal | undefined {
  const foreign = refuseForeign(headers, rules);
  if (foreign !== undefined) return foreign;
  if (headers.origin === undefined) return { status: 403, message: 'The origin of the page is missing.' };
  return refuseStranger(headers, rules);
}

/** Refuses a request without the cookie of the session. */
export function refuseStranger(headers: IncomingHttpHeaders, { port, cookie }: RequestRules): Refusal | undefined {
  if (isSessionSecret(cookieIn(headers.cookie, cookieName(port)), cookie)) return undefined;
  return { status: 401, message: 'Open the address that kb has printed: it has the key to this page.' };
}

function ownHosts(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}
