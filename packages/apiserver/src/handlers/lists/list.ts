import { badRequest, expired, StatusError, tooManyRequests } from '@kb/apimachinery';
import { refuse } from '../../refuse.ts';
import type { ListReply } from '../../answers/reply.ts';
import type { FrozenObject } from '../../objects/api-object.ts';
import { inTurns } from '../../loop-turns.ts';
import { whenConverted } from '../../resources/conversion-needed.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import type { Collection } from '../../storage/collection.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import { keyAfter, readContinueToken, writeContinueToken } from './continue-token.ts';
import type { Call } from '../../context/call.ts';
import { isSelected, type ListOptions, readListOptions, type Selection } from './list-options.ts';
import { parseRevision, waitForRevision } from './wait-for-revision.ts';

/** How many objects are looked at, and converted by a webhook, at a time. */
export const BATCH = 250;

const TOO_OLD = 'The resourceVersion for the provided list is too old.';
const TOKEN_TOO_OLD =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue ' +
  'token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were ' +
  'created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

/** A page of a list. */
export interface Page {
  readonly reply: ListReply;
  /** The same objects as stored. */
  readonly stored: readonly StoredObject[];
}

/** Handles GET of a collection. */
export async function handleList(call: Call): Promise<ListReply> {
  const { group, version, kind } = call.endpoint.resource;
  const page = await listPage(call, (error) => {
    // kube-apiserver lists from its cache, which cannot begin while an object cannot be converted.
    const why = `failed to list ${group}/${version}, Kind=${kind}: ${error.status.message ?? ''}`;
    refuse(tooManyRequests(`storage is (re)initializing: ${why}`, 1));
  });
  return page.reply;
}

/**
 * Returns one page of a list, by the options of the request. Throws a StatusError. `onUnconverted`: is called with the
 * error if a webhook does not convert the objects. Default: it is thrown.
 */
export async function listPage(call: Call, onUnconverted?: (error: StatusError) => never): Promise<Page> {
  const { server, request, endpoint } = call;
  const { resource, namespace } = endpoint;
  const { selection, ...options } = readListOptions(request.query, resource, 'list');
  // A list that can only contain one object is read by its name, and has no pages.
  const single = selection.name !== undefined && options.continue === '' && (!resource.namespaced || namespace !== '');
  const { limit, revision, start } = await stateOf(call, options, single);
  const collection = server.store.collection(resource.collection);
  const current = server.store.revision;
  const range = { ...(namespace !== '' && { namespace }), ...(start !== undefined && { start }) };
  const past = revision === current ? undefined : revision;
  // All of the list is of this moment, also where it takes several turns of the event loop.
  const counted = limit > 0 && !selection.selective;
  const state = single
    ? { objects: oneOf(collection, namespace, selection.name ?? '', past), count: 0 }
    : past === undefined
      ? { objects: collection.walk(range), count: counted ? collection.countIn(range) : 0 }
      : await inTurns(collection.stateAt(past, range), server.turns);
  request.signal?.throwIfAborted();
  const { items, stored, more } = await collect(call, state.objects, { selection, limit, onUnconverted });
  const last = stored.at(-1);
  const version = revision ?? current;
  const metadata = {
    resourceVersion: String(version),
    ...(more &&
      last && { continue: writeContinueToken({ revision: version, start: keyAfter(last.key) }, prefixOf(namespace)) }),
    ...(more && !selection.selective && { remainingItemCount: state.count - items.length }),
  };
  return { reply: { type: 'list', resource, items, metadata }, stored };
}

interface Collected {
  readonly items: readonly FrozenObject[];
  /** The same objects as stored. */
  readonly stored: readonly StoredObject[];
  /** There are more objects than the limit allows. */
  readonly more: boolean;
}

interface Collecting {
  readonly selection: Selection;
  /** The most objects; 0: unlimited. */
  readonly limit: number;
  readonly onUnconverted: ((error: StatusError) => never) | undefined;
}

