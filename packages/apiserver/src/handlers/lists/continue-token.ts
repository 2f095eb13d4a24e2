import { badRequest, type Status } from '@kb/apimachinery';
import { isJsonObject, JsonSyntaxError, parseJson, trimEndOf } from '@kb/apimachinery/codec';
import { refuse } from '../../refuse.ts';
import { toBytes } from '../../http/encode.ts';
import { fromBase64, toBase64 } from '../../serializer/base64.ts';
import { jsonTypeName } from '../../serializer/json-type-name.ts';

/**
 * The place where a list continues: the revision of its first page (-1: the latest), and the key after the last object.
 */
export interface ContinueToken {
  readonly revision: number;
  readonly start: string;
}

const VERSION = 'meta.k8s.io/v1';

/**
 * Encodes a token: JSON in unpadded base64url. Opaque to clients. `prefix`: the common beginning of all keys of the
 * list.
 */
export function writeContinueToken({ revision, start }: ContinueToken, prefix: string): string {
  return base64Url(JSON.stringify({ v: VERSION, rv: revision, start: start.slice(prefix.length) }));
}

/** The key immediately after another one. */
export function keyAfter(key: string): string {
  return `${key}\0`;
}

/** Decodes a token. Throws the StatusError of an invalid one. */
export function readContinueToken(token: string, prefix: string): ContinueToken {
  const { v: version, rv: revision, start } = readTokenFields(fromBase64Url(token));
  if (version !== VERSION) return refuse(badToken(`server does not recognize this encoded version ${version}`));
  if (revision === 0) return refuse(badToken(`incorrect encoded start resourceVersion (version ${VERSION})`));
  if (start === '') return refuse(badToken(`encoded start key empty (version ${VERSION})`));
  const path = start.startsWith('/') ? start : `/${start}`;
  // A token must not leave the list that it is for.
  if (path !== cleanPath(path)) return refuse(badToken(start));
  return { revision, start: `${prefix}${path.slice(1)}` };
}

interface TokenFields {
  v: string;
  rv: number;
  start: string;
}

const goTypes = { v: 'string', rv: 'int64', start: 'string' } as const;

/**
 * Reads the fields as Go's encoding/json does: names in any case, the last value of a name wins, null is ignored; the
 * first value of a wrong type is reported.
 */
function readTokenFields(bytes: Uint8Array): TokenFields {
  const fields: TokenFields = { v: '', rv: 0, start: '' };
  const value = parseToken(bytes);
  if (value === null) return fields;
  if (!isJsonObject(value))
    return refuse(
      badToken(`json: cannot unmarshal ${jsonTypeName(value)} into Go value of type storage.continueToken`),
    );
  for (const [key, field] of Object.entries(value)) {
    const name = key.toLowerCase();
    if ((name !== 'v' && name !== 'rv' && name !== 'start') || field === null) continue;
    const type = goTypes[name];
    const isInteger = typeof field === 'number' && Number.isInteger(field);
    if (name === 'rv' ? !isInteger : typeof field !== 'string') {
      const what = name === 'rv' && typeof field === 'number' ? `number ${field}` : jsonTypeName(field);
      return refuse(
        badToken(`json: cannot unmarshal ${what} into Go struct field continueToken.${name} of type ${type}`),
      );
    }
    Object.assign(fields, { [name]: field });
  }
  return fields;
}

function parseToken(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return refuse(badToken(syntaxProblem(bytes) ?? error.message));
  }
}

/** Go's message about a text that is not JSON: it names single bytes, not characters. */
function syntaxProblem(bytes: Uint8Array): string | undefined {
  try {
    parseJson(String.fromCharCode(...bytes));
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) return undefined;
    // The parser reads each byte as a character, and names the first byte of that character in UTF-8.
    const byte = String.fromCharCode(bytes[error.offset] ?? 0);
    const quoted = /[\u0080-\u00a0\u00ad]/.test(byte) ? `\\u00${byte.charCodeAt(0).toString(16)}` : byte;
    return error.message.replace(/^(invalid character ')[\u00c2\u00c3](?=')/, (_, before: string) => before + quoted);
  }
}

/** Go's path.Clean, for a path that begins with a slash: without empty segments, dots and a trailing slash. */
function cleanPath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

function badToken(why: string): Status {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}

function base64Url(text: string): string {
  return trimEndOf(toBase64(toBytes(text)), '=')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** Go's base64.RawURLEncoding: line breaks are ignored, and an incomplete last group is an error at its beginning. */
function fromBase64Url(token: string): Uint8Array {
  const text = token.replace(/[\r\n]/g, '');
  const illegal = token.search(/[^A-Za-z0-9_\r\n-]/);
  if (illegal >= 0 || text.length % 4 === 1)
    refuse(badToken(`illegal base64 data at input byte ${illegal >= 0 ? illegal : token.length - 1}`));
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
}
