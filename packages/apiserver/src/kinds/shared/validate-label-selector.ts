import { type FieldError, fieldForbidden, fieldInvalid, fieldRequired, type JsonObject } from '@kb/apimachinery';
import { isLabelValue, isQualifiedName, validateLabels } from '@kb/apimachinery/server';
import { isJsonObject } from '@kb/apimachinery/codec';
import { objectsIn, stringOf, stringsOf } from '../../objects/api-object.ts';

/** Validates a label selector, strictly. */
export function validateLabelSelector(selector: JsonObject, path: string): FieldError[] {
  const { matchLabels, matchExpressions } = selector;
  return [
    ...validateLabels(isJsonObject(matchLabels) ? stringsOf(matchLabels) : {}, `${path}.matchLabels`),
    ...objectsIn(matchExpressions).flatMap((requirement, index) =>
      validateRequirement(requirement, `${path}.matchExpressions[${index}]`),
    ),
  ];
}

/**
 * Validates a requirement of a label selector. `isOperatorOpen`: an unknown operator is accepted, because who reads the
 * selector leaves such requirements out.
 */
export function validateRequirement(
  { key, operator, values }: JsonObject,
  path: string,
  { isOperatorOpen = false }: { readonly isOperatorOpen?: boolean } = {},
): FieldError[] {
  const texts = Array.isArray(values) ? values.map(stringOf) : [];
  const isSkipped = isOperatorOpen && !isKnownOperator(stringOf(operator));
  return [
    ...(isSkipped ? [] : validateOperator(stringOf(operator), texts.length > 0, path)),
    ...isQualifiedName(stringOf(key)).map((why) => fieldInvalid(`${path}.key`, stringOf(key), why)),
    ...texts.flatMap((text, index) =>
      isLabelValue(text).map((why) => fieldInvalid(`${path}.values[${index}]`, text, why)),
    ),
  ];
}

/** The operators of label selectors. */
const operators = new Set(['In', 'NotIn', 'Exists', 'DoesNotExist']);

/** Whether a label selector may have this operator. */
export function isKnownOperator(operator: string): boolean {
  return operators.has(operator);
}

/** Says whether an operator is known, and has values if and only if it needs them. */
export function validateOperator(operator: string, hasValues: boolean, path: string): FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return hasValues ? [] : [fieldRequired(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return hasValues
        ? [fieldForbidden(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
        : [];
    default:
      return [fieldInvalid(`${path}.operator`, operator, 'not a valid selector operator')];
  }
}
