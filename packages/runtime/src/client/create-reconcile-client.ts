import { type DeepReadonly, isControlledBy, isNotFound, type KubernetesObject, type Resource } from '@kb/apimachinery';
import { type Client, withFieldOwner, withSignal } from '@kb/client';
import type { Cache } from '../cache/cache.ts';
import type { AnyResource } from '../resources.ts';
import type { ApplyMemory } from './apply-memory.ts';
import type { RunRecorder } from '../inspection/run-recorder.ts';
import { type ApplyContext, applyObject } from './apply-object.ts';
import { noteWrites } from './note-writes.ts';
import type { ReconcileApplyOptions, ReconcileClient } from './reconcile-client.ts';
import { recordReads } from './recorded/record-reads.ts';
import { recordRequests, recordSavedApply } from './recorded/record-requests.ts';

/** Dependencies of {@link createReconcileClient}. */
export interface ReconcileClientDependencies {
  readonly client: Client;
  readonly cache: Cache;
  /** Shared by all controllers of a manager. */
  readonly memory: ApplyMemory;
  /** The name of the writer in managed fields. */
  readonly fieldManager: string;
  /** Called with the response of every write except dry runs. */
  readonly onWritten?: (resource: AnyResource, object: KubernetesObject) => void;
  /** Records what the run of this client reads and sends. Absent: it is not recorded. */
  readonly recorder?: RunRecorder | undefined;
}

/** Creates the client of one reconcile. `signal` aborts all its calls. */
export function createReconcileClient(dependencies: ReconcileClientDependencies, signal: AbortSignal): ReconcileClient {
  const { cache, memory, fieldManager, onWritten, recorder } = dependencies;
  const sending = recorder
    ? recordRequests(dependencies.client, { recorder, cache, cluster: '' })
    : dependencies.client;

  const noted = noteWrites(sending, {
    written: (resource, object) => {
      cache.find(resource)?.recordWrite(object);
      onWritten?.(resource, object);
    },
    deleted: (resource, key, uid) => cache.find(resource)?.recordDelete(key, uid),
  });
  const client = withFieldOwner(withSignal(noted, signal), fieldManager);
  const context: ApplyContext = {
    client,
    cache,
    memory,
    fieldManager,
    ...(recorder && { onSaved: (...apply) => recordSavedApply(recorder, ...apply) }),
  };

  const applyTo =
    (subresource: 'status' | undefined) =>
    <T extends KubernetesObject, A>(
      resource: Resource<T, A>,
      object: unknown,
      options: ReconcileApplyOptions = {},
    ): Promise<DeepReadonly<T>> =>
      applyObject(context, subresource, resource, object, options);

  return {
    ...client,
    cached: recorder ? recordReads(cache, recorder) : cache.cached,
    apply: applyTo(undefined),
    applyStatus: applyTo('status'),
    deleteControlled: async (resource, key, { controlledBy, ...options }) => {
      const live = cache.cached(resource).get(key);
      if (!live || live.metadata.deletionTimestamp || !isControlledBy(live, controlledBy)) return false;
      try {
        await client.delete(resource, key, { ...options, preconditions: { uid: live.metadata.uid } });
        return true;
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
    },
  };
}
