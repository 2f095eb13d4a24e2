import {
  childPath,
  type FieldError,
  fieldDuplicate,
  fieldInvalid,
  fieldRequired,
  fieldTooMany,
  indexPath,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { errorsOfEach } from '@kb/apimachinery/server';
import { isJsonObject } from '@kb/apimachinery/codec';
import { own } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';

/** The maximum number of selectable fields of a version. */
const MAX_FIELDS = 8;
const NO_FIELD = 'does not refer to a valid field';
const WRONG_TYPE =
  'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';

/**
 * Validates the selectable fields of a version against its schema: each must lead to a scalar, by names alone. `path`:
 * of the list.
 */
export function validateSelectableFields(
  fields: readonly JsonObject[],
  schema: JsonValue | undefined,
  path: string,
): FieldError[] {
  const seen = new Set<string>();
  const errors = errorsOfEach(fields, (field, index) => {
    const jsonPath = scalarText(field.jsonPath);
    const where = childPath(indexPath(path, index), 'jsonPath');
    if (jsonPath === '') return [fieldRequired(where)];
    const found = follow(jsonPath, schema);
    if ('problem' in found) return [fieldInvalid(where, jsonPath, `is an invalid path: ${found.problem}`)];
    const errors: FieldError[] = [];
    if (found.names[0] === 'metadata')
      errors.push(fieldInvalid(where, jsonPath, 'must not point to fields in metadata'));
    if (!['string', 'boolean', 'integer'].includes(scalarText(own(found.schema, 'type'))))
      errors.push(fieldInvalid(where, jsonPath, WRONG_TYPE));
    const name = JSON.stringify(found.names);
    if (seen.has(name)) errors.push(fieldDuplicate(where, jsonPath));
    seen.add(name);
    return errors;
  });
  if (seen.size > MAX_FIELDS) errors.push(fieldTooMany(path, seen.size, MAX_FIELDS));
  return errors;
}

/** The schema at a path, or the problem with the first segment that does not exist. */
function follow(
  jsonPath: string,
  root: JsonValue | undefined,
): { readonly names: readonly string[]; readonly schema: JsonValue | undefined } | { readonly problem: string } {
  const tokens = tokensOf(jsonPath);
  const names: string[] = [];
  let schema = root;
  for (let at = 0; at < tokens.length; at += 2) {
    const [token, name] = [tokens[at], tokens[at + 1]];
    if (token === '[') return { problem: 'array notation is not allowed' };
    if (token !== '.') return { problem: `expected [ or . but got: ${token ?? ''}` };
    if (name === undefined) return { problem: 'unexpected end of JSON path' };
    const properties = own(schema, 'properties');
    const next = isJsonObject(properties) ? own(properties, name) : own(schema, 'additionalProperties');
    if (!isJsonObject(next) && typeof next !== 'boolean') return { problem: NO_FIELD };
    names.push(name);
    schema = next;
  }
  return { names, schema };
}

/** The dots and brackets of a path, and the text between them; inside single quotes they are text. */
function tokensOf(jsonPath: string): readonly string[] {
  return jsonPath.match(/[.[\]]|'(?:[^'\\]|\\[^])*'?|[^.[\]']+(?:'[^.[\]]*)?/g) ?? [];
}
