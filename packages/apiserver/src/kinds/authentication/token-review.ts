import { badRequest, type JsonObject } from '@kb/apimachinery';
import { OWN_AUDIENCE } from '../../authentication/service-account-tokens.ts';
import { userInfo } from '../../authentication/user.ts';
import { type ApiObject, at, stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import type { ReviewContext } from '../../resources/review.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** TokenReview: returns the user of a token. Never stored. */
export const tokenReview: BuiltInKind = {
  group: 'authentication.k8s.io',
  kind: 'TokenReview',
  review: reviewToken,
};

/** Finds the user of a token, and those of the review's audiences that it is for. */
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

/** A list of strings as Go's `%q` prints it. */
const goList = (texts: readonly string[]): string => `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
