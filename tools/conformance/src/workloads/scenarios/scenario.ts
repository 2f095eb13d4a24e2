import type { KubernetesObject } from '@kb/apimachinery';
import type { SimulatedNode } from '@kb/simulation';

/** The kinds that scenarios use. */
export type KindName =
  | 'AppService'
  | 'ClusterRole'
  | 'ConfigMap'
  | 'ControllerRevision'
  | 'CronJob'
  | 'DaemonSet'
  | 'Deployment'
  | 'Endpoints'
  | 'EndpointSlice'
  | 'HorizontalPodAutoscaler'
  | 'Job'
  | 'Namespace'
  | 'PersistentVolume'
  | 'PersistentVolumeClaim'
  | 'Node'
  | 'Pod'
  | 'PodDisruptionBudget'
  | 'PriorityClass'
  | 'ReplicaSet'
  | 'ReplicationController'
  | 'ResourceQuota'
  | 'Secret'
  | 'Service'
  | 'ServiceAccount'
  | 'StatefulSet'
  | 'StorageClass'
  | 'ValidatingAdmissionPolicy'
  | 'ValidatingAdmissionPolicyBinding';

/**
 * An object of the scenario's namespace: by its name, or the first whose name has the prefix. `$NAMESPACE` is the
 * namespace itself, and `$NAMESPACE-other/name` an object of another namespace.
 */
export type ObjectName = string | { readonly startsWith: string };

/**
 * An object that a scenario creates. The string `uid of ⟨Kind⟩ ⟨name⟩` stands for the uid of another object of the
 * namespace, and `$NAMESPACE` for the namespace. Objects without a namespace are part of the scenario if they have the
 * label `scenario: $NAMESPACE`; so are the objects of a Namespace with this label.
 */
export type ScenarioObject = Pick<KubernetesObject, 'apiVersion' | 'kind'> & {
  readonly metadata: object;
  readonly [field: string]: unknown;
};

/** A step of a scenario. */
export type Step =
  /** Creates an object; `refused`: the API server forbids it. */
  | { readonly create: ScenarioObject; readonly refused?: true }
  | {
      readonly patch: KindName;
      readonly name: ObjectName;
      readonly with: object;
      readonly subresource?: 'scale' | 'status';
    }
  | {
      readonly delete: KindName;
      readonly name: ObjectName;
      readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
    }
  /** Evicts a Pod; `refused`: a disruption budget does not allow it. */
  | { readonly evict: ObjectName; readonly refused?: true }
  /**
   * Waits: until a field of an object has a value, or another one than `differs`; until an object is gone; or until
   * nothing has changed for `quietMs` (default: 800), or for longer on a slow machine: so nothing else may be due soon.
   */
  | { readonly until: KindName; readonly name: ObjectName; readonly field: string; readonly equals: unknown }
  | { readonly until: KindName; readonly name: ObjectName; readonly field: string; readonly differs: unknown }
  | { readonly untilGone: KindName; readonly name: ObjectName }
  | { readonly settle: true; readonly quietMs?: number }
  /** Waits for a time: for objects about which a controller records the same again and again. */
  | { readonly waitMs: number };

/** What users do with workloads, step by step. Afterwards the objects of the namespace are compared. */
export interface Scenario {
  /** In kebab-case; part of the names of its namespace and of its recording. */
  readonly name: string;
  readonly steps: readonly Step[];
  /**
   * The nodes of its cluster, which it then has for itself: on the real control plane with kube-scheduler and the
   * controllers of nodes. Their objects, and the Events about Pods, are compared too. Default: one node, shared with
   * other scenarios, and the simulation's own scheduler.
   */
  readonly nodes?: readonly SimulatedNode[];
  /** True: it uses the custom resource of the sample project. */
  readonly definitions?: true;
  /** Kinds whose objects are compared in this scenario only. */
  readonly alsoCompared?: readonly KindName[];
  /** Patterns of texts that vary on the real control plane, with the reason. They are not compared. */
  readonly varies?: readonly { readonly pattern: RegExp; readonly why: string }[];
}
