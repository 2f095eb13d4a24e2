import { type KubernetesObject, type ObjectKeyLike, parseObjectKey, type ResourceDefinition } from '@kb/apimachinery';
import type { GetOptions } from '../client.ts';
import { requestObject } from './request-json.ts';
import { objectPath } from './resource-path.ts';
import type { RestConfig } from './rest-config.ts';

/** Reads one object, or one subresource of it. */
export async function getObject<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  key: ObjectKeyLike,
  options: GetOptions = {},
  subresource?: string,
): Promise<T> {
  const path = objectPath(resource, key, subresource);
  const query = { resourceVersion: options.resourceVersion };
  const subject = { resource, name: parseObjectKey(key).name };
  return requestObject(config, { method: 'GET', path, query, subject }, options);
}
