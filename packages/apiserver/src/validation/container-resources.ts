import { compareQuantities, type FieldError, fieldInvalid, type JsonValue } from '@kb/apimachinery';
import { isJsonObject, stringOf } from '../objects/api-object.ts';

/**
 * What is wrong with the resources of a container: a request may not be above its limit, and what cannot be
 * overcommitted must be equal to it.
 */
export function validateContainerResources(resources: JsonValue | undefined, path: string): FieldError[] {
  if (!isJsonObject(resources) || !isJsonObject(resources.requests) || !isJsonObject(resources.limits)) return [];
  const errors: FieldError[] = [];
  for (const [name, requested] of Object.entries(resources.requests)) {
    const limit = stringOf(resources.limits[name]);
    const request = stringOf(requested);
    if (limit === '' || request === '') continue;
    const difference = compareQuantities(request, limit);
    const wrong = canOvercommit(name) ? difference > 0 : difference !== 0;
    const relation = canOvercommit(name) ? 'less than or equal' : 'equal';
    if (wrong)
      errors.push(fieldInvalid(`${path}.requests`, request, `must be ${relation} to ${name} limit of ${limit}`));
  }
  return errors;
}

/** Kubernetes' own resources can be, apart from huge pages. */
function canOvercommit(name: string): boolean {
  const isNative = !name.includes('/') || name.includes('kubernetes.io/');
  return isNative && !name.startsWith('hugepages-');
}
