import { badRequest, conflict, type FieldError, fieldInvalid, invalid } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { entriesFromScale } from '@kb/apimachinery/managed-fields';
import type { Call } from '../../context/call.ts';
import { type ApiObject, at, type FrozenObject } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { scaleResource, type ScaleView, withReplicas } from '../../resources/scale.ts';
import { NO_REPLICAS } from './scale-kind.ts';

/** The live object with the replicas of a new Scale. Throws the StatusError of an invalid one. */
export function withScale(live: FrozenObject, next: ApiObject, view: ScaleView, endpoint: Call['endpoint']): ApiObject {
  checkScale(next, live, endpoint);
  if (replicasOf(next) === NO_REPLICAS)
    refuse(badRequest(`the spec replicas field ".${view.specReplicas.join('.')}" cannot be empty`));
  const parent = withReplicas(live, view, replicasOf(next));
  const { managedFields: _, ...metadata } = parent.metadata;
  const ownership = entriesFromScale(
    live.metadata.managedFields,
    next.metadata.managedFields,
    endpoint.resource.apiVersion,
    view.replicasPaths,
  );
  return {
    ...parent,
    metadata: {
      ...metadata,
      ...(ownership && { managedFields: ownership }),
      resourceVersion: next.metadata.resourceVersion ?? '',
    },
  };
}

function replicasOf(scale: ApiObject): number {
  const replicas = at(scale, 'spec', 'replicas');
  return typeof replicas === 'number' ? replicas : 0;
}

function checkScale(
  { metadata, spec }: ApiObject,
  live: FrozenObject,
  { resource, name, namespace }: Call['endpoint'],
): void {
  if (metadata.name && metadata.name !== name) {
    refuse(badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`));
  }
  if (metadata.namespace && metadata.namespace !== namespace) {
    refuse(badRequest('the namespace of the provided object does not match the namespace sent on the request'));
  }
  // The custom object's own validation reports invalid numbers.
  if (resource.custom) return;
  if (metadata.uid && metadata.uid !== live.metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: ${live.metadata.uid ?? ''}`;
    refuse(conflict({ group: resource.group, plural: `${resource.plural}/scale` }, name, why));
  }
  const replicas = isJsonObject(spec) ? spec.replicas : undefined;
  if (typeof replicas !== 'number' || replicas >= 0) return;
  const errors: FieldError[] = [fieldInvalid('spec.replicas', replicas, 'must be greater than or equal to 0')];
  refuse(invalid({ group: scaleResource.group, kind: scaleResource.kind }, name, errors));
}
