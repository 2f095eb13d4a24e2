import { type ObjectKey, parseObjectKey, randomUuid } from '@kb/apimachinery';
import type { ReconcileClient } from '../../client/reconcile-client.ts';
import { recordCluster } from '../../client/recorded/record-requests.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { EventRecorder } from '../../events/event-recorder.ts';
import { reportingLogger } from '../../inspection/reporting-logger.ts';
import { createRunRecorder, type RunRecorder } from '../../inspection/run-recorder.ts';
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
  #recorder: RunRecorder | undefined;

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
    this.#client ??= this.#environment.clientOf(this.signal, this.#recorder);
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
    const { clusterOf } = this.#environment;
    const recorder = this.#recorder;
    return recorder ? (name) => recordCluster(clusterOf(name), recorder) : clusterOf;
  }

  /** Records what the run does; undefined unless someone inspects it. */
  get recorder(): RunRecorder | undefined {
    return this.#recorder;
  }

  /** Begins to record the run, before its reconciler is called. */
  record(): RunRecorder {
    const { reconcileID, item } = this;
    const { inspector, controller } = this.#environment;
    this.#recorder = createRunRecorder(inspector, { reconcileID, controller: controller.name, item });
    return this.#recorder;
  }

  #makeLog(): Logger {
    const { reconcileID } = this;
    const log = logOfKey(this.#environment, this.key, { reconcileID });
    const recorder = this.#recorder;
    return recorder ? reportingLogger(log, (line) => recorder.line(line)) : log;
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
