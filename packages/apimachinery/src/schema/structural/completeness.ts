import { childPath, fieldRequired, indexPath, keyPath } from '../../field-error.ts';
import { getOwn } from '../../codec/own-property.ts';
import type { ErrorList } from '../../status/listed-errors.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';

/**
 * Fields in the logical keywords at the root of a schema must also be declared outside of them. (Upstream does not
 * check logical keywords further down.)
 */
export function checkCompleteness(schema: JsonSchemaProps, path: string, errors: ErrorList): void {
  checkJunctors(schema, schema, { path, from: path }, errors);
}

/** Where the declaration should be, and the keyword that requires it. */
interface Paths {
  readonly path: string;
  readonly from: string;
}

function checkJunctors(
  validation: JsonSchemaProps,
  declared: JsonSchemaProps,
  { path, from }: Paths,
  errors: ErrorList,
): void {
  if (validation.not !== undefined)
    checkBranch(validation.not, declared, { path, from: childPath(from, 'not') }, errors);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const [index, branch] of (validation[keyword] ?? []).entries()) {
      if (errors.isFull) return;
      checkBranch(branch, declared, { path, from: indexPath(childPath(from, keyword), index) }, errors);
    }
  }
}

function checkBranch(
  validation: JsonSchemaProps,
  declared: JsonSchemaProps | undefined,
  { path, from }: Paths,
  errors: ErrorList,
): void {
  if (declared === undefined) {
    errors.add(fieldRequired(path, `because it is defined in ${from}`));
    return;
  }
  checkJunctors(validation, declared, { path, from }, errors);
  const inside = (keyword: 'items' | 'properties'): Paths => ({
    path: childPath(path, keyword),
    from: childPath(from, keyword),
  });
  if (validation.items !== undefined) checkBranch(validation.items, declared.items, inside('items'), errors);
  if (validation.properties === undefined) return;
  const { path: properties, from: fromProperties } = inside('properties');
  for (const name of Object.keys(validation.properties)) {
    const property = validation.properties[name];
    if (property === undefined) continue;
    if (errors.isFull) return;
    const at = { path: keyPath(properties, name), from: keyPath(fromProperties, name) };
    checkBranch(property, getOwn(declared.properties ?? {}, name), at, errors);
  }
}
