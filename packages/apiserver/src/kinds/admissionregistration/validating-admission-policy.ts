import {
  type FieldError,
  fieldDuplicate,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonObject,
} from '@kb/apimachinery';
import { isQualifiedName, trimSpace, utf8Length } from '@kb/apimachinery/server';
import { loadCel } from '../../cel-module.ts';
import { type ApiObject, type FrozenObject, objectsIn, stringOf } from '../../objects/api-object.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { paramKindText, policyStrategy } from '../shared/policies/binding-of-policy.ts';
import { defaultPolicy } from '../shared/policies/default-policy.ts';
import {
  compileExpressions,
  type ExpressionErrors,
  expressionErrorsOf,
} from '../shared/policies/policy-expressions.ts';
import { policyStatus } from '../shared/policies/policy-status.ts';
import { errorAt, hasSameConditions, validatePolicyHead } from '../shared/policies/validate-policy.ts';

/** ValidatingAdmissionPolicy: refuses objects by expressions. */
export const validatingAdmissionPolicy: BuiltInKind = {
  group: 'admissionregistration.k8s.io',
  kind: 'ValidatingAdmissionPolicy',
  defaults: defaultPolicy,
  strategy: {
    ...policyStrategy,
    prepareForCreate: (policy) => {
      delete policy.status;
    },
    prepareForUpdate: (policy, old) => {
      if (old.status === undefined) delete policy.status;
      else policy.status = old.status as JsonObject;
    },
    resetFields: [['status']],
    load: loadCel,
    prepareToValidate: compileExpressions,
    validate: (policy) => validatePolicy(policy, false),
    validateUpdate: (policy: ApiObject, old: FrozenObject) => validatePolicy(policy, hasSameConditions(policy, old)),
    status: policyStatus,
  },
  columns: columns(
    nameColumn,
    column('Validations:integer', ({ spec }) => objectsIn(spec?.validations).length),
    column('ParamKind', paramKindText),
    ageColumn,
  ),
};

function validatePolicy(policy: ApiObject, hasOldConditions: boolean): FieldError[] {
  const { metadata, spec = {} } = policy;
  const expressions = expressionErrorsOf(policy);
  const validations = objectsIn(spec.validations);
  const annotations = objectsIn(spec.auditAnnotations);
  const why = 'validations or auditAnnotations must contain at least one item';
  return [
    ...validatePolicyHead(spec, expressions, { hasOldConditions }),
    ...(validations.length === 0 && annotations.length === 0
      ? [fieldRequired('spec.validations', why), fieldRequired('spec.auditAnnotations', why)]
      : []),
    ...validations.flatMap((validation, index) => validateValidation(validation, index, expressions)),
    ...validateAnnotations(metadata.name ?? '', annotations, expressions),
  ];
}

const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];

function validateValidation(validation: JsonObject, index: number, expressions: ExpressionErrors): FieldError[] {
  const path = `spec.validations[${index}]`;
  const { reason } = validation;
  const message = stringOf(validation.message);
  const messageExpression = stringOf(validation.messageExpression);
  const isBlank = (text: string): boolean => text !== '' && trimSpace(text) === '';
  const notEmpty = 'must be non-empty if specified';
  return [
    ...(trimSpace(stringOf(validation.expression)) === ''
      ? [fieldRequired(`${path}.expression`, 'expression is not specified')]
      : errorAt(expressions, `${path}.expression`)),
    ...(isBlank(messageExpression)
      ? [fieldInvalid(`${path}.messageExpression`, messageExpression, notEmpty)]
      : errorAt(expressions, `${path}.messageExpression`)),
    ...(isBlank(message) ? [fieldInvalid(`${path}.message`, message, notEmpty)] : []),
    ...(/[\n\r]/.test(trimSpace(message))
      ? [fieldInvalid(`${path}.message`, message, 'must not contain line breaks')]
      : []),
    ...(reason === undefined || reason === null || reasons.includes(stringOf(reason))
      ? []
      : [fieldNotSupported(`${path}.reason`, reason, reasons)]),
  ];
}

const MAX_ANNOTATIONS = 20;
const MAX_VALUE_EXPRESSION = 5 * 1024;

function validateAnnotations(
  name: string,
  annotations: readonly JsonObject[],
  expressions: ExpressionErrors,
): FieldError[] {
  const errors: FieldError[] = [];
  if (annotations.length > MAX_ANNOTATIONS) {
    const inGo = annotations.map(({ key, valueExpression }) => ({
      Key: stringOf(key),
      ValueExpression: stringOf(valueExpression),
    }));
    const why = `must not have more than ${MAX_ANNOTATIONS} auditAnnotations`;
    errors.push(fieldInvalid('spec.auditAnnotations', inGo, why));
  }
  const keys = new Set<string>();
  for (const [index, annotation] of annotations.entries()) {
    const path = `spec.auditAnnotations[${index}]`;
    const key = stringOf(annotation.key);
    errors.push(...validateKey(name, key, `${path}.key`), ...validateValue(annotation, path, expressions));
    if (keys.has(key)) errors.push(fieldDuplicate(`${path}.key`, key));
    keys.add(key);
  }
  return errors;
}

function validateKey(name: string, key: string, path: string): FieldError[] {
  if (name === '') return [fieldInvalid(path, key, 'requires metadata.name be non-empty')];
  return isQualifiedName(`${name}/${key}`).map((why) => fieldInvalid(path, `${name}/${key}`, why));
}

function validateValue({ valueExpression }: JsonObject, path: string, expressions: ExpressionErrors): FieldError[] {
  const at = `${path}.valueExpression`;
  const trimmed = trimSpace(stringOf(valueExpression));
  if (trimmed === '') return [fieldRequired(at, 'valueExpression is not specified')];
  if (utf8Length(trimmed) > MAX_VALUE_EXPRESSION)
    return [fieldRequired(at, `must not exceed ${MAX_VALUE_EXPRESSION} bytes in length`)];
  return errorAt(expressions, at);
}
