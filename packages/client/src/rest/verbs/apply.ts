import { type DeepReadonly, type KubernetesObject, type ResourceDefinition } from '@kb/apimachinery';
import type { ApplyOptions } from '../../call-options.ts';
import { InvalidRequestError } from '../../errors/invalid-request-error.ts';
import { withController } from './controller-reference.ts';
import { writeParameters } from '../request/query.ts';
import { requestObject } from '../request/request-json.ts';
import { withResourceKind } from '../request/resource-kind.ts';
import { requireWhole } from './metadata-only.ts';
import { objectTarget } from '../request/request-target.ts';
import type { RestConfig } from '../request/rest-config.ts';

/** The fields of every applied object. */
interface Applied {
  readonly metadata?: DeepReadonly<Partial<KubernetesObject['metadata']>>;
}

/**
 * Server-side apply of an object, or of a subresource of it. The body is JSON, declared as YAML: servers older than
 * 1.34 accept no other content type.
 */
export async function applyObject<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  object: unknown,
  options: ApplyOptions = {},
  subresource?: string,
): Promise<T> {
  requireWhole(resource, 'apply');
  // Every apply type is an object with metadata; A is unconstrained so that generated types can require more.
  const { metadata = {}, ...rest } = object as Applied;
  const { name, namespace } = metadata;
  if (!name)
    throw new InvalidRequestError('KB_INVALID_OBJECT_NAME', `an apply of ${resource.kind} needs metadata.name`);
  const owned =
    options.controlledBy === undefined ? metadata : withController(resource, metadata, options.controlledBy);
  const request = {
    method: 'PATCH',
    ...objectTarget(resource, namespace ? { namespace, name } : { name }, subresource),
    query: { ...writeParameters(options, config.fieldManager), force: options.force ?? true },
    body: withResourceKind(resource, { ...rest, metadata: owned }),
    contentType: 'application/apply-patch+yaml',
  } as const;
  return requestObject(config, request, options);
}
