import { apiVersionOf, type ResourceDefinition } from '@kb/apimachinery';

/** `object` with the resource's `apiVersion` and `kind` where it has none. */
export function withResourceKind<T extends object>(resource: ResourceDefinition, object: T): T {
  const given: { apiVersion?: unknown; kind?: unknown } = object;
  const apiVersion = given.apiVersion || apiVersionOf(resource);
  const kind = given.kind || resource.kind;
  // Twice, so that they come first and count.
  return Object.assign({ apiVersion, kind }, object, { apiVersion, kind });
}
