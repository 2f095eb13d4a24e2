import { type FieldError, fieldInvalid } from '@kb/apimachinery';
import {
  isContainerResource,
  isExtendedResource,
  isNativeResource,
  isQualifiedName,
  isStandardResource,
} from '@kb/apimachinery/server';

/** Validates the name of a resource such as `cpu` or `example.com/gpu`. */
export function validateResourceName(name: string, path: string): FieldError[] {
  const malformed = isQualifiedName(name).map((problem) => fieldInvalid(path, name, problem));
  if (malformed.length > 0 || name.includes('/') || isStandardResource(name)) return malformed;
  return [fieldInvalid(path, name, 'must be a standard resource type or fully qualified')];
}

/** Validates the name of a resource that containers can have. */
export function validateContainerResourceName(name: string, path: string): FieldError[] {
  const errors = validateResourceName(name, path);
  if (!name.includes('/'))
    return isContainerResource(name)
      ? errors
      : [...errors, fieldInvalid(path, name, 'must be a standard resource for containers')];
  if (isNativeResource(name) || isExtendedResource(name)) return errors;
  return [...errors, fieldInvalid(path, name, "doesn't follow extended resource name standard")];
}
