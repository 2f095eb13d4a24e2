import {
  type Clock,
  isStatusError,
  type KubernetesObject,
  type Random,
  type Resource,
  resourceId,
  type Transport,
} from '@kb/apimachinery';
import { type ApiClient, createApiClient } from './api-client.ts';
import { createEventRecorder, type EventRecorder } from './event-recorder.ts';
import { type Informer, startInformer } from './informer.ts';
import { createTaskGroup } from './task-group.ts';
import { createWorkQueue, type WorkQueue, type WorkQueueOptions } from './work-queue.ts';

/** Something that a simulated component could not do. It is tried again. */
export interface SimulationFailure {
  /** Such as `deployment-controller`. */
  readonly component: string;
  /** What it worked on, mostly `namespace/name`. */
  readonly key: string;
  readonly error: unknown;
}

/** What every simulated component is made from. */
export interface ContextOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random | undefined;
  /**
   * Hears of every failure. Default: the API server's answers pass in silence, a bug goes to standard error with its
   * stack.
   */
  readonly onError: ((failure: SimulationFailure) => void) | undefined;
}

/** What the simulated components share: time, connections, caches, and one end. */
export interface SimulationContext {
  readonly clock: Clock;
  /** Aborted by {@link SimulationContext.stop}. */
  readonly signal: AbortSignal;
  /** A client that writes under a name. */
  client(fieldManager: string): ApiClient;
  /**
   * The one informer of a resource; it is started when it is first asked for. Throws when that was for metadata alone.
   */
  informer<T extends KubernetesObject, A>(resource: Resource<T, A>): Informer<T>;
  /** That informer if it is there, else one that knows the objects' metadata alone. */
  metadataInformer(resource: Resource): Informer<KubernetesObject>;
  /** Ends the informer of a resource that is no longer served. */
  stopInformer(resource: Resource): void;
  recorder(client: ApiClient, component: string, host?: string): EventRecorder;
  /** A queue of one component that starts when the informers it reads are in sync. */
  queue(
    component: string,
    informers: readonly { readonly synced: Promise<void> }[],
    work: WorkQueueOptions['work'],
    concurrency?: number,
  ): WorkQueue;
  readonly spawn: (work: () => Promise<void>) => void;
  /** Ends everything; resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Makes a {@link SimulationContext}. */
export function createSimulationContext(options: ContextOptions): SimulationContext {
  const { transport, clock, random = () => 0, onError = reportBug } = options;
  const ended = new AbortController();
  const { signal } = ended;
  const report = (component: string, key: string, error: unknown): void => {
    if (!signal.aborted) onError({ component, key, error });
  };
  const tasks = createTaskGroup((error) => report('simulation', '', error));
  const informers = new Map<string, Informer<KubernetesObject>>();
  const partial = new Set<string>();
  const client = (fieldManager: string): ApiClient => createApiClient({ transport, signal, fieldManager });
  const reader = client('kube-controller-manager');

  function informerOf<T extends KubernetesObject, A>(resource: Resource<T, A>, metadataOnly: boolean): Informer<T> {
    const id = resourceId(resource);
    let informer = informers.get(id);
    if (informer === undefined) {
      informer = startInformer({
        client: reader,
        clock,
        random,
        resource: resource as Resource,
        metadataOnly,
        signal,
        onError: (error) => report('informer', id, error),
        spawn: tasks.spawn,
      });
      informers.set(id, informer);
      if (metadataOnly) partial.add(id);
    }
    if (!metadataOnly && partial.has(id)) throw new TypeError(`the informer of ${id} knows metadata alone`);
    // One informer for each resource, so its objects are of the type that the resource's handle names.
    return informer as unknown as Informer<T>;
  }

  return {
    clock,
    signal,
    client,
    informer: (resource) => informerOf(resource, false),
    metadataInformer: (resource) => informerOf(resource, true),
    stopInformer: (resource) => {
      const id = resourceId(resource);
      informers.get(id)?.stop();
      informers.delete(id);
      partial.delete(id);
    },
    recorder: (writer, component, host) =>
      createEventRecorder({
        client: writer,
        clock,
        component,
        ...(host !== undefined && { host }),
        spawn: tasks.spawn,
      }),
    queue: (component, needed, work, concurrency) =>
      createWorkQueue({
        clock,
        signal,
        ready: Promise.all(needed.map(({ synced }) => synced)),
        work,
        ...(concurrency !== undefined && { concurrency }),
        onError: (key, error) => report(component, key, error),
        spawn: tasks.spawn,
      }),
    spawn: tasks.spawn,
    stop: async () => {
      ended.abort(new Error('the simulation was stopped'));
      await tasks.idle();
    },
  };
}

/**
 * Errors of the language itself come from our own code; answers of the server and troubles of the connection do not.
 */
function reportBug({ component, key, error }: SimulationFailure): void {
  const isBug = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  if (isBug && !isStatusError(error)) console.error(`a bug in the simulated ${component} (${key}):`, error);
}
