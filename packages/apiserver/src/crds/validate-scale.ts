import { type FieldError, fieldInvalid, type JsonValue } from '@kb/apimachinery';
import { formatGoValue } from '@kb/apimachinery/managed-fields';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, asJson, own } from '../objects/api-object.ts';
import type { DefinitionVersion } from './definition.ts';

const MAX_INT32 = 2 ** 31 - 1;

/**
 * Validates the fields of a custom object that its scale subresource uses: the numbers of replicas, and the selector.
 * `only`: an update of the status checks only the status.
 */
export function validateScale({ scale }: DefinitionVersion, object: ApiObject, only?: 'status'): FieldError[] {
  if (!scale) return [];
  const { specReplicas, statusReplicas, selector } = scale;
  const numbers = only === 'status' ? [statusReplicas] : [specReplicas, statusReplicas];
  return [
    ...numbers.flatMap((path) => validateReplicas(object, path)),
    ...(selector === undefined ? [] : accessError(object, selector, 'string', '')),
  ];
}

function validateReplicas(object: ApiObject, path: string): FieldError[] {
  const { value, depth } = accessed(object, path.split('.'));
  const isInteger = typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
  if (depth !== undefined || !isInteger) return accessError(object, path, 'int64', 0);
  if (value < 0) return [fieldInvalid(`.${path}`, value, 'should be a non-negative integer')];
  return value > MAX_INT32 ? [fieldInvalid(`.${path}`, value, `should be less than or equal to ${MAX_INT32}`)] : [];
}

/** Go's error for a value of an unexpected type at a path, or on the way. A missing value is not an error. */
function accessError(object: ApiObject, path: string, type: 'int64' | 'string', shown: number | string): FieldError[] {
  const { value, depth } = accessed(object, path.split('.'));
  if (value === undefined || (depth === undefined && goTypeOf(value) === type)) return [];
  const expected = depth === undefined ? type : 'map[string]interface{}';
  const where = path.split('.').slice(0, depth).join('.');
  const why = `.${where} accessor error: ${formatGoValue(value)} is of the type ${goTypeOf(value)}, expected ${expected}`;
  return [fieldInvalid(`.${path}`, shown, why)];
}

/** The value at a path; or the value on the way that is not an object, with the number of steps to it. */
function accessed(
  object: ApiObject,
  path: readonly string[],
): { readonly value: JsonValue | undefined; readonly depth?: number } {
  let value: JsonValue | undefined = asJson(object);
  for (const [index, name] of path.entries()) {
    if (value === undefined || value === null) return { value: undefined };
    if (!isJsonObject(value)) return { value, depth: index + 1 };
    value = own(value, name);
  }
  return { value };
}

function goTypeOf(value: JsonValue): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'int64' : 'float64';
  return typeof value === 'bigint' ? 'int64' : typeof value;
}
