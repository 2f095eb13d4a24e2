import { type DeepReadonly, type KubernetesObject, type ObjectInput, type ResourceDefinition } from '@kb/apimachinery';
import type { WriteOptions } from '../client.ts';
import { withResourceKind } from './resource-kind.ts';
import { writeParameters } from './query.ts';
import { requestObject } from './request-json.ts';
import { creationPath } from './resource-path.ts';
import type { RestConfig } from './rest-config.ts';

/** Creates an object. */
export async function createObject<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  object: DeepReadonly<ObjectInput<T>>,
  options: WriteOptions = {},
): Promise<T> {
  // What an ObjectInput is for every T; the conditional parts of its type hide that from the compiler here.
  const { metadata } = object as DeepReadonly<Pick<ObjectInput<KubernetesObject>, 'metadata'>>;
  const path = creationPath(resource, metadata.namespace);
  const query = writeParameters(options, config.fieldManager);
  const subject = { resource, name: metadata.name };
  return requestObject(
    config,
    { method: 'POST', path, query, body: withResourceKind(resource, object), subject },
    options,
  );
}
