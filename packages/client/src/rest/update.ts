import {
  type DeepReadonly,
  type KubernetesObject,
  keyOf,
  type ObjectKeyLike,
  parseObjectKey,
  type ResourceDefinition,
} from '@kb/apimachinery';
import type { WriteOptions } from '../client.ts';
import { writeParameters } from './query.ts';
import { requestObject } from './request-json.ts';
import { withResourceKind } from './resource-kind.ts';
import { objectPath } from './resource-path.ts';
import type { RestConfig } from './rest-config.ts';

/** Replaces an object, or through its status subresource the status. */
export async function updateObject<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  object: DeepReadonly<KubernetesObject>,
  options?: WriteOptions,
  subresource?: 'status',
): Promise<T> {
  return putObject(config, resource, keyOf(object), withResourceKind(resource, object), options, subresource);
}

/** Puts any object at a resource's or subresource's path. */
export async function putObject<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  key: ObjectKeyLike,
  body: object,
  options: WriteOptions = {},
  subresource?: string,
): Promise<T> {
  const path = objectPath(resource, key, subresource);
  const query = writeParameters(options, config.fieldManager);
  const subject = { resource, name: parseObjectKey(key).name };
  return requestObject(config, { method: 'PUT', path, query, body, subject }, options);
}
