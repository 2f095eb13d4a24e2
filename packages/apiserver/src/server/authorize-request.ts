import { unauthorized } from '@kb/apimachinery';
import { ignoreAnnotation } from '../audit/audit-annotations.ts';
import { MASTERS, localUser, type User } from '../authentication/user.ts';
import { forbiddenTo } from '../authorization/forbidden-to.ts';
import { refuse } from '../refuse.ts';
import type { RequestScope } from './request-scope.ts';
import { isLongRunning, type RequestAttributes } from '../authentication/request-attributes.ts';

/**
 * Returns the user that a request acts as, and adds the headers that every response to this user has. Throws the
 * StatusError of a request without valid credentials, or of one that the user is not allowed to make. `headers` are the
 * request's, including the token that a WebSocket request carries elsewhere.
 */
export function authorizeRequest(scope: RequestScope, headers: Readonly<Record<string, string>>): User {
  const { server, attributes } = scope;
  const { access, now } = server.metrics;
  const begun = now();
  const caller = callerOf(scope, headers.authorization);
  const authenticated = now();
  access.authenticated(caller?.name, (authenticated - begun) / 1000);
  if (!caller) return refuse(unauthorized());
  scope.audit?.begin(caller);
  try {
    const impersonated = server.impersonate(caller, headers, attributes);
    if (impersonated) scope.audit?.impersonate(impersonated.user, impersonated.constraint);
    const user = impersonated?.user ?? caller;
    scope.addHeaders(fairnessHeaders(user, attributes));
    const { decision, reason } = server.authorizer.authorize(user, attributes);
    access.authorized(results[decision], (now() - authenticated) / 1000);
    scope.audit?.annotate('authorization.k8s.io/decision', decision === 'allow' ? 'allow' : 'forbid');
    scope.audit?.annotate('authorization.k8s.io/reason', reason);
    if (decision !== 'allow') refuse(forbiddenTo(user, attributes, reason));
    return user;
  } catch (error) {
    scope.addHeaders({ 'x-content-type-options': 'nosniff' });
    throw error;
  }
}

/** The decisions, as metrics name them. */
const results = { allow: 'allowed', deny: 'denied', 'no opinion': 'no-opinion' } as const;

/** Returns the user whose credentials a request has; undefined if the credentials are unknown. */
function callerOf(scope: RequestScope, authorization: string | undefined): User | undefined {
  const { server, origin, request, warn, audit } = scope;
  if (origin.user && authorization === undefined && !request.clientCertificates) return origin.user;
  if (!server.authenticate) return localUser;
  const use = { warn, annotate: audit?.annotate ?? ignoreAnnotation };
  return server.authenticate(authorization, { certificates: request.clientCertificates, use });
}

/**
 * The uids of the flow schema and the priority level of some users' requests. There is no queueing: clients only see
 * the headers.
 */
const exempt = {
  'x-kubernetes-pf-flowschema-uid': '6a1d8f0e-2c57-4b0f-9a34-5d1e7c4b8f21',
  'x-kubernetes-pf-prioritylevel-uid': '0b7e2d95-8c1a-4f63-b5d7-13f2a9c0e846',
};
const serviceAccounts = {
  'x-kubernetes-pf-flowschema-uid': 'd94c3b7a-51e8-4d26-8f90-a7b6e2c1530f',
  'x-kubernetes-pf-prioritylevel-uid': '3f5a9e1c-7d42-4806-92bb-c8e0d1647a35',
};
const globalDefault = {
  'x-kubernetes-pf-flowschema-uid': '81f6c2e4-0a9d-4735-b1c8-4e7f93d25a60',
  'x-kubernetes-pf-prioritylevel-uid': 'c27d5b80-e436-4e19-a05f-9b8c61f7d342',
};

/**
 * Returns the headers of API priority and fairness: on all responses to users, except for connections into containers.
 */
function fairnessHeaders(user: User, attributes: RequestAttributes): Record<string, string> {
  if (isLongRunning(attributes) && attributes.verb !== 'watch') return {};
  if (user.trusted || user.groups.includes(MASTERS)) return exempt;
  return user.groups.includes('system:serviceaccounts') ? serviceAccounts : globalDefault;
}
