import type { InspectedChange, InspectedKey } from './inspected-values.ts';
import type {
  EventNotQueued,
  ReconcileBegan,
  ReconcileEnded,
  ReconcileLine,
  ReconcileLoop,
  ReconcileRead,
  ReconcileRequest,
} from './reconcile-records.ts';

/**
 * What an operator under inspection publishes about itself, one record at a time. Records are plain JSON: they leave
 * the process through {@link INSPECTION_CHANNEL}, and `kb dev` shows them in the terminal, in `--json` lines and on its
 * page. Times are milliseconds since the epoch, durations milliseconds.
 */
export type InspectionRecord =
  | OperatorDescription
  | ReconcileBegan
  | ReconcileRead
  | ReconcileRequest
  | ReconcileLine
  | ReconcileEnded
  | ReconcileLoop
  | EventNotQueued
  | WebhookCall
  | OperatorState
  | DroppedRecords;

/**
 * The name of the channel of `node:diagnostics_channel` on which the runtime publishes {@link InspectionRecord}s.
 * Nothing is computed for it while nobody subscribes.
 */
export const INSPECTION_CHANNEL = 'kb.runtime.inspection';

/**
 * The controllers of a manager and what wakes them. Published when they are about to start, or before the first other
 * record if someone subscribes later.
 */
export interface OperatorDescription {
  readonly type: 'operator';
  readonly time: number;
  readonly controllers: readonly InspectedController[];
  /** The paths of its webhooks. */
  readonly webhooks: readonly string[];
}

/** A controller of a manager. */
export interface InspectedController {
  readonly name: string;
  /** `Widget.example.com`: kind and group of what it reconciles; absent for keys that stand for something else. */
  readonly groupKind?: string;
  /** The sources that wake it, such as `watch source: Widget`. */
  readonly sources: readonly string[];
  /** The names of the predicates of each source, in the order of `sources`; none where every event wakes it. */
  readonly predicates?: readonly (readonly string[])[];
  readonly workers: number;
  /**
   * The file and line where its description begins, such as `packages/controller/src/web.controller.ts:12`: relative to
   * the folder of the process if it is below. Absent if it is not known.
   */
  readonly definedAt?: string;
}

/** A call of a webhook of the operator. */
export interface WebhookCall {
  readonly type: 'webhook-call';
  /** When it began. */
  readonly time: number;
  readonly durationMs: number;
  readonly path: string;
  readonly kind: 'mutating' | 'validating' | 'conversion';
  /** Such as `UPDATE`; absent for a conversion. */
  readonly operation?: string;
  readonly groupKind?: string;
  readonly subresource?: string;
  /** The object; for a conversion the first one. */
  readonly object?: InspectedKey;
  readonly user?: string;
  readonly dryRun: boolean;
  readonly allowed: boolean;
  /** What the client gets to read, or what a conversion is to: `3 objects to example.com/v2`. */
  readonly message?: string;
  readonly warnings: readonly string[];
  /** What a mutating webhook changed, at most fifty fields; those of Secrets without values. */
  readonly changes: readonly InspectedChange[];
}

/** The state of the operator: at most twice a second, and only after other records. */
export interface OperatorState {
  readonly type: 'operator-state';
  readonly time: number;
  readonly leader?: { readonly lease: string; readonly holder: string; readonly isThis: boolean };
  readonly memoryBytes: number;
  readonly controllers: readonly InspectedQueue[];
  readonly caches: readonly InspectedCache[];
}

/** The queue of a controller. */
export interface InspectedQueue {
  readonly name: string;
  /** How many keys are ready. */
  readonly depth: number;
  readonly running: number;
  /** How many keys wait for a time: back-off and requeueAfter. */
  readonly waitingCount: number;
  /** Some of the keys that wait, the next first, at most a hundred. Empty for a custom queue. */
  readonly waiting: readonly {
    readonly key: InspectedKey;
    readonly at: number;
    /** How often it has failed in a row. */
    readonly attempt: number;
  }[];
}

/** A watch of the cache. */
export interface InspectedCache {
  /** Absent: the manager's own cluster. */
  readonly cluster?: string;
  readonly groupKind: string;
  /** Absent: all namespaces. */
  readonly namespace?: string;
  readonly objects: number;
  readonly synced: boolean;
  /** Why it does not sync, or the last failure of its watch. */
  readonly error?: string;
}

/**
 * Records that were left out, because there were too many: the operator must not be slowed. The records of a run that
 * is left out are not counted one by one.
 */
export interface DroppedRecords {
  readonly type: 'dropped';
  readonly time: number;
  readonly records: number;
  readonly runs: number;
}
