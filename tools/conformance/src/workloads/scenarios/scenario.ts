import type { KubernetesObject } from '@kb/apimachinery';

/** The kinds that scenarios name. */
export type KindName =
  'ConfigMap' | 'Deployment' | 'EndpointSlice' | 'Namespace' | 'Pod' | 'ReplicaSet' | 'Service' | 'ServiceAccount';

/**
 * One object of the scenario's namespace: by name, or the first whose name begins so. `$NAMESPACE` is the namespace
 * itself.
 */
export type ObjectName = string | { readonly startsWith: string };

/**
 * An object as a scenario creates it. Strings `uid of ⟨Kind⟩ ⟨name⟩` stand for the uid of an object of the namespace.
 */
export type ScenarioObject = Pick<KubernetesObject, 'apiVersion' | 'kind'> & {
  readonly metadata: object;
  readonly [field: string]: unknown;
};

/** What happens in a scenario. */
export type Step =
  | { readonly create: ScenarioObject }
  | { readonly patch: KindName; readonly name: ObjectName; readonly with: object; readonly subresource?: 'status' }
  | {
      readonly delete: KindName;
      readonly name: ObjectName;
      readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
    }
  /**
   * Waits until a field has a value, or, without `equals`, until the object is gone; or, without anything, until
   * nothing has changed for `quietMs` (default 800).
   */
  | { readonly until: KindName; readonly name: ObjectName; readonly field: string; readonly equals: unknown }
  | { readonly untilGone: KindName; readonly name: ObjectName }
  | { readonly settle: true; readonly quietMs?: number };

/** Something that users do with workloads, and after which the objects of a namespace are compared. */
export interface Scenario {
  /** In kebab-case: also the name of its namespace and of the file with what is expected. */
  readonly name: string;
  readonly steps: readonly Step[];
  /** Texts that differ from run to run on the real thing: a pattern, and why. They are not compared. */
  readonly varies?: readonly { readonly pattern: RegExp; readonly why: string }[];
}
