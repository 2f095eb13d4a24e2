import { notFound } from '@kb/apimachinery';
import type { AdmissionAttributes } from '../admission/admission-attributes.ts';
import {
  type MatchContext,
  matchesNamespace,
  type MatchedVersion,
  matchesObject,
  matchRules,
} from '../admission/match-rules.ts';
import type { MatchConstraints } from './bound-policies.ts';

/** Whether constraints match a request: the version in which expressions get the object, or why that is not known. */
export type ConstraintMatch =
  | (MatchedVersion & { readonly problem?: never })
  | { readonly problem: string; readonly resource?: never; readonly kind?: never }
  | undefined;

/** Decides whether a request meets constraints: all selectors, no rule that excludes it, and one rule for it. */
export function matchConstraints(
  { rules, excluded, namespaceSelector, objectSelector, matchesEquivalent }: MatchConstraints,
  attributes: AdmissionAttributes,
  context: MatchContext,
): ConstraintMatch {
  const inNamespace = matchesNamespace(namespaceSelector, attributes, context);
  if (inNamespace === false || !matchesObject(objectSelector, attributes)) return undefined;
  if (matchRules(excluded, attributes, context, matchesEquivalent)) return undefined;
  const { resource, kind } = attributes;
  const version = rules.length === 0 ? { resource, kind } : matchRules(rules, attributes, context, matchesEquivalent);
  if (version === undefined || inNamespace !== 'missing') return version;
  return { problem: notFound({ group: '', plural: 'namespaces' }, attributes.namespace).message ?? '' };
}

/** The reviews, of which nothing is stored: a policy for them could break the cluster. */
const reviews: ReadonlySet<string> = new Set([
  'SelfSubjectReview',
  'TokenReview',
  'LocalSubjectAccessReview',
  'SelfSubjectAccessReview',
  'SelfSubjectRulesReview',
  'SubjectAccessReview',
]);
const reviewGroups: ReadonlySet<string> = new Set(['authentication.k8s.io', 'authorization.k8s.io']);
const POLICY = /^(?:Mutating|Validating)AdmissionPolicy(?:Binding)?$/;

/** Whether no policy is asked about a resource: the reviews, and the policies themselves. */
export function isExemptFromPolicies({ resource: { group, kind } }: AdmissionAttributes): boolean {
  if (group === 'admissionregistration.k8s.io') return POLICY.test(kind);
  return reviewGroups.has(group) && reviews.has(kind);
}
