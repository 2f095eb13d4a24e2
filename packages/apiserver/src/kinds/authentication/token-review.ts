import { badRequest, type JsonObject } from '@kb/apimachinery';
import { OWN_AUDIENCE } from '../../authentication/service-account-tokens.ts';
import { userInfo } from '../../authentication/user.ts';
import { type ApiObject, at, stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import type { ReviewContext } from '../../resources/review.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** TokenReview: asks whose token it is. It is posted, and never kept. */
export const tokenReview: BuiltInKind = {
  group: 'authentication.k8s.io',
  kind: 'TokenReview',
  review: reviewToken,
};

/** Says whose a token is, and for which of the audiences that the review names. */
function reviewToken(review: ApiObject, { serviceAccountTokens, authenticate }: ReviewContext): JsonObject {
  const token = stringOf(at(review, 'spec', 'token'));
  if (token === '') refuse(badRequest('token is required for TokenReview in authentication'));
  const asked = at(review, 'spec', 'audiences');
  const audiences = Array.isArray(asked) && asked.length > 0 ? asked.map(stringOf) : [OWN_AUDIENCE];
  const grant = serviceAccountTokens.find(token);
  const user = grant ? grant.user : authenticate?.(`Bearer ${token}`);
  const meantFor = grant ? grant.audiences : [OWN_AUDIENCE];
  const agreed = audiences.filter((audience) => meantFor.includes(audience));
  if (!user || agreed.length === 0) return { user: {}, error: errorOf(grant !== undefined, audiences, meantFor) };
  return { authenticated: true, user: userInfo(user), audiences: agreed };
}

function errorOf(known: boolean, audiences: readonly string[], meantFor: readonly string[]): string {
  return known
    ? `[invalid bearer token, token audiences ${goList(meantFor)} is invalid for the target audiences ${goList(audiences)}]`
    : 'invalid bearer token';
}

/** As Go's `%q` prints a list of texts. */
const goList = (texts: readonly string[]): string => `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
