import type { InspectedChange } from '@kb/runtime/inspection';
import type { KindRef, ObjectRef, ShownObject } from './objects.ts';

/**
 * What a page can ask for. Writes go to the API server with the user's own credentials, with the field manager
 * `kb-dashboard`.
 */
export type Call =
  /** The OpenAPI schema of a kind with its references resolved, for forms. */
  | { readonly do: 'schema'; readonly kind: KindRef }
  /** Checks a manifest against the server: a dry run, with what would change. */
  | { readonly do: 'dry-run'; readonly write: Write }
  | { readonly do: 'write'; readonly write: Write }
  /** The replicas of the scale subresource. */
  | { readonly do: 'read-scale'; readonly ref: ObjectRef }
  | { readonly do: 'scale'; readonly ref: ObjectRef; readonly replicas: number }
  | { readonly do: 'delete'; readonly ref: ObjectRef; readonly propagation: 'Background' | 'Foreground' | 'Orphan' }
  /** Any two revisions of an object. */
  | { readonly do: 'compare'; readonly ref: ObjectRef; readonly from: string; readonly to: string }
  /** Parses YAML and returns the object, or fails with the place of the mistake. */
  | { readonly do: 'parse'; readonly yaml: string }
  /** The object as YAML, without managed fields unless they are asked for. */
  | { readonly do: 'print'; readonly object: ShownObject; readonly managedFields: boolean }
  /** Trouble and time for an embedded cluster; refused elsewhere. */
  | { readonly do: 'trouble'; readonly trouble: Trouble }
  /** What the keys of `kb dev` do. */
  | { readonly do: 'operator'; readonly action: 'restart' | 'pause' | 'resume' };

/** A write: `apply` is server-side apply, `force` takes fields over from other managers. */
export type Write =
  | { readonly verb: 'create'; readonly object: ShownObject }
  | { readonly verb: 'update'; readonly object: ShownObject }
  | { readonly verb: 'apply'; readonly object: ShownObject; readonly force: boolean }
  | { readonly verb: 'patch'; readonly ref: ObjectRef; readonly patch: unknown; readonly as: 'merge' | 'json' };

/** What can happen to a cluster. */
export type Trouble =
  | { readonly kind: 'fail-pod'; readonly ref: ObjectRef; readonly exitCode: number }
  | { readonly kind: 'stop-node' | 'start-node'; readonly node: string }
  /** Ends all watches of the operator, as a restarting API server does. */
  | { readonly kind: 'cut-watches' }
  /** Lets the clock of the cluster run ahead. */
  | { readonly kind: 'advance-clock'; readonly ms: number };

/** What a call returns, by its name. */
export type CallResult =
  | { readonly do: 'schema'; readonly schema: unknown }
  | {
      readonly do: 'dry-run';
      readonly object: ShownObject;
      readonly changes: readonly InspectedChange[];
      readonly warnings: readonly string[];
    }
  | { readonly do: 'write'; readonly object: ShownObject; readonly warnings: readonly string[] }
  /** `desired` as in its spec, `current` as in its status. */
  | { readonly do: 'read-scale'; readonly desired: number; readonly current: number }
  | { readonly do: 'scale' }
  | { readonly do: 'delete' }
  | {
      readonly do: 'compare';
      readonly before?: ShownObject;
      readonly after?: ShownObject;
      readonly changes: readonly InspectedChange[];
    }
  | { readonly do: 'parse'; readonly object: ShownObject }
  | { readonly do: 'print'; readonly yaml: string }
  | { readonly do: 'trouble' }
  | { readonly do: 'operator' };
