import { badRequest, JsonSyntaxError, parseJson, type Status } from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import { own } from '../resources/api-object.ts';
import { scalarText } from '../resources/scalar-text.ts';

/** Where a list goes on: the revision of its first page (-1: the latest), and the key after the last object. */
export interface ContinueToken {
  readonly revision: number;
  readonly start: string;
}

const VERSION = 'meta.k8s.io/v1';

/** Writes a token: JSON in unpadded base64url. Opaque to clients. */
export function writeContinueToken({ revision, start }: ContinueToken): string {
  const text = JSON.stringify({ v: VERSION, rv: revision, start: `/${start}` });
  return base64Url(text);
}

/** The key right after another one. */
export function keyAfter(key: string): string {
  return `${key}\0`;
}

/** Reads a token. Throws the StatusError of one that cannot be read. */
export function readContinueToken(token: string): ContinueToken {
  const text = fromBase64Url(token);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return refuse(badToken(error.message));
    throw error;
  }
  const [version, revision, start] = [own(value, 'v'), own(value, 'rv'), own(value, 'start')];
  if (version !== VERSION)
    return refuse(badToken(`server does not recognize this encoded version ${scalarText(version ?? '')}`));
  if (typeof revision !== 'number' || revision === 0)
    return refuse(badToken(`incorrect encoded start resourceVersion (version ${VERSION})`));
  if (typeof start !== 'string' || start === '')
    return refuse(badToken(`encoded start key empty (version ${VERSION})`));
  const key = start.replace(/^\//, '');
  if (key.split('/').includes('..')) return refuse(badToken(start));
  return { revision, start: key };
}

function badToken(why: string): Status {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}

function base64Url(text: string): string {
  const binary = [...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(token: string): string {
  const illegal = token.search(/[^A-Za-z0-9_-]/);
  if (illegal >= 0 || token.length % 4 === 1)
    refuse(badToken(`illegal base64 data at input byte ${Math.max(illegal, 0)}`));
  const binary = atob(token.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
}
