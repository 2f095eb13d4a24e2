import type { Library } from './library.ts';

/** The authorizer. Rules of schemas have none, but its functions take part in the choice of overloads. */
export const authorizer: Library = {
  path: { authorizer_path: 'kubernetes.authorization.Authorizer.(string) -> kubernetes.authorization.PathCheck' },
  group: { authorizer_group: 'kubernetes.authorization.Authorizer.(string) -> kubernetes.authorization.GroupCheck' },
  serviceAccount: {
    authorizer_serviceaccount:
      'kubernetes.authorization.Authorizer.(string, string) -> kubernetes.authorization.Authorizer',
  },
  resource: {
    groupcheck_resource: 'kubernetes.authorization.GroupCheck.(string) -> kubernetes.authorization.ResourceCheck',
  },
  subresource: {
    resourcecheck_subresource:
      'kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck',
  },
  namespace: {
    resourcecheck_namespace:
      'kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck',
  },
  name: {
    resourcecheck_name: 'kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck',
  },
  fieldSelector: {
    authorizer_fieldselector:
      'kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck',
  },
  labelSelector: {
    authorizer_labelselector:
      'kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.ResourceCheck',
  },
  check: {
    pathcheck_check: 'kubernetes.authorization.PathCheck.(string) -> kubernetes.authorization.Decision',
    resourcecheck_check: 'kubernetes.authorization.ResourceCheck.(string) -> kubernetes.authorization.Decision',
  },
  allowed: { decision_allowed: 'kubernetes.authorization.Decision.() -> bool' },
  errored: { decision_errored: 'kubernetes.authorization.Decision.() -> bool' },
  error: { decision_error: 'kubernetes.authorization.Decision.() -> string' },
  reason: { decision_reason: 'kubernetes.authorization.Decision.() -> string' },
};
