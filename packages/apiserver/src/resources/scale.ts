import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject, setOwn } from '@kb/apimachinery/codec';
import type { ReplicasPaths } from '@kb/apimachinery/managed-fields';
import { namedGoType } from '../serializer/compile-go-type.ts';
import { DecodeContext } from '../serializer/decode-context.ts';
import { type ApiObject, asJson, at, type FrozenObject } from '../objects/api-object.ts';

/** How a resource is scaled: the paths of its replica counts and of its selector. */
export interface ScaleView {
  readonly specReplicas: readonly string[];
  readonly statusReplicas: readonly string[];
  readonly selectorOf: (object: FrozenObject) => string;
  /** False: an object without a number of replicas has no Scale (custom resources). */
  readonly replicasOptional: boolean;
  /** For managed fields: where the replicas are in each version. */
  readonly replicasPaths: ReplicasPaths;
}

/** The kind that scale subresources serve. */
export const scaleResource = { group: 'autoscaling', version: 'v1', kind: 'Scale' } as const;

/** Decodes a Scale, or completes one, as Go's type does. Throws a DecodeError. */
export function decodeScale(value: JsonObject, context: DecodeContext = new DecodeContext()): ApiObject {
  return namedGoType('autoscaling/v1.Scale').decode(value, context) as ApiObject;
}

/**
 * Returns the Scale of an object, without managed fields. If the object has no number of replicas, the Scale shows
 * `absent`; without `absent`, the result is undefined unless replicas are optional.
 */
export function scaleOf(object: FrozenObject, view: ScaleView, absent?: number): ApiObject | undefined {
  const replicas = at(asJson(object), ...view.specReplicas) ?? absent;
  if (typeof replicas !== 'number' && !view.replicasOptional) return undefined;
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const running = at(asJson(object), ...view.statusReplicas);
  return decodeScale({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp } as JsonObject,
    spec: { replicas: typeof replicas === 'number' ? replicas : 0 },
    status: { replicas: typeof running === 'number' ? running : 0, selector: view.selectorOf(object) },
  });
}

/** Returns a copy of the object with this number of replicas. */
export function withReplicas(object: FrozenObject, { specReplicas }: ScaleView, replicas: number): ApiObject {
  return replaceAt(asJson(object) as JsonObject, specReplicas, replicas) as ApiObject & JsonObject;
}

function replaceAt(object: JsonObject, [key, ...rest]: readonly string[], value: number): JsonObject {
  const copy = { ...object };
  if (key === undefined) return copy;
  const child = copy[key];
  setOwn(copy, key, rest.length === 0 ? value : replaceAt(isJsonObject(child) ? child : {}, rest, value));
  return copy;
}
