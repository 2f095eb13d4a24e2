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
import { type Client, withFieldOwner, withSignal } from '@kb/client';
import type { Cache } from '../cache/cache.ts';
import type { AnyResource } from '../resources.ts';
import { applyBodyOf } from './apply-body.ts';
import { type ApplyMemory, fieldOwnerOf } from './apply-memory.ts';
import { checkControl } from './check-control.ts';
import { noteWrites } from './note-writes.ts';
import type { ApplyResult, ReconcileApplyOptions, ReconcileClient } from './reconcile-client.ts';

/** What a {@link ReconcileClient} stands on. */
export interface ReconcileClientDependencies {
  readonly client: Client;
  readonly cache: Cache;
  /** Shared by all controllers of a manager. */
  readonly memory: ApplyMemory;
  /** Who writes, in managed fields. */
  readonly fieldManager: string;
  /** Told the answer of every write that was no dry run. */
  readonly onWritten?: (resource: AnyResource, object: KubernetesObject) => void;
}

/** Makes the client of one reconcile: every call ends when `signal` is aborted. */
export function createReconcileClient(dependencies: ReconcileClientDependencies, signal: AbortSignal): ReconcileClient {
  const { client, cache, memory, fieldManager, onWritten } = dependencies;

  const noted = noteWrites(client, {
    written: (resource, object) => {
      cache.find(resource)?.recordWrite(object);
      onWritten?.(resource, object);
    },
    deleted: (resource, key, uid) => cache.find(resource)?.recordDelete(key, uid),
  });
  const bound = withFieldOwner(withSignal(noted, signal), fieldManager);

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
        const how = { ...rest, force };
        // The signature of applyStatus has let only resources with a status in.
        return subresource
          ? bound.applyStatus(resource as Resource<T, A, 'status'>, sent, how)
          : bound.apply(resource, sent, how);
      };
      const intended = { owner, body, text: stringifyJson(body) };
      const held = cache.find(resource);
      // What is written to a namespace that the cache does not hold is written blindly.
      const live = held?.covers(key) ? held.get(key) : undefined;
      const mayTake = rest.force ?? true;

      if (live && controlledBy) checkControl(resource, live, controlledBy, owner, adopt);
      if (live && !rest.dryRun && memory.isUnchanged(resource, intended, live)) {
        onResult?.('unchanged', live);
        return live;
      }

      /** Decides anew on what the server has, when it refused and may know more than the cache. */
      const onRefusal = async (error: unknown): Promise<T> => {
        if (!controlledBy || !isAboutOwnership(error)) throw error;
        const found = await bound.get(resource, key).catch((failure: unknown) => {
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
        memory.remember(resource, intended, readable);
        onResult?.(resultOf(live, readable, repaired), readable);
      }
      return readable;
    };

  return {
    ...bound,
    cached: cache.cached,
    apply: applyTo(undefined),
    applyStatus: applyTo('status'),
    deleteControlled: async (resource, key, { controlledBy, ...options }) => {
      const live = cache.cached(resource).get(key);
      if (!live || live.metadata.deletionTimestamp || !isControlledBy(live, controlledBy)) return false;
      try {
        await bound.delete(resource, key, { ...options, preconditions: { uid: live.metadata.uid } });
        return true;
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
    },
  };
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
