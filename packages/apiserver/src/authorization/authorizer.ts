import type { RequestAttributes } from '../authentication/request-attributes.ts';
import type { User } from '../authentication/user.ts';

/** How the server decides what users may do, in the words of kube-apiserver's `--authorization-mode`. */
export type AuthorizationMode = 'AlwaysAllow' | 'RBAC' | 'Node,RBAC';

/** The answer of an {@link Authorizer}. */
export interface Authorization {
  /** Only `allow` allows; `no opinion` means that nothing allows it, `deny` that it is forbidden explicitly. */
  readonly decision: 'allow' | 'deny' | 'no opinion';
  /** As in reviews and in messages of 403; empty if there is none. */
  readonly reason: string;
  /** What went wrong while deciding. Absent: nothing. */
  readonly error?: string;
}

/** Permissions for resources, as reviews and roles name them. */
export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  /** Empty: all names. */
  readonly resourceNames: readonly string[];
}

/** Permissions for paths that are not of resources. */
export interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/** What a user may do in a namespace. */
export interface UserRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** Whether the user may do more than the lists say. */
  readonly incomplete: boolean;
  /** What went wrong, such as missing roles. Empty: nothing. */
  readonly error: string;
}

/** Decides what users may do. It never waits. */
export interface Authorizer {
  readonly mode: AuthorizationMode;
  readonly authorize: (user: User, attributes: RequestAttributes) => Authorization;
  /** Lists the permissions of a user in a namespace, including those for the whole cluster. */
  readonly rulesFor: (user: User, namespace: string) => UserRules;
}

/** Nothing allows the request. */
export const noOpinion: Authorization = { decision: 'no opinion', reason: '' };

/** Whether a user is allowed something. */
export function isAllowed(authorizer: Authorizer, user: User, attributes: RequestAttributes): boolean {
  return authorizer.authorize(user, attributes).decision === 'allow';
}
