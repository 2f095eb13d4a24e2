import { forbidden, type StatusCause } from '@kb/apimachinery';
import type { AdmissionAttributes } from '../../admission/admission-attributes.ts';
import { nameOrPrefix } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { groupResource } from '../../resources/served-resource.ts';

/** Throws the StatusError with which a plugin forbids a request. */
export function forbid({ resource, name, object }: AdmissionAttributes, why: string, causes?: StatusCause[]): never {
  const known = name || (object && nameOrPrefix(object));
  return refuse(forbidden(groupResource(resource), known || 'Unknown', why, causes));
}
