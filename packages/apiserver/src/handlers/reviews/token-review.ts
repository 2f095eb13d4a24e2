import { badRequest, type JsonObject } from '@kb/apimachinery';
import { OWN_AUDIENCE } from '../../authentication/service-account-tokens.ts';
import type { User } from '../../authentication/user.ts';
import { refuse } from '../../refuse.ts';
import { type ApiObject, at, stringOf } from '../../objects/api-object.ts';
import type { ServerContext } from '../../context/server-context.ts';

/**
 * What a TokenReview is answered: whose a token is, and for which of the audiences that it was asked about. Throws the
 * StatusError of a review without a token.
 */
export function reviewToken(server: ServerContext, review: ApiObject): JsonObject {
  const token = stringOf(at(review, 'spec', 'token'));
  if (token === '') refuse(badRequest('token is required for TokenReview in authentication'));
  const asked = at(review, 'spec', 'audiences');
  const audiences = Array.isArray(asked) && asked.length > 0 ? asked.map(stringOf) : [OWN_AUDIENCE];
  const grant = server.serviceAccountTokens.find(token);
  const user = grant ? grant.user : server.authenticate?.(`Bearer ${token}`);
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

/** A user as reviews show it. */
export function userInfo({ name, uid, groups, extra }: User): JsonObject {
  return {
    username: name,
    ...(uid !== undefined && { uid }),
    groups: [...groups],
    ...(extra && { extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])) }),
  };
}
