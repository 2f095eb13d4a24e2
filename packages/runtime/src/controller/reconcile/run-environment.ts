import type { Clock, Random } from '@kb/apimachinery';
import type { ReconcileClient } from '../../client/reconcile-client.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { Inspector } from '../../inspection/inspector.ts';
import type { RunRecorder } from '../../inspection/run-recorder.ts';
import type { Logger } from '../../log/logger.ts';
import type { AddOptions, PriorityQueue } from '../../queue/priority-queue.ts';
import type { Tracer } from '@kb/client';
import type { ReconcileCause } from '../causes/causes.ts';
import type { ControllerMetrics } from '../controller-metrics.ts';
import type { ResolvedControllerOptions } from '../controller-options.ts';
import type { Controller } from '../controller.ts';
import type { RunBoard } from '../../run-board.ts';
import type { Source, Watching } from '../source/source.ts';

/** What all runs of one controller have in common. */
export interface RunEnvironment {
  readonly controller: Controller;
  readonly options: ResolvedControllerOptions;
  readonly queue: PriorityQueue<string>;
  readonly events: EventRecorder;
  readonly clock: Clock;
  readonly random: Random;
  /** Has the controller's values. */
  readonly log: Logger;
  readonly now: () => number;
  readonly watch: (source: Source) => Watching;
  readonly clusterOf: (name?: string) => Cluster;
  /**
   * Returns the client whose calls end with that signal: created once for a signal that all runs share, unless the run
   * is recorded.
   */
  readonly clientOf: (signal: AbortSignal, recorder?: RunRecorder) => ReconcileClient;
  /** Queues a key again, for that cause. */
  readonly requeue: (item: string, cause: ReconcileCause, options: AddOptions) => void;
  readonly metrics: ControllerMetrics | undefined;
  readonly tracer: Tracer | undefined;
  readonly inspector: Inspector;
  /** Where runs are noted that may block the event loop; undefined when nothing reads the notes. */
  readonly board: RunBoard | undefined;
  /** How long the last key was ready before it was handed out, in seconds; defined when there is a
   * tracer or an inspection at the start. */
  readonly queueWait: ((item: string) => number | undefined) | undefined;
}
