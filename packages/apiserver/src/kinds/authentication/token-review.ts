import { badRequest, type JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { bearerToken } from '../../authentication/authenticate.ts';
import { OWN_AUDIENCE } from '../../authentication/token-claims.ts';
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
  const authorization = `Bearer ${token}`;
  const check = serviceAccountTokens.check(bearerToken(authorization), audiences);
  if ('user' in check) return { authenticated: true, user: userInfo(check.user), audiences: [...check.audiences] };
  const { problem } = check;
  const user = problem === undefined ? authenticate?.(authorization) : undefined;
  const own = audiences.filter((audience) => audience === OWN_AUDIENCE);
  if (user && own.length > 0) return { authenticated: true, user: userInfo(user), audiences: own };
  // Of what was posted, the user stays.
  const posted = at(review, 'status', 'user');
  return {
    user: isJsonObject(posted) ? posted : {},
    error: problem === undefined ? INVALID : `[${INVALID}, ${problem}]`,
  };
}

const INVALID = 'invalid bearer token';
