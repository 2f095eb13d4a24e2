import type { FieldError } from '@kb/apimachinery';
import type { ApiObject } from '../../objects/api-object.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { bindingColumns, policyStrategy, validateBinding } from '../shared/policies/binding-of-policy.ts';
import { defaultBinding } from '../shared/policies/default-policy.ts';
import { refuseDeletions } from '../shared/policies/validate-match-resources.ts';

const validate = (binding: ApiObject): FieldError[] => [
  ...validateBinding(binding),
  ...refuseDeletions(binding.spec?.matchResources, 'spec.matchResources'),
];

/** MutatingAdmissionPolicyBinding: puts a policy into use. */
export const mutatingAdmissionPolicyBinding: BuiltInKind = {
  group: 'admissionregistration.k8s.io',
  kind: 'MutatingAdmissionPolicyBinding',
  // Kubernetes 1.36 still stores it in v1beta1.
  discoveredStorageVersion: 'v1beta1',
  defaults: defaultBinding,
  strategy: { ...policyStrategy, validate, validateUpdate: validate },
  columns: bindingColumns,
};
