import type { JsonObject, JsonValue } from '../../json.ts';

/**
 * A sequence of requests to one object, and what a real API server made of them. Requests are a second apart, so that
 * times show who wrote.
 */
export interface Scenario {
  readonly name: string;
  /** Which of the kinds of {@link kinds}. */
  readonly kind: KindName;
  readonly steps: readonly Step[];
}

/** One request. */
export interface Step {
  readonly verb: 'create' | 'update' | 'apply' | 'merge' | 'json' | 'strategic';
  readonly manager: string;
  readonly force?: boolean;
  readonly subresource?: 'status' | 'scale';
  /** Of a kind that has several. Default: the first. */
  readonly apiVersion?: string;
  /**
   * What is sent. apiVersion, kind, name and namespace are filled in where it is an object. For `update`, what is
   * merged (RFC 7386) into the live object.
   */
  readonly body: JsonValue;
}

/** What came back: for each step. */
export interface Recording {
  readonly name: string;
  readonly kind: KindName;
  readonly answers: readonly Answer[];
}

export interface Answer {
  readonly code: number;
  /** What was sent, with everything filled in. */
  readonly sent: JsonValue;
  /**
   * The object, or the Status. Times are those of the steps ({@link timeOfStep}), versions and uids numbered as they
   * come.
   */
  readonly body: JsonObject;
  /** Where the answer is not the object itself (Scale): the object afterwards. */
  readonly object?: JsonObject;
}

export type KindName = 'Widget' | 'ConfigMap' | 'Deployment' | 'Service' | 'Pod';

export interface Kind {
  readonly kind: string;
  readonly apiVersions: readonly [string, ...string[]];
  readonly plural: string;
  /** What an empty object of the Go type prints; absent for custom resources. */
  readonly empty?: JsonObject;
  /** Fields that the server assigns to a new object only after it has found the managed fields: dotted paths. */
  readonly assigned?: readonly string[];
  /** The field of `spec` that Scale shows as its replicas. */
  readonly replicas?: string;
  /** Fields that writes to the resource itself, and to its status, do not set: dotted paths. */
  readonly resetFields: { readonly main: readonly string[]; readonly status: readonly string[] };
}

export const kinds: Record<KindName, Kind> = {
  Widget: {
    kind: 'Widget',
    apiVersions: ['kb.example.com/v1', 'kb.example.com/v1beta1'],
    plural: 'widgets',
    replicas: 'size',
    resetFields: { main: ['status'], status: ['metadata', 'spec'] },
  },
  ConfigMap: {
    kind: 'ConfigMap',
    apiVersions: ['v1'],
    plural: 'configmaps',
    empty: { metadata: {} },
    resetFields: { main: [], status: [] },
  },
  Deployment: {
    kind: 'Deployment',
    apiVersions: ['apps/v1'],
    plural: 'deployments',
    replicas: 'replicas',
    empty: {
      metadata: {},
      spec: { selector: null, template: { metadata: {}, spec: { containers: null } }, strategy: {} },
      status: {},
    },
    resetFields: { main: ['status'], status: ['spec', 'metadata.labels'] },
  },
  Service: {
    kind: 'Service',
    apiVersions: ['v1'],
    plural: 'services',
    empty: { metadata: {}, spec: {}, status: { loadBalancer: {} } },
    assigned: ['spec.clusterIP', 'spec.clusterIPs', 'spec.ipFamilies', 'spec.ipFamilyPolicy'],
    resetFields: { main: ['status'], status: ['spec'] },
  },
  Pod: {
    kind: 'Pod',
    apiVersions: ['v1'],
    plural: 'pods',
    empty: { metadata: {}, spec: { containers: null }, status: {} },
    assigned: ['spec.priority', 'spec.preemptionPolicy'],
    resetFields: { main: ['status'], status: ['spec', 'metadata.deletionTimestamp', 'metadata.ownerReferences'] },
  },
};

/** The time at which step `index` (from 0) happens in a recording. */
export function timeOfStep(index: number): string {
  return `2026-01-01T00:${String(Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}Z`;
}
