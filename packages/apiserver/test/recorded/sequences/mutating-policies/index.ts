import type { Area } from '../../sequence.ts';
import { documentedMutatingPolicies } from './documented-policies.ts';
import { mutationsOfPolicies } from './mutations.ts';
import { validationOfMutatingPolicies } from './validation-of-mutating-policies.ts';

/** MutatingAdmissionPolicies: their validation, and what they change. */
export const mutatingPolicyAreas: readonly Area[] = [
  validationOfMutatingPolicies,
  mutationsOfPolicies,
  documentedMutatingPolicies,
];
