import {
  controllerOf,
  type DeepReadonly,
  keyOf,
  type KubernetesObject,
  type ResourceDefinition,
} from '@kb/apimachinery';
import { AlreadyControlledError } from './already-controlled-error.ts';
import { type FieldOwner, hasApplied } from './owned-fields.ts';

/**
 * Throws an {@link AlreadyControlledError} unless `live` is for `owner` to change: it controls it, or nobody does and
 * this controller has applied the object before (somebody removed the owner reference, or the owner was deleted without
 * its children and made again), or `adopt` says so.
 *
 * What has neither controller nor our mark was made by somebody else: a controller creates an object and its owner
 * reference in one request.
 */
export function checkControl(
  resource: ResourceDefinition,
  live: DeepReadonly<KubernetesObject>,
  owner: DeepReadonly<KubernetesObject>,
  applier: FieldOwner,
  adopt: boolean,
): void {
  const controller = controllerOf(live);
  if (controller ? controller.uid === owner.metadata.uid : adopt || hasApplied(live, applier)) return;
  throw new AlreadyControlledError(resource, keyOf(live), controller);
}
