import type { KubernetesObject, ObjectKeyLike, ResourceDefinition } from '@kb/apimachinery';
import type { GetOptions } from '../../call-options.ts';
import { acceptOf, includeOf, shapeObject } from './metadata-only.ts';
import { requestObject } from '../request/request-json.ts';
import { objectTarget } from '../request/request-target.ts';
import type { RestConfig } from '../request/rest-config.ts';

/** Reads one object, or a subresource of it. */
export async function getObject<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  key: ObjectKeyLike,
  options: GetOptions = {},
  subresource?: string,
): Promise<T> {
  const target = objectTarget(resource, key, subresource);
  const query = { resourceVersion: options.resourceVersion, ...includeOf(resource) };
  const request = { method: 'GET', ...target, query, ...acceptOf(resource, 'object') } as const;
  return shapeObject(resource, await requestObject<T>(config, request, options));
}
