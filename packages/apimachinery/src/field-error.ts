import { formatFieldValue, quoteString } from './codec/go-format.ts';
import type { JsonValue } from './json.ts';

/** The kinds of {@link FieldError}: apimachinery's field.ErrorType, as they appear as `reason` of a status cause. */
export type FieldErrorType =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'InternalError'
  | 'FieldValueTypeInvalid';

/** One thing wrong with one field of an object: apimachinery's field.Error. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** Path of the field, such as `spec.ports[0].name`; `<nil>` or empty for the whole object. */
  readonly field: string;
  /** What field.Error.ErrorBody prints, without the path: `Invalid value: "a": must be …`. */
  readonly message: string;
}

/** The field of errors that concern the whole object: how a nil path prints. */
export const WHOLE_OBJECT = '<nil>';

/** Path of the property `name` under `path` (empty: the root): `spec` + `image` → `spec.image`. */
export function childPath(path: string, name: string): string {
  return path === '' || path === WHOLE_OBJECT ? name : `${path}.${name}`;
}

/** Path of the element `index` of the list at `path`: `spec.ports[0]`. */
export function indexPath(path: string, index: number): string {
  return `${path === WHOLE_OBJECT ? '' : path}[${index}]`;
}

/** Path of the entry `key` of the map at `path`: `metadata.annotations[a.b/c]`. */
export function keyPath(path: string, key: string): string {
  return `${path === WHOLE_OBJECT ? '' : path}[${key}]`;
}

const withDetail = (text: string, detail: string): string => (detail === '' ? text : `${text}: ${detail}`);

/** A required value is missing: `Required value`. */
export function fieldRequired(field: string, detail = ''): FieldError {
  return { type: 'FieldValueRequired', field, message: withDetail('Required value', detail) };
}

/** A malformed value: `Invalid value: "a": ⟨detail⟩`. An undefined value is not shown. */
export function fieldInvalid(field: string, value: JsonValue | undefined, detail: string): FieldError {
  const shown = value === undefined ? '' : ` ${formatFieldValue(value)}`;
  return {
    type: 'FieldValueInvalid',
    field,
    message: withDetail(`Invalid value${shown === '' ? '' : `:${shown}`}`, detail),
  };
}

/** A value of another type than the schema's. `value` is the name of the actual type. */
export function fieldTypeInvalid(field: string, value: JsonValue, detail: string): FieldError {
  return { ...fieldInvalid(field, value, detail), type: 'FieldValueTypeInvalid' };
}

/** A value that is not one of the supported ones: `Unsupported value: "z": supported values: "x", "y"`. */
export function fieldNotSupported(field: string, value: JsonValue, supported: readonly string[]): FieldError {
  const detail =
    supported.length === 0 ? '' : `supported values: ${supported.map((text) => quoteString(text)).join(', ')}`;
  return {
    type: 'FieldValueNotSupported',
    field,
    message: withDetail(`Unsupported value: ${formatFieldValue(value)}`, detail),
  };
}

/** A well-formed value that may not be there: `Forbidden: ⟨detail⟩`. */
export function fieldForbidden(field: string, detail: string): FieldError {
  return { type: 'FieldValueForbidden', field, message: withDetail('Forbidden', detail) };
}

/** A second value where values must be unique. */
export function fieldDuplicate(field: string, value: JsonValue): FieldError {
  return { type: 'FieldValueDuplicate', field, message: `Duplicate value: ${formatFieldValue(value)}` };
}

/** A reference to something that does not exist. */
export function fieldNotFound(field: string, value: JsonValue): FieldError {
  return { type: 'FieldValueNotFound', field, message: `Not found: ${formatFieldValue(value)}` };
}

/** A string that is too long. Upstream says bytes, even when it counts characters. */
export function fieldTooLong(field: string, maxLength: number | bigint): FieldError {
  const unit = maxLength === 1 ? 'byte' : 'bytes';
  const detail = maxLength < 0 ? 'value is too long' : `may not be more than ${maxLength} ${unit}`;
  return { type: 'FieldValueTooLong', field, message: `Too long: ${detail}` };
}

/** A list or map with too many entries. */
export function fieldTooMany(field: string, actual: number, max: number | bigint): FieldError {
  const unit = max === 1 ? 'item' : 'items';
  const detail = max < 0 ? 'has too many items' : `must have at most ${max} ${unit}`;
  return { type: 'FieldValueTooMany', field, message: `Too many: ${actual}: ${detail}` };
}

/** A failure of the validation itself. */
export function fieldInternal(field: string, detail: string): FieldError {
  return { type: 'InternalError', field, message: `Internal error: ${detail}` };
}

/** One error as text: `⟨field⟩: ⟨message⟩`. */
export function formatFieldError(error: FieldError): string {
  return `${error.field}: ${error.message}`;
}

/**
 * Several errors as text, as apimachinery's aggregate prints them: bare when there is one, else `[a, b]`; equal texts
 * once. Empty without errors.
 */
export function formatFieldErrors(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(formatFieldError))];
  return texts.length > 1 ? `[${texts.join(', ')}]` : (texts[0] ?? '');
}
