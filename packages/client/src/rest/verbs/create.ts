import type { DeepReadonly, KubernetesObject, ObjectInput, ResourceDefinition } from '@kb/apimachinery';
import type { WriteOptions } from '../../call-options.ts';
import { withResourceKind } from '../request/resource-kind.ts';
import { writeParameters } from '../request/query.ts';
import { requestObject } from '../request/request-json.ts';
import { requireWhole } from './metadata-only.ts';
import { creationTarget } from '../request/request-target.ts';
import type { RestConfig } from '../request/rest-config.ts';

/** Creates an object. */
export async function createObject<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  object: DeepReadonly<ObjectInput<T>>,
  options: WriteOptions = {},
): Promise<T> {
  // Every ObjectInput has this type; its conditional types hide that from the compiler.
  const { metadata } = object as DeepReadonly<Pick<ObjectInput<KubernetesObject>, 'metadata'>>;
  requireWhole(resource, 'create');
  const target = creationTarget(resource, metadata.namespace, metadata.name);
  const query = writeParameters(options, config.fieldManager);
  return requestObject(config, { method: 'POST', ...target, query, body: withResourceKind(resource, object) }, options);
}
