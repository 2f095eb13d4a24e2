import {
  type KubernetesObject,
  type ObjectKeyLike,
  parseObjectKey,
  type Resource,
  type ResourceDefinition,
} from '@kb/apimachinery';
import type { SubresourceClient, SubresourceClientOf } from '../subresources.ts';
import { applyObject } from './apply.ts';
import { getObject } from './get.ts';
import { patchObject } from './patch.ts';
import { writeParameters } from './query.ts';
import { requestObject } from './request-json.ts';
import { withResourceKind } from './resource-kind.ts';
import { objectTarget } from './request-target.ts';
import type { RestConfig } from './rest-config.ts';
import { putObject } from './update.ts';

/** Subresources that take another kind than the resource's, wherever they are. */
const kinds: Readonly<Record<string, Pick<ResourceDefinition, 'group' | 'version' | 'kind'>>> = {
  binding: { group: '', version: 'v1', kind: 'Binding' },
  eviction: { group: 'policy', version: 'v1', kind: 'Eviction' },
  scale: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
  token: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' },
};

/** The verbs of one subresource. */
export function subresourceClient<T extends KubernetesObject, A, S extends string, Name extends S, N extends boolean>(
  config: RestConfig,
  resource: Resource<T, A, S, N>,
  name: Name,
): SubresourceClientOf<T, A, Name, N> {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  const taken: ResourceDefinition = { ...resource, ...kind };
  const bodyOf = (key: ObjectKeyLike, object: object): object => {
    const { metadata, ...rest }: { readonly metadata?: object } = object;
    return withResourceKind(taken, { metadata: { ...metadata, ...parseObjectKey(key) }, ...rest });
  };
  const verbs: SubresourceClient<never> = {
    get: (key, options) => getObject(config, resource, key, options, name),
    update: (key, object, options) => putObject(config, resource, key, bodyOf(key, object), options, name),
    patch: (key, patch, options) => patchObject(config, resource, key, patch, options, name),
    apply: (key, object, options) => applyObject(config, resource, bodyOf(key, object), options, name),
    create: (key, object, options = {}) => {
      const target = objectTarget(resource, key, name);
      const query = writeParameters(options, config.fieldManager);
      return requestObject(config, { method: 'POST', ...target, query, body: bodyOf(key, object) }, options);
    },
  };
  // What a subresource takes and answers is the server's promise; nothing here depends on it.
  return verbs as object as SubresourceClientOf<T, A, Name, N>;
}
