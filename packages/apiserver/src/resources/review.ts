import type { JsonObject } from '@kb/apimachinery';
import type { Authenticate } from '../authentication/authenticate.ts';
import type { ServiceAccountTokens } from '../authentication/service-account-tokens.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import type { User } from '../authentication/user.ts';
import type { ApiObject } from '../objects/api-object.ts';

/** What a review is evaluated with. */
export interface ReviewContext {
  /** The user who posts the review. */
  readonly user: User;
  readonly authorizer: Authorizer;
  readonly serviceAccountTokens: Pick<ServiceAccountTokens, 'check'>;
  /** Authenticates tokens; undefined when the server has no authentication. */
  readonly authenticate: Authenticate | undefined;
}

/** Evaluates a review and returns its status. Throws the StatusError of a review that cannot be evaluated. */
export type Review = (review: ApiObject, context: ReviewContext) => JsonObject;
