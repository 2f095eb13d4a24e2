import { type ObjectKey, parseObjectKey, randomUuid } from '@kb/apimachinery';
import type { ReconcileClient } from '../../client/reconcile-client.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { Logger, LogValues } from '../../log/logger.ts';
import type { ReconcileCause } from '../causes/causes.ts';
import type { ReconcileContext } from '../controller.ts';
import type { RunEnvironment } from './run-environment.ts';
import type { Source, Watching } from '../source/source.ts';

/**
 * One run of a reconciler, as its context. A class, because getters that compute members when they are read then cost
 * no function per run: most runs read two members.
 */
export class ReconcileRun implements ReconcileContext {
  readonly item: string;
  readonly priority: number;
  readonly causes: readonly ReconcileCause[];
  readonly signal: AbortSignal;
  readonly #environment: RunEnvironment;
  #client: ReconcileClient | undefined;
  #key: ObjectKey | undefined;
  #log: Logger | undefined;
  #reconcileID: string | undefined;

  constructor(
    environment: RunEnvironment,
    item: string,
    priority: number,
    causes: readonly ReconcileCause[],
    signal: AbortSignal,
  ) {
    this.#environment = environment;
    this.item = item;
    this.priority = priority;
    this.causes = causes;
    this.signal = signal;
  }

  get key(): ObjectKey {
    this.#key ??= parseObjectKey(this.item);
    return this.#key;
  }

  get client(): ReconcileClient {
    this.#client ??= this.#environment.clientOf(this.signal);
    return this.#client;
  }

  get events(): EventRecorder {
    return this.#environment.events;
  }

  get log(): Logger {
    this.#log ??= this.#makeLog();
    return this.#log;
  }

  get reconcileID(): string {
    this.#reconcileID ??= randomUuid(this.#environment.random);
    return this.#reconcileID;
  }

  get now(): () => number {
    return this.#environment.now;
  }

  get attempt(): number {
    return this.#environment.queue.numRequeues(this.item);
  }

  get watch(): (source: Source) => Watching {
    return this.#environment.watch;
  }

  get cluster(): (name?: string) => Cluster {
    return this.#environment.clusterOf;
  }

  #makeLog(): Logger {
    const { reconcileID } = this;
    return logOfKey(this.#environment, this.key, { reconcileID });
  }
}

/**
 * Makes a logger for one key, with controller-runtime's keys: the kind with the object's key, `namespace`, `name`, and
 * for a run `reconcileID`.
 */
export function logOfKey(
  { log, options, controller }: Pick<RunEnvironment, 'log' | 'options' | 'controller'>,
  key: ObjectKey,
  more: LogValues = {},
): Logger {
  if (options.logConstructor) {
    try {
      return options.logConstructor(log, key).with(more);
    } catch (error) {
      log.error(error, 'logConstructor failed: the default logger is used');
    }
  }
  const { namespace = '', name } = key;
  return log.with({ ...(controller.resource && { [controller.resource.kind]: key }), namespace, name, ...more });
}
