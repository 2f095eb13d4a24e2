import { type FieldError, fieldDuplicate, fieldInvalid, fieldNotSupported, fieldRequired } from '@kb/apimachinery';
import { type ApiObject, stringOf } from '../../objects/api-object.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { bindingColumns, policyStrategy, validateBinding } from '../shared/policies/binding-of-policy.ts';
import { defaultBinding } from '../shared/policies/default-policy.ts';

const validate = (binding: ApiObject): FieldError[] => [
  ...validateBinding(binding),
  ...validateActions(binding.spec?.validationActions),
];

/** ValidatingAdmissionPolicyBinding: puts a policy into use. */
export const validatingAdmissionPolicyBinding: BuiltInKind = {
  group: 'admissionregistration.k8s.io',
  kind: 'ValidatingAdmissionPolicyBinding',
  defaults: defaultBinding,
  strategy: { ...policyStrategy, validate, validateUpdate: validate },
  columns: bindingColumns,
};

const known = ['Audit', 'Deny', 'Warn'];

function validateActions(given: unknown): FieldError[] {
  const path = 'spec.validationActions';
  const actions = Array.isArray(given) ? given.map(stringOf) : [];
  const seen = new Set<string>();
  const errors = actions.flatMap((action, index) => {
    const problems = known.includes(action) ? [] : [fieldNotSupported(`${path}[${index}]`, action, known)];
    if (seen.has(action)) problems.push(fieldDuplicate(`${path}[${index}]`, action));
    seen.add(action);
    return problems;
  });
  if (seen.has('Deny') && seen.has('Warn')) {
    const why =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
    errors.push(fieldInvalid(path, actions, why));
  }
  if (actions.length === 0) errors.push(fieldRequired(path, 'at least one validation action is required'));
  return errors;
}
