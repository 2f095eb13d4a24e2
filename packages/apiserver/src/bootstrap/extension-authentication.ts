import { type Cancel, equalJson, isStatusError, type JsonObject } from '@kb/apimachinery';
import { JsonSyntaxError, parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { ClientCaError, joinAuthorities } from '../authentication/adapters/authorities.ts';
import { FRONT_PROXY_NAME } from '../authentication/adapters/front-proxy.ts';
import type { ServerContext } from '../context/server-context.ts';
import { at, type FrozenObject } from '../objects/api-object.ts';
import type { StorageEvent } from '../storage/stored-object.ts';
import { changeSystemObject, createSystemObject } from './system-objects.ts';

const NAMESPACE = 'kube-system';
const NAME = 'extension-apiserver-authentication';
/** How soon a change is corrected that is neither a creation nor a deletion. */
const CHECK_MS = 60_000;
/** For how long a certificate counts as valid after its end. */
const SLACK_MS = 5 * 60_000;

const CLIENT_CA = 'client-ca-file';
const REQUEST_HEADER_CA = 'requestheader-client-ca-file';
/**
 * Lists of names in JSON, with what this server adds to them. Absent without the authorities of proxies; `optional`:
 * absent when empty, too.
 */
const nameLists: readonly { readonly key: string; readonly optional?: true; readonly own: string }[] = [
  { key: 'requestheader-username-headers', own: 'X-Remote-User' },
  { key: 'requestheader-uid-headers', optional: true, own: 'X-Remote-Uid' },
  { key: 'requestheader-group-headers', own: 'X-Remote-Group' },
  { key: 'requestheader-extra-headers-prefix', own: 'X-Remote-Extra-' },
  { key: 'requestheader-allowed-names', own: FRONT_PROXY_NAME },
];

/**
 * Keeps the ConfigMap from which extension API servers learn whose clients they may trust. What others have written
 * stays, as far as it has a meaning: authorities that are valid, and the names of headers. Without any authority, the
 * ConfigMap is not created. `check` looks at it now.
 *
 * @param authorities The authorities of the server's clients, in PEM.
 */
export function startExtensionAuthentication(
  server: ServerContext,
  authorities: () => readonly string[],
): { readonly check: () => void; readonly stop: () => void } {
  const { clock, store } = server;
  const collection = store.collection('configmaps');
  let next: { readonly at: number; readonly cancel: Cancel } | undefined;
  let isWriting = false;

  const checkIn = (ms: number): void => {
    const due = clock.now() + ms;
    if (next && next.at <= due) return;
    next?.cancel();
    next = { at: due, cancel: clock.after(ms, check) };
  };
  const check = (): void => {
    next?.cancel();
    next = undefined;
    const stored = collection.get(NAMESPACE, NAME);
    const data = combinedData(
      stored?.object,
      { clients: authorities(), proxy: server.frontProxy?.authority() },
      clock.now(),
    );
    if (data === undefined || equalJson(data, dataOf(stored?.object))) return;
    isWriting = true;
    try {
      if (!stored) createSystemObject(server, 'configmaps', NAMESPACE, { metadata: { name: NAME }, data });
      else if (stored.object['immutable'] !== true)
        changeSystemObject(server, 'configmaps', stored, { ...stored.object, data });
    } catch (error) {
      if (!isStatusError(error)) throw error;
      checkIn(CHECK_MS);
    } finally {
      isWriting = false;
    }
  };
  const unsubscribe = collection.subscribe(
    ({ type }: StorageEvent) => {
      if (!isWriting) checkIn(type === 'MODIFIED' ? CHECK_MS : 0);
    },
    { namespace: NAMESPACE, name: NAME },
  );
  check();
  return {
    check,
    stop: () => {
      unsubscribe();
      next?.cancel();
    },
  };
}

/** The authorities of this server, in PEM. */
interface OwnAuthorities {
  readonly clients: readonly string[];
  /** Of the certificate that the server presents to extension servers. */
  readonly proxy: string | undefined;
}

/** Returns what the ConfigMap should contain. Undefined: what it contains cannot be read, and stays. */
function combinedData(
  object: FrozenObject | undefined,
  { clients, proxy }: OwnAuthorities,
  now: number,
): JsonObject | undefined {
  const found = dataOf(object);
  const textOf = (key: string): string => (typeof found[key] === 'string' ? found[key] : '');
  const joined = (key: string, more: readonly string[] = []): string =>
    joinAuthorities(
      [textOf(key), ...more].filter((text) => text !== ''),
      now - SLACK_MS,
    );
  try {
    const lists = nameLists.map(({ key, optional, own }) => ({
      key,
      optional,
      values: [...new Set([...listOf(textOf(key)), ...(proxy === undefined ? [] : [own])])],
    }));
    const [clientCa, proxyCa] = [
      joined(CLIENT_CA, clients),
      joined(REQUEST_HEADER_CA, proxy === undefined ? [] : [proxy]),
    ];
    const data: JsonObject = clientCa === '' ? {} : { [CLIENT_CA]: clientCa };
    if (proxyCa === '') return data;
    for (const { key, optional, values } of lists)
      if (!optional || values.length > 0) data[key] = stringifyJson(values);
    return { ...data, [REQUEST_HEADER_CA]: proxyCa };
  } catch (error) {
    if (error instanceof ClientCaError || error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** Reads a list of texts in JSON, each once. Throws a JsonSyntaxError for another text. */
function listOf(text: string): string[] {
  const value = text === '' ? [] : (parseJson(text) ?? []);
  if (!Array.isArray(value)) throw new JsonSyntaxError('expected a list', 0);
  const texts = value.map((item) => {
    if (item !== null && typeof item !== 'string') throw new JsonSyntaxError('expected a text', 0);
    return item ?? '';
  });
  return [...new Set(texts)];
}

function dataOf(object: FrozenObject | undefined): JsonObject {
  // ConfigMaps have been validated, so this is a map of texts.
  return (object && (at(object, 'data') as JsonObject | undefined)) ?? {};
}
