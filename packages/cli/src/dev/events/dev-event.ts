import type { JsonDiagnostic } from '@kb/codegen';
import type { InspectionRecord, ReconcileBegan } from '@kb/runtime/inspection';
import type { Place } from './place.ts';

/** Why an operator is started. */
export type StartReason = 'start' | 'saved' | 'crashed' | 'asked' | 'log-level' | 'resumed';

/** An object of the cluster. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for objects of the whole cluster. */
  readonly namespace: string;
  readonly name: string;
}

/** A reconcile that has begun and not ended. */
export type RunningReconcile = Pick<ReconcileBegan, 'reconcileID' | 'controller' | 'key'>;

/**
 * What happens in `kb dev`: shown as text, or with `--json` one a line, each with its `time`. Another kind of line can
 * be added at any time; a program that reads them ignores the kinds that it does not know.
 */
export type DevEvent =
  /** The session has a cluster. `kubeconfig`: for kubectl. `access`: who may do everything there. */
  | {
      readonly event: 'cluster';
      readonly server: string;
      readonly embedded: boolean;
      readonly kubeconfig: string;
      readonly access: string;
    }
  /** The live page is served. Who has the address may do what the developer may. */
  | { readonly event: 'page'; readonly url: string }
  /** Files were generated: how many there are, and which of them changed. */
  | { readonly event: 'generated'; readonly files: number; readonly changed: readonly string[] }
  /** The generator found mistakes: nothing was written. Or only warnings. */
  | {
      readonly event: 'diagnostics';
      readonly failed: boolean;
      readonly diagnostics: readonly JsonDiagnostic[];
      /** The same for people. */
      readonly text: string;
    }
  /** CustomResourceDefinitions are served as the project has them. */
  | { readonly event: 'crd-applied'; readonly names: readonly string[]; readonly milliseconds: number }
  /** The API server refused a manifest; what it served before, it still serves. */
  | { readonly event: 'manifest-refused'; readonly file: string; readonly message: string }
  /** What a new schema means for an object that was there before. */
  | {
      readonly event: 'object-kept';
      readonly object: ObjectName;
      /** Fields that the API server no longer returns. */
      readonly pruned: readonly string[];
      /** Why the object would be refused now. */
      readonly invalid?: string | undefined;
    }
  /** Webhook configurations are in the cluster. */
  | { readonly event: 'webhooks-applied'; readonly names: readonly string[]; readonly origin: string }
  /** A process of the operator was started. */
  | { readonly event: 'operator-started'; readonly pid: number | undefined; readonly reason: StartReason }
  /** Its controllers work. `milliseconds`: since the save or whatever was the reason. */
  | {
      readonly event: 'operator-ready';
      readonly pid: number | undefined;
      readonly reason: StartReason;
      readonly milliseconds: number;
    }
  /** The operator has run for some time, and none of its controllers works. */
  | { readonly event: 'operator-not-ready'; readonly pid: number | undefined; readonly milliseconds: number }
  /**
   * The operator's event loop is blocked. `milliseconds`: for how long it has not answered. `reconciles`: what had
   * begun and not ended then, as far as it is known, the latest first.
   */
  | {
      readonly event: 'operator-hangs';
      readonly pid: number | undefined;
      readonly milliseconds: number;
      readonly reconciles: readonly RunningReconcile[];
    }
  /** An answer has come again. `milliseconds`: for how long it had not. */
  | { readonly event: 'operator-answers'; readonly pid: number | undefined; readonly milliseconds: number }
  /** The operator's code could not be imported. `running`: an operator with the code before still runs. */
  | {
      readonly event: 'operator-not-loaded';
      readonly message: string;
      readonly place?: Place | undefined;
      /** The lines around the place, with a mark. */
      readonly frame: readonly string[];
      readonly running: boolean;
    }
  /** The operator ended by itself. `retryIn`: milliseconds until it is started again. */
  | {
      readonly event: 'operator-ended';
      readonly code: number;
      /** What it printed last, if that is an error. */
      readonly message: string;
      readonly place?: Place | undefined;
      readonly frame: readonly string[];
      readonly retryIn: number;
    }
  /** The operator does not end, and is killed. */
  | { readonly event: 'operator-killed'; readonly pid: number | undefined }
  | { readonly event: 'operator-paused' }
  /** A line that the operator printed. `routine`: it only tells that the operator starts or ends. */
  | {
      readonly event: 'operator-log';
      readonly line: string;
      readonly level?: string | undefined;
      readonly routine: boolean;
    }
  /** The API server refused a request of the operator. `granted`: although roles allow it. `advice`: what to write. */
  | {
      readonly event: 'request-refused';
      readonly request: string;
      readonly granted: boolean;
      readonly advice: readonly string[];
    }
  /**
   * What the operator's runtime published about a run, an event, or itself. The terminal shows the causes of
   * reconciles, with the changes that these made.
   */
  | { readonly event: 'inspection'; readonly record: InspectionRecord }
  /** Sources were saved. */
  | { readonly event: 'saved'; readonly files: readonly string[] }
  | { readonly event: 'sample-applied'; readonly file: string }
  | { readonly event: 'sample-refused'; readonly file: string; readonly message: string }
  /** An object was created, changed or deleted. */
  | {
      readonly event: 'object';
      readonly change: 'created' | 'changed' | 'deleted' | 'event';
      readonly object: ObjectName;
      /** The object whose story this belongs to: its first owner, or itself. */
      readonly story: ObjectName;
      readonly text: string;
      /** Who wrote it: the manager of the fields. */
      readonly by?: string | undefined;
    }
  /** Mistakes that the type checker found in the background; none after they are mended. */
  | { readonly event: 'types'; readonly errors: readonly TypeMistake[] }
  /** A step of the story was observed, or not: with `--once`. */
  | {
      readonly event: 'step';
      readonly name: string;
      readonly milliseconds: number;
      readonly error?: string | undefined;
    }
  /** Anything else worth a line. */
  | { readonly event: 'notice'; readonly label: string; readonly text: string };

/** A change of an object. */
export type ObjectEvent = Extract<DevEvent, { readonly event: 'object' }>;

/** A mistake that the type checker found. */
export interface TypeMistake {
  readonly place: Place;
  /** Such as `TS2322`. */
  readonly code: string;
  readonly message: string;
  readonly frame: readonly string[];
}

/** Gets what happens. */
export type Tell = (event: DevEvent) => void;
