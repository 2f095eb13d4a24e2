import { entriesForScale } from '@kb/apimachinery/managed-fields';
import type { Call } from '../../context/call.ts';
import type { ApiObject, FrozenObject } from '../../objects/api-object.ts';
import { admitPosted } from '../../pipelines/admission/admit-posted.ts';
import { scaleResource, type ScaleView } from '../../resources/scale.ts';
import { writeCaller } from '../admission-caller.ts';
import { scaleKind, scaleOrRefuse } from './scale-kind.ts';

/** Runs admission for a Scale that replaces that of the live object, as `admitPosted` does. */
export function admitScale(
  { server, request, endpoint: { resource, namespace, name } }: Call,
  view: ScaleView,
  live: FrozenObject,
  object: ApiObject,
): ApiObject | Promise<ApiObject> {
  const caller = writeCaller(server, request, 'UpdateOptions');
  const old = scaleOrRefuse(live, view, view.replicasOptional ? undefined : 0);
  const entries = entriesForScale(live.metadata.managedFields, view.replicasPaths);
  if (entries) old.metadata.managedFields = entries;
  return admitPosted(server, {
    caller,
    operation: 'UPDATE',
    resource,
    subresource: 'scale',
    kind: scaleResource,
    codec: scaleKind.codec,
    namespace,
    name,
    object,
    old,
  });
}
