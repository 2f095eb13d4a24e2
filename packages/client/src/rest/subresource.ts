import { type KubernetesObject, parseObjectKey, type ResourceDefinition } from '@kb/apimachinery';
import type { SubresourceClient } from '../client.ts';
import { applyObject } from './apply.ts';
import { getObject } from './get.ts';
import { patchObject } from './patch.ts';
import { writeParameters } from './query.ts';
import { requestObject } from './request-json.ts';
import { objectPath } from './resource-path.ts';
import type { RestConfig } from './rest-config.ts';
import { putObject } from './update.ts';

/** The verbs of one subresource. Bodies go as they are: a subresource's kind is often not the resource's (Scale, TokenRequest, Eviction). */
export function subresourceClient<S extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  name: string,
): SubresourceClient<S> {
  return {
    get: (key, options) => getObject<S>(config, resource, key, options, name),
    update: (key, object, options) => putObject<S>(config, resource, key, object, options, name),
    patch: (key, patch, options) => patchObject<S>(config, resource, key, patch, options, name),
    apply: (key, object, options) => {
      const { metadata, ...rest }: { readonly metadata?: object } = object;
      return applyObject<S>(
        config,
        resource,
        { ...rest, metadata: { ...metadata, ...parseObjectKey(key) } },
        options,
        name,
      );
    },
    create: (key, object, options = {}) => {
      const path = objectPath(resource, key, name);
      const query = writeParameters(options, config.fieldManager);
      const subject = { resource, name: parseObjectKey(key).name };
      return requestObject<S>(config, { method: 'POST', path, query, body: object, subject }, options);
    },
  };
}
