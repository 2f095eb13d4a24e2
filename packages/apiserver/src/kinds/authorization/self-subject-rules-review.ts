import { badRequest, type JsonObject } from '@kb/apimachinery';
import { type ApiObject, at, stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import type { ReviewContext } from '../../resources/review.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** SelfSubjectRulesReview: lists the client's permissions in a namespace. Never stored. */
export const selfSubjectRulesReview: BuiltInKind = {
  group: 'authorization.k8s.io',
  kind: 'SelfSubjectRulesReview',
  review: listRules,
};

function listRules(review: ApiObject, { user, authorizer }: ReviewContext): JsonObject {
  const namespace = stringOf(at(review, 'spec', 'namespace'));
  if (namespace === '') refuse(badRequest('no namespace on request'));
  // The response has nothing of the request.
  review.metadata = {};
  review.spec = {};
  const { resourceRules, nonResourceRules, incomplete, error } = authorizer.rulesFor(user, namespace);
  return {
    resourceRules: resourceRules.map(({ verbs, apiGroups, resources, resourceNames }) => ({
      verbs: [...verbs],
      apiGroups: [...apiGroups],
      resources: [...resources],
      ...(resourceNames.length > 0 && { resourceNames: [...resourceNames] }),
    })),
    nonResourceRules: nonResourceRules.map(({ verbs, nonResourceURLs }) => ({
      verbs: [...verbs],
      nonResourceURLs: [...nonResourceURLs],
    })),
    incomplete,
    ...(error !== '' && { evaluationError: error }),
  };
}
