import { type FieldError, type FieldErrorType, fieldInvalid, WHOLE_OBJECT } from '../../field-error.ts';

/** Errors after which values may not be what rules expect. */
const blocking: ReadonlySet<FieldErrorType> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

/**
 * The error that stands for the rules in CEL of an object if it has errors with which they are not evaluated; undefined
 * if they are: kube-apiserver's rule.
 */
export function uncheckedRules(errors: readonly FieldError[]): FieldError | undefined {
  if (!errors.some(({ type }) => blocking.has(type))) return undefined;
  const why =
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete ' +
    'validation';
  return fieldInvalid(WHOLE_OBJECT, null, why);
}
