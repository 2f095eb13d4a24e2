import {
  keyOf,
  type KubernetesObject,
  type ObjectKeyLike,
  parseObjectKey,
  type Resource,
  type ResourceDefinition,
} from '@kb/apimachinery';
import type { SubresourceClient, SubresourceClientOf } from '../../subresources.ts';
import { applyObject } from './apply.ts';
import { getObject } from './get.ts';
import { patchObject } from './patch.ts';
import { writeParameters } from '../request/query.ts';
import { requestObject } from '../request/request-json.ts';
import { withResourceKind } from '../request/resource-kind.ts';
import { objectTarget } from '../request/request-target.ts';
import type { RestConfig } from '../request/rest-config.ts';
import { putObject } from './update.ts';

/** Subresources with a kind other than the resource's. */
const kinds: Readonly<Record<string, Pick<ResourceDefinition, 'group' | 'version' | 'kind'>>> = {
  binding: { group: '', version: 'v1', kind: 'Binding' },
  eviction: { group: 'policy', version: 'v1', kind: 'Eviction' },
  scale: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
  token: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' },
};

/** Creates the verbs of one subresource. */
export function subresourceClient<T extends KubernetesObject, A, S extends string, Name extends S, N extends boolean>(
  config: RestConfig,
  resource: Resource<T, A, S, N>,
  name: Name,
): SubresourceClientOf<T, A, Name, N> {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  const taken: ResourceDefinition = { ...resource, ...kind };
  /** Returns the body and the key of a request. If the key has no namespace, that of the object is used. */
  const sent = (key: ObjectKeyLike, object: object): { readonly at: ObjectKeyLike; readonly body: object } => {
    const { metadata, ...rest }: { readonly metadata?: object } = object;
    const named = { ...metadata, ...parseObjectKey(key) };
    return { at: keyOf({ metadata: named }), body: withResourceKind(taken, { metadata: named, ...rest }) };
  };
  const verbs: SubresourceClient<never> = {
    get: (key, options) => getObject(config, resource, key, options, name),
    update: async (key, object, options) => {
      const { at, body } = sent(key, object);
      return putObject(config, resource, at, body, options, name);
    },
    patch: (key, patch, options) => patchObject(config, resource, key, patch, options, name),
    apply: async (key, object, options) => applyObject(config, resource, sent(key, object).body, options, name),
    create: async (key, object, options = {}) => {
      const { at, body } = sent(key, object);
      const query = writeParameters(options, config.fieldManager);
      return requestObject(config, { method: 'POST', ...objectTarget(resource, at, name), query, body }, options);
    },
  };
  // The server defines what a subresource accepts and returns; nothing here depends on it.
  return verbs as object as SubresourceClientOf<T, A, Name, N>;
}