/** Collects the selected objects, each as soon as a webhook has converted it. */
async function collect(
  { server, request, endpoint: { resource } }: Call,
  walked: Iterable<StoredObject>,
  { selection, limit, onUnconverted }: Collecting,
): Promise<Collected> {
  const items: FrozenObject[] = [];
  const stored: StoredObject[] = [];
  for (const batch of batchesOf(walked, limit > 0 ? Math.min(limit, BATCH) : BATCH)) {
    if (limit > 0 && items.length === limit) return { items, stored, more: true };
    const candidates = resource.prepare ? batch.map(held) : batch;
    const unconverted = await convert(resource, candidates);
    if (unconverted) throw onUnconverted?.(unconverted) ?? unconverted;
    for (const candidate of candidates) {
      // Whether the following objects are selected is not checked: the last page can be empty.
      if (limit > 0 && items.length === limit) return { items, stored, more: true };
      const turn = server.turns.beforeStep();
      if (turn) {
        await turn;
        request.signal?.throwIfAborted();
      }
      const object = resource.fromStorage(candidate.object);
      if (!isSelected(selection, object, resource)) continue;
      items.push(object);
      stored.push(candidate);
    }
  }
  return { items, stored, more: false };
}

/** Lets a webhook convert objects at once, where one does. Resolves with the error of a failed conversion. */
async function convert(
  resource: ServedResource,
  candidates: readonly StoredObject[],
): Promise<StatusError | undefined> {
  if (!resource.prepare) return undefined;
  try {
    await whenConverted(() => resource.prepare?.(candidates.map(({ object }) => object)));
    return undefined;
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
}

/** Stored objects in parts of at most so many. */
export function* batchesOf(walked: Iterable<StoredObject>, size: number): Generator<StoredObject[]> {
  let batch: StoredObject[] = [];
  for (const stored of walked) {
    batch.push(stored);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A stored object with its current value: reading the history again would return another one. */
export function held({ key, namespace, name, revision, object }: StoredObject): StoredObject {
  return { key, namespace, name, revision, object };
}

function oneOf(
  collection: Collection,
  namespace: string,
  name: string,
  revision: number | undefined,
): readonly StoredObject[] {
  const found = revision === undefined ? collection.get(namespace, name) : collection.getAt(namespace, name, revision);
  return found ? [found] : [];
}

/** The state of a collection that a list shows, and its first key. */
interface ListedState {
  /** 0: unlimited. */
  readonly limit: number;
  /** Undefined: the latest. */
  readonly revision?: number;
  readonly start?: string;
}

/** Implements kube-apiserver's table of resourceVersion, resourceVersionMatch, limit and continue. */
async function stateOf(call: Call, options: Omit<ListOptions, 'selection'>, single: boolean): Promise<ListedState> {
  const { resourceVersion, resourceVersionMatch: match } = options;
  const limit = Math.max(options.limit, 0);
  if (options.continue !== '') return continuedState(call, options.continue, resourceVersion, limit);
  const revision = parseRevision(resourceVersion, 'list');
  if (revision === undefined) return { limit };
  if (revision === 0) return { limit: 0 };
  const exact = match === 'Exact' || (match === '' && limit > 0 && !single);
  if (exact && revision < collectionOf(call).floor) refuse(expired(TOO_OLD));
  await waitForRevision(call, revision, resourceVersion);
  return exact ? { limit, revision } : { limit };
}

async function continuedState(call: Call, token: string, resourceVersion: string, limit: number): Promise<ListedState> {
  const prefix = prefixOf(call.endpoint.namespace);
  const { revision, start } = readContinueToken(token, prefix);
  if (resourceVersion !== '' && resourceVersion !== '0')
    refuse(badRequest('specifying resource version is not allowed when using continue'));
  const pageLimit = resourceVersion === '0' ? 0 : limit;
  if (revision < 0) return { limit: pageLimit, start };
  if (revision < collectionOf(call).floor)
    refuse(expired(TOKEN_TOO_OLD, { continue: writeContinueToken({ revision: -1, start }, prefix) }));
  await waitForRevision(call, revision);
  return { limit: pageLimit, revision, start };
}

function collectionOf({ server, endpoint }: Call): Collection {
  return server.store.collection(endpoint.resource.collection);
}

/** The common beginning of a list's keys, which its tokens omit. */
function prefixOf(namespace: string): string {
  return namespace === '' ? '' : `${namespace}/`;
}
