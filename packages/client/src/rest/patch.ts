import { type KubernetesObject, type ObjectKeyLike, parseObjectKey, type ResourceDefinition } from '@kb/apimachinery';
import type { Patch, WriteOptions } from '../client.ts';
import { writeParameters } from './query.ts';
import { requestObject } from './request-json.ts';
import { objectPath } from './resource-path.ts';
import type { RestConfig } from './rest-config.ts';

/** Patches an object, or one subresource of it. */
export async function patchObject<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  key: ObjectKeyLike,
  patch: Patch,
  options: WriteOptions = {},
  subresource?: string,
): Promise<T> {
  const path = objectPath(resource, key, subresource);
  const query = writeParameters(options, config.fieldManager);
  const subject = { resource, name: parseObjectKey(key).name };
  return requestObject(config, { method: 'PATCH', path, query, ...contentOf(patch), subject }, options);
}

function contentOf(patch: Patch): { readonly contentType: string; readonly body: unknown } {
  switch (patch.type) {
    case 'json':
      return { contentType: 'application/json-patch+json', body: patch.operations };
    case 'merge':
      return { contentType: 'application/merge-patch+json', body: patch.value };
    case 'strategic':
      return { contentType: 'application/strategic-merge-patch+json', body: patch.value };
  }
}
