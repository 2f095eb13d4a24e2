import type { JsonObject } from '@kb/apimachinery';
import { userInfo } from '../authentication/user.ts';
import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import { writeJson } from '../objects/object-text.ts';
import type { ReviewVersion } from '../webhooks/webhook-address.ts';
import type { AdmissionAttributes } from './admission-attributes.ts';
import type { Invocation } from './admission-hook.ts';

/** The object of a request, and the one before, in the version that a webhook gets. */
export interface VersionedObjects {
  readonly object: ApiObject | undefined;
  readonly old: FrozenObject | undefined;
}

/** The API group of admission reviews. */
export const ADMISSION_GROUP = 'admission.k8s.io';

/** What a review and the conditions of webhooks say of a request, besides its objects. */
interface RequestParts {
  readonly head: JsonObject;
  readonly tail: JsonObject;
}

function requestParts(
  { caller, ...attributes }: AdmissionAttributes,
  { resource, kind }: Pick<Invocation, 'resource' | 'kind'>,
): RequestParts {
  const { subresource, name, namespace } = attributes;
  const { extra = {}, ...user } = caller.user;
  return {
    head: {
      kind: { group: kind.group, version: kind.version, kind: kind.kind },
      resource: resourceName(resource),
      ...(subresource !== undefined && { subResource: subresource }),
      requestKind: { group: attributes.kind.group, version: attributes.kind.version, kind: attributes.kind.kind },
      requestResource: resourceName(attributes.resource),
      ...(subresource !== undefined && { requestSubResource: subresource }),
      ...(name !== '' && { name }),
      ...(namespace !== '' && { namespace }),
      operation: attributes.operation,
      userInfo: userInfo({ ...user, ...(Object.keys(extra).length > 0 && { extra }) }),
    },
    tail: { dryRun: caller.dryRun, options: caller.options },
  };
}

/**
 * The request as expressions know it: with the kind of the object that they get, and without objects. `resource`: the
 * resource of that kind; the conditions of webhooks and policies know that of the request instead.
 */
export function expressionRequest(
  attributes: AdmissionAttributes,
  kind: Invocation['kind'],
  resource: Invocation['resource'] = attributes.resource,
): JsonObject {
  const { head, tail } = requestParts(attributes, { resource, kind });
  return { uid: '', ...head, object: null, oldObject: null, ...tail };
}

/** Returns the AdmissionReview of a request, byte for byte as kube-apiserver writes it. */
export function reviewText(
  uid: string,
  version: ReviewVersion,
  attributes: AdmissionAttributes,
  invocation: Pick<Invocation, 'resource' | 'kind'>,
  { object, old }: VersionedObjects,
): string {
  const { head, tail } = requestParts(attributes, invocation);
  const request: JsonObject = { uid, ...head, object: asValue(object), oldObject: asValue(old), ...tail };
  return `${writeJson({ kind: 'AdmissionReview', apiVersion: `${ADMISSION_GROUP}/${version}`, request })}\n`;
}

function resourceName({ group, version, plural }: Invocation['resource']): JsonObject {
  return { group, version, resource: plural };
}

/** An object as a value of JSON. */
export function asValue(object: ApiObject | FrozenObject | undefined): JsonObject | null {
  return object === undefined ? null : (object as unknown as JsonObject);
}
