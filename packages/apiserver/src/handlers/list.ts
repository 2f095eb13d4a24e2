import { badRequest, expired } from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import type { ListReply } from '../http/reply.ts';
import type { FrozenObject } from '../resources/api-object.ts';
import type { Collection, Range } from '../storage/collection.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { keyAfter, readContinueToken, writeContinueToken } from './continue-token.ts';
import type { Call } from './endpoint.ts';
import { isSelected, type ListOptions, readListOptions } from './list-options.ts';
import { parseRevision, waitForRevision } from './wait-for-revision.ts';

const TOO_OLD = 'The resourceVersion for the provided list is too old.';
const TOKEN_TOO_OLD =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue ' +
  'token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were ' +
  'created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

/** What a list came to. */
export interface Page {
  readonly reply: ListReply;
  /** The same objects as they are stored. */
  readonly stored: readonly StoredObject[];
}

/** GET of a collection. */
export async function handleList(call: Call): Promise<ListReply> {
  return (await listPage(call)).reply;
}

/** One page of a list, by the options of the request. Throws a StatusError. */
export async function listPage(call: Call): Promise<Page> {
  const { server, request, endpoint } = call;
  const { resource } = endpoint;
  const options = readListOptions(request.query, resource, false);
  const collection = server.store.collection(resource.collection);
  const from = await startOf(call, options, collection);
  const current = server.store.revision;
  const range: Range = {
    ...(endpoint.namespace !== '' && { namespace: endpoint.namespace }),
    ...(from.start !== undefined && { start: from.start }),
    ...(from.revision !== undefined && from.revision !== current && { revision: from.revision }),
  };
  const items: FrozenObject[] = [];
  const stored: StoredObject[] = [];
  let remaining = 0;
  for (const candidate of collection.walk(range)) {
    // Where nothing is selected, what is left is only counted, not looked at.
    const full = from.limit > 0 && items.length === from.limit;
    if (full && !options.selection.selective) {
      remaining += 1;
      continue;
    }
    const object = resource.fromStorage(candidate.object);
    if (!isSelected(options.selection, object, resource)) continue;
    if (full) {
      remaining = 1;
      break;
    }
    items.push(object);
    stored.push(candidate);
  }
  const revision = from.revision ?? current;
  const last = stored.at(-1);
  const metadata = {
    resourceVersion: String(revision),
    ...(remaining > 0 && last && { continue: writeContinueToken({ revision, start: keyAfter(last.key) }) }),
    ...(remaining > 0 && !options.selection.selective && { remainingItemCount: remaining }),
  };
  return { reply: { type: 'list', resource, items, metadata }, stored };
}

interface Start {
  readonly limit: number;
  /** Undefined: the latest. */
  readonly revision?: number;
  readonly start?: string;
}

/** Where a list begins, and of which state: kube-apiserver's table of resourceVersion and resourceVersionMatch. */
async function startOf(call: Call, options: ListOptions, collection: Collection): Promise<Start> {
  const { resourceVersion, resourceVersionMatch: match } = options;
  const limit = Math.max(options.limit, 0);
  if (options.continue !== '') {
    if (resourceVersion !== '' && resourceVersion !== '0')
      refuse(badRequest('specifying resource version is not allowed when using continue'));
    return continued(readContinueToken(options.continue), resourceVersion === '0' ? 0 : limit, collection);
  }
  const revision = parseRevision(resourceVersion, 'list');
  if (revision === undefined) return { limit };
  if (revision === 0) return { limit: 0 };
  const exact = match === 'Exact' || (match === '' && limit > 0);
  if (exact && revision < collection.floor) refuse(expired(TOO_OLD));
  await waitForRevision(call, resourceVersion, 'list');
  return exact ? { limit, revision } : { limit };
}

function continued(
  { revision, start }: ReturnType<typeof readContinueToken>,
  limit: number,
  collection: Collection,
): Start {
  if (revision < 0) return { limit, start };
  if (revision < collection.floor) {
    refuse(expired(TOKEN_TOO_OLD, { continue: writeContinueToken({ revision: -1, start }) }));
  }
  return { limit, revision, start };
}
