import {
  type DeepReadonly,
  type KubernetesObject,
  keyOf,
  type ObjectKeyLike,
  type ResourceDefinition,
} from '@kb/apimachinery';
import type { WriteOptions } from '../../call-options.ts';
import { writeParameters } from '../request/query.ts';
import { requestObject } from '../request/request-json.ts';
import { withResourceKind } from '../request/resource-kind.ts';
import { requireWhole } from './metadata-only.ts';
import { objectTarget } from '../request/request-target.ts';
import type { RestConfig } from '../request/rest-config.ts';

/**
 * Replaces an object, or its status through the status subresource. `object` is of the resource's kind; the conditional
 * types of {@link Client.update} hide that from the compiler.
 */
export async function updateObject<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  object: object,
  options?: WriteOptions,
  subresource?: 'status',
): Promise<T> {
  const key = keyOf(object as DeepReadonly<KubernetesObject>);
  return putObject(config, resource, key, withResourceKind(resource, object), options, subresource);
}

/** Sends any object to the path of a resource or subresource with PUT. */
export async function putObject<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  key: ObjectKeyLike,
  body: object,
  options: WriteOptions = {},
  subresource?: string,
): Promise<T> {
  requireWhole(resource, 'update');
  const target = objectTarget(resource, key, subresource);
  const query = writeParameters(options, config.fieldManager);
  return requestObject(config, { method: 'PUT', ...target, query, body }, options);
}
