import {
  type DeepReadonly,
  isConflict,
  isControlledBy,
  isNotFound,
  isStatusError,
  keyOf,
  type KubernetesObject,
  type Resource,
  StatusError,
  stringifyJson,
} from '@kb/apimachinery';
import type { ApplyOptions, CallOptions, Client, SubresourceClient, WriteOptions } from '@kb/client';
import type { Cache } from '../cache/cache.ts';
import { applyBodyOf } from './apply-body.ts';
import { type ApplyMemory, fieldOwnerOf } from './apply-memory.ts';
import { checkControl } from './check-control.ts';
import type { ApplyResult, ReconcileApplyOptions, ReconcileClient } from './reconcile-client.ts';

/** What a {@link ReconcileClient} stands on. */
export interface ReconcileClientDependencies {
  readonly client: Client;
  readonly cache: Cache;
  /** Shared by all controllers of a manager. */
  readonly memory: ApplyMemory;
  /** Who writes, in managed fields. */
  readonly fieldManager: string;
}

/** The options of a read, and of a write, as this client passes them on. */
type Reading = <O extends CallOptions>(options: O | undefined) => O;
type Writing = <O extends WriteOptions>(options: O | undefined) => O;

/** Makes the client of one reconcile: every call ends when `signal` is aborted. */
export function createReconcileClient(dependencies: ReconcileClientDependencies, signal: AbortSignal): ReconcileClient {
  const { client, cache, memory, fieldManager } = dependencies;

  const reading: Reading = <O extends CallOptions>(options: O | undefined): O =>
    ({ ...options, signal: bound(options) }) as O;
  const writing: Writing = <O extends WriteOptions>(options: O | undefined): O =>
    ({ fieldManager, ...options, signal: bound(options) }) as O;
  const bound = (options: CallOptions | undefined): AbortSignal =>
    options?.signal ? AbortSignal.any([signal, options.signal]) : signal;

  const written = <T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    answer: T,
    options: WriteOptions | undefined,
  ): T => {
    if (!options?.dryRun) cache.find(resource)?.recordWrite(answer);
    return answer;
  };

  const applyTo =
    (subresource: 'status' | undefined) =>
    async <T extends KubernetesObject, A>(
      resource: Resource<T, A>,
      object: A,
      options: ReconcileApplyOptions = {},
    ): Promise<DeepReadonly<T>> => {
      const { controlledBy, adopt = false, onResult, ...rest } = options;
      const owner = fieldOwnerOf(resource, rest.fieldManager ?? fieldManager, subresource);
      const body = applyBodyOf(resource, object, controlledBy);
      const key = keyOf(body);
      const send = (force: boolean, uid: string | undefined): Promise<T> => {
        const sent = (uid === undefined ? body : { ...body, metadata: { ...body.metadata, uid } }) as A;
        const how = { ...writing<ApplyOptions>(rest), force };
        // The signature of applyStatus has let only resources with a status in.
        return subresource
          ? client.applyStatus(resource as Resource<T, A, 'status'>, sent, how)
          : client.apply(resource, sent, how);
      };
      const intended = { owner, body, text: stringifyJson(body) };
      const live = cache.find(resource)?.get(key);
      const mayTake = rest.force ?? true;

      if (live && controlledBy) checkControl(resource, live, controlledBy, owner, adopt);
      if (live && !rest.dryRun && memory.isUnchanged(resource, intended, live)) {
        onResult?.('unchanged', live);
        return live;
      }

      /** Decides anew on what the server has, when it refused and may know more than the cache. */
      const onRefusal = async (error: unknown): Promise<T> => {
        if (!controlledBy || !isAboutOwnership(error)) throw error;
        const found = await client.get(resource, key, reading(undefined)).catch((failure: unknown) => {
          throw isNotFound(failure) ? error : failure;
        });
        checkControl(resource, found, controlledBy, owner, adopt);
        if (!mayTake || !isConflict(error) || live) throw error;
        return send(true, found.metadata.uid);
      };

      // Without knowing the object, take nothing over: what somebody else made meanwhile answers with a conflict. With it, write to this very object
      // only, not to one that was made anew under its name.
      const force = mayTake && (live !== undefined || !controlledBy || adopt);
      const answer = await send(force, live?.metadata.uid).catch(asConflict).catch(onRefusal);
      const readable = answer as DeepReadonly<T>;
      if (!rest.dryRun) {
        const repaired = live !== undefined && memory.wasApplied(resource, intended, live);
        written(resource, answer, rest);
        memory.remember(resource, intended, readable);
        onResult?.(resultOf(live, readable, repaired), readable);
      }
      return readable;
    };

  return {
    cached: cache.cached,
    get: (resource, key, options) => client.get(resource, key, reading(options)),
    list: (resource, options) => client.list(resource, reading(options)),
    watch: (resource, options) => client.watch(resource, reading(options)),
    create: async (resource, object, options) =>
      written(resource, await client.create(resource, object, writing(options)), options),
    update: async (resource, object, options) =>
      written(resource, await client.update(resource, object, writing(options)), options),
    updateStatus: async (resource, object, options) =>
      written(resource, await client.updateStatus(resource, object, writing(options)), options),
    patch: async (resource, key, patch, options) =>
      written(resource, await client.patch(resource, key, patch, writing(options)), options),
    apply: applyTo(undefined),
    applyStatus: applyTo('status'),
    delete: (resource, key, options) => client.delete(resource, key, reading(options)),
    deleteCollection: (resource, options) => client.deleteCollection(resource, reading(options)),
    deleteControlled: async (resource, key, { controlledBy, ...options }) => {
      const live = cache.cached(resource).get(key);
      if (!live || live.metadata.deletionTimestamp || !isControlledBy(live, controlledBy)) return false;
      try {
        await client.delete(resource, key, { ...reading(options), preconditions: { uid: live.metadata.uid } });
        return true;
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
    },
    subresource: (resource, name) => {
      const of = client.subresource(resource, name);
      return boundSubresource(of, reading, writing) as typeof of;
    },
    getJson: (path, options) => client.getJson(path, reading(options)),
  };
}

