import { type FieldError, fieldInvalid, fieldNotSupported, fieldRequired, type JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { loadCel } from '../../cel-module.ts';
import { trimSpace } from '@kb/apimachinery/server';
import { type ApiObject, type FrozenObject, objectsIn, own, stringOf } from '../../objects/api-object.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { paramKindText, policyStrategy } from '../shared/policies/binding-of-policy.ts';
import { defaultPolicy } from '../shared/policies/default-policy.ts';
import {
  compileExpressions,
  type ExpressionErrors,
  expressionErrorsOf,
} from '../shared/policies/policy-expressions.ts';
import { refuseDeletions } from '../shared/policies/validate-match-resources.ts';
import { errorAt, hasSameConditions, validatePolicyHead } from '../shared/policies/validate-policy.ts';

/** MutatingAdmissionPolicy: changes objects by expressions. */
export const mutatingAdmissionPolicy: BuiltInKind = {
  group: 'admissionregistration.k8s.io',
  kind: 'MutatingAdmissionPolicy',
  // Kubernetes 1.36 still stores it in v1beta1.
  discoveredStorageVersion: 'v1beta1',
  defaults: defaultPolicy,
  strategy: {
    ...policyStrategy,
    load: loadCel,
    prepareToValidate: compileExpressions,
    validate: (policy) => validatePolicy(policy, false),
    validateUpdate: (policy: ApiObject, old: FrozenObject) => validatePolicy(policy, hasSameConditions(policy, old)),
  },
  columns: columns(
    nameColumn,
    column('Mutations:integer', ({ spec }) => objectsIn(spec?.mutations).length),
    column('ParamKind', paramKindText),
    ageColumn,
  ),
};

const reinvocationPolicies = ['IfNeeded', 'Never'];

function validatePolicy(policy: ApiObject, hasOldConditions: boolean): FieldError[] {
  const { spec = {} } = policy;
  const expressions = expressionErrorsOf(policy);
  const mutations = objectsIn(spec.mutations);
  const reinvocation = stringOf(spec.reinvocationPolicy);
  const path = 'spec.reinvocationPolicy';
  return [
    ...validatePolicyHead(spec, expressions, {
      hasOldConditions,
      moreConstraints: refuseDeletions(spec.matchConstraints, 'spec.matchConstraints'),
    }),
    ...(mutations.length === 0 ? [fieldRequired('spec.mutations', 'mutations must contain at least one item')] : []),
    ...mutations.flatMap((mutation, index) => validateMutation(mutation, `spec.mutations[${index}]`, expressions)),
    ...(reinvocation === '' ? [fieldRequired(path)] : []),
    ...(reinvocation === '' || reinvocationPolicies.includes(reinvocation)
      ? []
      : [fieldNotSupported(path, reinvocation, reinvocationPolicies)]),
  ];
}

/** The types of patches, and the field that each needs. */
const fieldOfType = { ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch' } as const;

function isPatchType(type: string): type is keyof typeof fieldOfType {
  return Object.hasOwn(fieldOfType, type);
}

function validateMutation(mutation: JsonObject, path: string, expressions: ExpressionErrors): FieldError[] {
  const type = stringOf(mutation.patchType);
  if (type === '') return [fieldRequired(`${path}.patchType`)];
  if (!isPatchType(type)) return [fieldNotSupported(`${path}.patchType`, type, Object.keys(fieldOfType))];
  const needed = fieldOfType[type];
  const other = fieldOfType[type === 'JSONPatch' ? 'ApplyConfiguration' : 'JSONPatch'];
  const expression = `${path}.${needed}.expression`;
  const given = mutation[needed];
  return [
    ...(isJsonObject(given)
      ? trimSpace(stringOf(own(given, 'expression'))) === ''
        ? [fieldRequired(expression)]
        : errorAt(expressions, expression)
      : [fieldRequired(`${path}.${needed}`, `must be specified when patchType is ${type}`)]),
    ...(isJsonObject(mutation[other])
      ? [fieldInvalid(`${path}.${other}`, `{${other}}`, `must not be specified when patchType is ${type}`)]
      : []),
  ];
}
