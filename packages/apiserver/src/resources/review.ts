import type { JsonObject } from '@kb/apimachinery';
import type { Authenticate } from '../authentication/authenticate.ts';
import type { ServiceAccountTokens } from '../authentication/service-account-tokens.ts';
import type { User } from '../authentication/user.ts';
import type { ApiObject } from '../objects/api-object.ts';

/** What a review can be answered from. */
export interface ReviewContext {
  /** The user who posts the review. */
  readonly user: User;
  readonly serviceAccountTokens: Pick<ServiceAccountTokens, 'find'>;
  /** Undefined: the server has no authentication. */
  readonly authenticate: Authenticate | undefined;
}

/** Returns the status of a review. Throws the StatusError of a review that cannot be answered. */
export type Review = (review: ApiObject, context: ReviewContext) => JsonObject;
