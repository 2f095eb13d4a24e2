import { apiVersionOf, type ResourceDefinition } from '@kb/apimachinery';

/** Returns a copy of `object` with the resource's `apiVersion` and `kind`. */
export function withResourceKind<T extends object>(resource: ResourceDefinition, object: T): T {
  const given: { apiVersion?: unknown; kind?: unknown } = object;
  const apiVersion = given.apiVersion || apiVersionOf(resource);
  const kind = given.kind || resource.kind;
  // Assigned twice, so that they come first and take precedence.
  return Object.assign({ apiVersion, kind }, object, { apiVersion, kind });
}
