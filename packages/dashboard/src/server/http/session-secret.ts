import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What requests are checked against. */
export interface RequestRules {
  readonly port: number;
  /** The secret of the address, which the next kb may have as well. */
  readonly secret: string;
  /** The value of the cookie, which only this process accepts: browsers send it to whatever listens on the port. */
  readonly cookie: string;
}

/** Creates the secret of a session or the value of its cookie: 256 random bits, as text for URLs and cookies. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text is the secret. The time of the comparison does not depend on how much of it is right. */
export function isSessionSecret(text: string | undefined, secret: string): boolean {
  const given = Buffer.from(text ?? '');
  const wanted = Buffer.from(secret);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** A challenge of a page: 256 random bits, as the secret. */
const CHALLENGE = /^[\w-]{43}$/;

/**
 * Proves to a page that this server has the secret, without sending it; undefined if the challenge is none. A server
 * with the secret that listens on another port proves something else.
 */
export function proofOf(challenge: string, { secret, port }: RequestRules): string | undefined {
  if (!CHALLENGE.test(challenge)) return undefined;
  return createHmac('sha256', secret).update(`kb page on port ${port}: ${challenge}`).digest('base64url');
}

/** The name of the cookie. Cookies are shared by all ports of a host, so that it has the port. */
export function cookieName(port: number): string {
  return `kb-session-${port}`;
}

/** Returns the value of a cookie in a `Cookie` header. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
