import type { JsonObject, JsonValue } from '../../json.ts';

/**
 * A sequence of requests to one object, which are recorded with a real API server. Requests are a second apart, so that
 * times identify them.
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
  /** The version, for a kind with several. Default: the first. */
  readonly apiVersion?: string;
  /**
   * The body of the request. If it is an object, apiVersion, kind, name and namespace are filled in. For `update`, a
   * merge patch (RFC 7386) of the live object.
   */
  readonly body: JsonValue;
}

/** The recorded responses, one for each step. */
export interface Recording {
  readonly name: string;
  readonly kind: KindName;
  readonly answers: readonly Answer[];
}

export interface Answer {
  readonly code: number;
  /** The body that was sent, with everything filled in. */
  readonly sent: JsonValue;
  /**
   * The object, or the Status. Times are replaced by those of the steps ({@link timeOfStep}); versions and uids are
   * numbered in order of appearance.
   */
  readonly body: JsonObject;
  /** The object after the request, if the response is not the object itself (Scale). */
  readonly object?: JsonObject;
}

export type KindName = 'Widget' | 'ConfigMap' | 'Deployment' | 'Service' | 'Pod';

export interface Kind {
  readonly kind: string;
  readonly apiVersions: readonly [string, ...string[]];
  readonly plural: string;
  /** The JSON of the empty Go value; absent for custom resources. */
  readonly empty?: JsonObject;
  /** Dotted paths of fields that the server sets on a new object after it has computed managed fields. */
  readonly assigned?: readonly string[];
  /** The field of `spec` that Scale has as its replicas. */
  readonly replicas?: string;
  /** Dotted paths of fields that writes to the resource, and to its status, do not set. */
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