/** The verbs of a subresource, each with the options of this client. What they take and answer stays as it is. */
function boundSubresource(of: object, reading: Reading, writing: Writing): object {
  const verbs = of as SubresourceClient<never>;
  const bound: SubresourceClient<never> = {
    get: (key, options) => verbs.get(key, reading(options)),
    update: (key, object, options) => verbs.update(key, object, writing(options)),
    patch: (key, patch, options) => verbs.patch(key, patch, writing(options)),
    apply: (key, object, options) => verbs.apply(key, object, writing(options)),
    create: (key, object, options) => verbs.create(key, object, writing(options)),
  };
  return bound;
}

function resultOf(
  before: DeepReadonly<KubernetesObject> | undefined,
  after: DeepReadonly<KubernetesObject>,
  sameAsBefore: boolean,
): ApplyResult {
  if (!before) return 'created';
  if (before.metadata.uid !== after.metadata.uid) return 'created';
  if (before.metadata.resourceVersion === after.metadata.resourceVersion) return 'unchanged';
  return sameAsBefore ? 'repaired' : 'updated';
}

/** Another manager owns a field, or the object has another controller already. */
function isAboutOwnership(error: unknown): boolean {
  if (isConflict(error)) return true;
  return isInvalidField(error, 'metadata.ownerReferences');
}

function isInvalidField(error: unknown, field: string): error is StatusError {
  return (
    isStatusError(error) &&
    error.status.reason === 'Invalid' &&
    (error.status.details?.causes?.some((cause) => cause.field === field) ?? false)
  );
}

/**
 * An apply to an object that was made anew since the cache saw it is refused as an attempt to change its uid: for the caller that is a conflict like any
 * other, which goes away once the cache has caught up.
 */
function asConflict(error: unknown): never {
  if (!isInvalidField(error, 'metadata.uid')) throw error;
  throw new StatusError({ ...error.status, reason: 'Conflict', code: 409 }, { cause: error });
}
