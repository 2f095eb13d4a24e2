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
import { readBeforeApply } from './read-before-apply.ts';
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
      object: unknown,
      options: ReconcileApplyOptions = {},
    ): Promise<DeepReadonly<T>> => {
      const { controlledBy, adopt = false, onResult, ...rest } = options;
      const owner = fieldOwnerOf(resource, rest.fieldManager ?? fieldManager, subresource);
      const body = applyBodyOf(resource, object, controlledBy);
      const key = keyOf(body);
      const send = (force: boolean, identity: Identity): Promise<T> => {
        // A uid that the reconciler states itself counts.
        const uid = body.metadata.uid ?? identity.uid;
        const metadata = { ...body.metadata, ...identity, ...(uid !== undefined && { uid }) };
        const sent = { ...body, metadata };
        const how = { ...rest, force };
        // What is sent, and that it has a status where that is applied, the signatures of the verbs have checked.
        return subresource
          ? bound.applyStatus(resource as Resource<T, unknown, 'status'>, sent, how)
          : bound.apply<T, unknown>(resource, sent, how);
      };
      const intended = { owner, body, text: stringifyJson(body) };
      const mayTake = rest.force ?? true;

      const held = cache.find(resource);
      const cached = held?.covers(key) ? held.get(key) : undefined;
      // Where the cache has none and cannot say that there is none, the server has to.
      const live = cached ?? (held?.isComplete(key) ? undefined : await readBeforeApply(bound, resource, key));
      /** What is there when the apply is sent. */
      let before = live as DeepReadonly<T> | undefined;

      if (before && controlledBy) checkControl(resource, before, controlledBy, owner, adopt);
      if (before && !rest.dryRun && memory.isUnchanged(resource, intended, before)) {
        onResult?.('unchanged', before);
        return before;
      }

      // What somebody else made meanwhile is not taken over.
      const mustCreate = before === undefined && controlledBy !== undefined && !adopt;

      /** Decides anew on what the server has, when it refused and may know more than we did. */
      const onRefusal = async (error: unknown): Promise<T> => {
        if (!controlledBy || !isAboutOwnership(error)) throw error;
        const found = await readBeforeApply(bound, resource, key);
        if (!found) throw error;
        checkControl(resource, found, controlledBy, owner, adopt);
        if (before || !isConflict(error) || !(mayTake || mustCreate)) throw error;
        before = found as DeepReadonly<T>;
        return send(mayTake, { uid: found.metadata.uid });
      };

      // Of an object that we know, write to this very one, not to one that was made anew under its name.
      const identity = before ? { uid: before.metadata.uid } : mustCreate ? isNotThere : {};
      const answer = await send(mayTake, identity).catch(asConflict).catch(onRefusal);
      const readable = answer as DeepReadonly<T>;
      if (!rest.dryRun) {
        const repaired = before !== undefined && memory.wasApplied(resource, intended, before);
        memory.remember(resource, intended, readable);
        onResult?.(resultOf(before, readable, repaired), readable);
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

/** Which object an apply is for. */
interface Identity {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/**
 * Of an object that is not to be there: the API server creates from an apply whatever version it names, and an apply to
 * an object of another version is a Conflict. No object is of version 1: etcd's counter begins there, before the first
 * write.
 */
const isNotThere: Identity = { resourceVersion: '1' };

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
 * An apply to an object that was made anew since the cache saw it is refused as an attempt to change its uid: for the
 * caller that is a conflict like any other, which goes away once the cache has caught up.
 */
function asConflict(error: unknown): never {
  if (!isInvalidField(error, 'metadata.uid')) throw error;
  throw new StatusError({ ...error.status, reason: 'Conflict', code: 409 }, { cause: error });
}
