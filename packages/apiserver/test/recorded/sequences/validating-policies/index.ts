import type { Area } from '../../sequence.ts';
import { documentedPolicies } from './documented-policies.ts';
import { findings } from './findings.ts';
import { parameters } from './parameters.ts';
import { scopeOfPolicies } from './scope-of-policies.ts';
import { validationOfPolicies } from './validation-of-policies.ts';

/** ValidatingAdmissionPolicies: their validation, when they apply, and what they find. */
export const validatingPolicyAreas: readonly Area[] = [
  validationOfPolicies,
  findings,
  scopeOfPolicies,
  parameters,
  documentedPolicies,
];
