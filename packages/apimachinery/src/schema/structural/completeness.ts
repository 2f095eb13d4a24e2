import { childPath, type FieldError, fieldRequired, indexPath, keyPath } from '../../field-error.ts';
import { getOwn } from '../../codec/own-property.ts';
import { firstErrors } from '../../status/listed-errors.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';

/**
 * Fields in the logical keywords at the root of a schema must also be declared outside of them. (Upstream does not
 * check logical keywords further down.)
 */
export function checkCompleteness(schema: JsonSchemaProps, path: string): FieldError[] {
  return checkJunctors(schema, schema, path, path);
}

/** `path` is where the declaration should be, `from` the keyword that requires it. */
function checkJunctors(
  validation: JsonSchemaProps,
  declared: JsonSchemaProps,
  path: string,
  from: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (validation.not !== undefined) errors.push(...checkBranch(validation.not, declared, path, childPath(from, 'not')));
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    validation[keyword]?.forEach((branch, index) =>
      errors.push(...checkBranch(branch, declared, path, indexPath(childPath(from, keyword), index))),
    );
  }
  return firstErrors(errors);
}

function checkBranch(
  validation: JsonSchemaProps,
  declared: JsonSchemaProps | undefined,
  path: string,
  from: string,
): FieldError[] {
  if (declared === undefined) return [fieldRequired(path, `because it is defined in ${from}`)];
  const errors = checkJunctors(validation, declared, path, from);
  if (validation.items !== undefined) {
    errors.push(...checkBranch(validation.items, declared.items, childPath(path, 'items'), childPath(from, 'items')));
  }
  for (const [name, property] of Object.entries(validation.properties ?? {})) {
    const at = keyPath(childPath(path, 'properties'), name);
    errors.push(
      ...checkBranch(
        property,
        getOwn(declared.properties ?? {}, name),
        at,
        keyPath(childPath(from, 'properties'), name),
      ),
    );
  }
  return firstErrors(errors);
}
