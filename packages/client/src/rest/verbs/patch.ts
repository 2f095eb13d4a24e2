import type { KubernetesObject, ObjectKeyLike, ResourceDefinition } from '@kb/apimachinery';
import type { WriteOptions } from '../../call-options.ts';
import type { Patch } from '../../patch.ts';
import { writeParameters } from '../request/query.ts';
import { requestObject } from '../request/request-json.ts';
import { acceptOf, shapeObject } from './metadata-only.ts';
import { objectTarget } from '../request/request-target.ts';
import type { RestConfig } from '../request/rest-config.ts';

/**
 * Patches an object, or a subresource of it. `patch` is a {@link Patch}; the conditional types of `Client.patch` hide
 * that from the compiler.
 */
export async function patchObject<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  key: ObjectKeyLike,
  patch: object,
  options: WriteOptions = {},
  subresource?: string,
): Promise<T> {
  const target = objectTarget(resource, key, subresource);
  const query = writeParameters(options, config.fieldManager);
  const request = {
    method: 'PATCH',
    ...target,
    query,
    ...contentOf(patch as Patch),
    ...acceptOf(resource, 'object'),
  } as const;
  return shapeObject(resource, await requestObject<T>(config, request, options));
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
