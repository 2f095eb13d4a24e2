import { at, type FrozenObject, objectsIn, stringOf } from '../objects/api-object.ts';
import type { Store } from '../storage/store.ts';
import { unvalidatedKinds } from './unvalidated-kinds.ts';

/** Why something in an object has no effect: one name for each part of kube-apiserver that the server lacks. */
export type NotEnforcedReason = 'network-policies' | 'rbac' | 'validation';

/** One thing that the server accepts and does not enforce. */
export interface NotEnforcedRule {
  readonly reason: NotEnforcedReason;
  readonly group: string;
  readonly kinds: readonly string[];
  /** The field or the condition that makes the difference, as the documentation names it. */
  readonly field: string;
  /** What the server does instead of enforcing it, in one sentence without a full stop. */
  readonly sentence: string;
  /** Whether a written object uses it. `old`: the object before an update. */
  readonly isUsed: (object: FrozenObject, old: FrozenObject | undefined, store: Store) => boolean;
}

const always = (): boolean => true;
const webhookConfigurations = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];
const admissionPolicies = ['MutatingAdmissionPolicy', 'ValidatingAdmissionPolicy'];

const asksAuthorizer = (expression: unknown): boolean => /\bauthorizer\b/.test(stringOf(expression));

/** The CEL expressions of an admission policy. */
function expressionsOfPolicy({ spec }: FrozenObject): unknown[] {
  const parts = ['variables', 'matchConditions', 'validations', 'auditAnnotations', 'mutations'];
  return parts
    .flatMap((part) => objectsIn(at(spec, part)))
    .flatMap((part) => [
      part.expression,
      part.messageExpression,
      part.valueExpression,
      at(part, 'applyConfiguration', 'expression'),
      at(part, 'jsonPatch', 'expression'),
    ]);
}

/** Everything that the server accepts and does not enforce. `docs/compatibility.md` has the same list. */
export const notEnforcedRules: readonly NotEnforcedRule[] = [
  {
    reason: 'network-policies',
    group: 'networking.k8s.io',
    kinds: ['NetworkPolicy'],
    field: 'spec',
    sentence: 'the embedded API server stores NetworkPolicies, and there is no network on which they act',
    isUsed: always,
  },
  {
    reason: 'rbac',
    group: 'rbac.authorization.k8s.io',
    kinds: ['RoleBinding', 'ClusterRoleBinding'],
    field: 'roleRef',
    sentence: 'the embedded API server stores roles and allows every authenticated user everything',
    isUsed: always,
  },
  {
    reason: 'rbac',
    group: 'authorization.k8s.io',
    kinds: ['SubjectAccessReview', 'LocalSubjectAccessReview'],
    field: 'spec.user',
    sentence: 'the embedded API server answers that everything is allowed, without asking the stored roles',
    isUsed: ({ spec }) => !(Array.isArray(spec?.groups) && spec.groups.includes('system:masters')),
  },
  {
    reason: 'rbac',
    group: 'admissionregistration.k8s.io',
    kinds: webhookConfigurations,
    field: 'webhooks[].matchConditions that ask the authorizer',
    sentence: 'the embedded API server tells match conditions that every user may do everything',
    isUsed: ({ webhooks }) =>
      objectsIn(webhooks)
        .flatMap(({ matchConditions }) => objectsIn(matchConditions))
        .some(({ expression }) => asksAuthorizer(expression)),
  },
  {
    reason: 'rbac',
    group: 'admissionregistration.k8s.io',
    kinds: admissionPolicies,
    field: 'expressions that ask the authorizer',
    sentence: 'the embedded API server tells expressions that every user may do everything',
    isUsed: (policy) => expressionsOfPolicy(policy).some(asksAuthorizer),
  },
  ...unvalidatedKinds.map(({ group, kinds }): NotEnforcedRule => ({
    reason: 'validation',
    group,
    kinds,
    field: 'all fields but metadata',
    sentence: 'the embedded API server checks the types of its fields, and few of the rules of kube-apiserver',
    isUsed: always,
  })),
];
