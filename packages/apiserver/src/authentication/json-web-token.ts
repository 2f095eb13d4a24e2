import type { SigningKey } from './adapters/signing-key.ts';

/** A JSON Web Token that has been read, and not verified. */
export interface UnverifiedToken {
  /** The algorithm of the signature, and the id of the key; empty if the header does not name them. */
  readonly alg: string;
  readonly kid: string;
  /** Whether the header requires extensions to be understood. */
  readonly hasExtensions: boolean;
  /** Empty if the claims do not name an issuer. */
  readonly issuer: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** What the signature is of. */
  readonly signed: string;
  readonly signature: Uint8Array;
}

/** Longer tokens do not fit into a header of a request, and are not read. */
const MAX_LENGTH = 128 * 1024;

/** Reads a token in compact form; undefined for any other text. Takes linear time, and reads at most 128 KiB. */
export function readToken(text: string): UnverifiedToken | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const parts = text.split('.', 4);
  const [header, payload, signature] = parts.map(fromBase64Url);
  if (parts.length !== 3 || !header || !payload || !signature) return undefined;
  const head = header.length === 0 ? {} : jsonObjectIn(header);
  const claims = jsonObjectIn(payload);
  const alg = head?.alg ?? '';
  const kid = head?.kid ?? '';
  // Go reads names of fields in any case.
  const [, issuer = ''] = Object.entries(claims ?? {}).findLast(([name]) => name.toUpperCase() === 'ISS') ?? [];
  if (!head || !claims || typeof alg !== 'string' || typeof kid !== 'string' || typeof issuer !== 'string')
    return undefined;
  return {
    alg,
    kid,
    hasExtensions: head.crit !== undefined,
    issuer,
    claims,
    // Other spellings of the same bytes are the same token.
    signed: `${header.toString('base64url')}.${payload.toString('base64url')}`,
    signature,
  };
}

/** Whether a key has signed a token. */
export function isSignedBy(key: SigningKey, { alg, hasExtensions, signed, signature }: UnverifiedToken): boolean {
  return alg === 'ES256' && !hasExtensions && key.verify(signed, signature);
}

/** Signs claims; returns the token in compact form. `header`: besides the algorithm. Default: the id of the key. */
export function signToken(key: SigningKey, claims: object, header: object = { kid: key.id }): string {
  const signed = [{ alg: 'ES256', ...header }, claims].map(toBase64Url).join('.');
  return `${signed}.${key.sign(signed).toString('base64url')}`;
}

const toBase64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Decodes base64url without padding; undefined for other text, of which Node would skip parts. */
function fromBase64Url(text: string): Buffer | undefined {
  return /^[\w-]*$/.test(text) && text.length % 4 !== 1 ? Buffer.from(text, 'base64url') : undefined;
}

/** Reads a JSON object; null is an empty one, and undefined stands for other JSON and for other text. */
function jsonObjectIn(bytes: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString()) ?? {};
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
