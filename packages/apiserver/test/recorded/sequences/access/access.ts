import type { AreaServer, RequestStep } from '../../sequence.ts';
import { post } from '../../steps.ts';

/** The servers of these areas: the real one always has RBAC. */
export const withRbac: AreaServer = { authorizationMode: 'RBAC' };

export const rbac = '/apis/rbac.authorization.k8s.io/v1';
export const clusterRoles: string = `${rbac}/clusterroles`;
export const clusterRoleBindings: string = `${rbac}/clusterrolebindings`;
export const roles: string = `${rbac}/namespaces/\${NS}/roles`;
export const roleBindings: string = `${rbac}/namespaces/\${NS}/rolebindings`;
export const accessReviews = '/apis/authorization.k8s.io/v1/subjectaccessreviews';

/** Headers of the admin who acts as a user of the sequence. */
export const as = (name: string, more: Record<string, string> = {}): { readonly headers: Record<string, string> } => ({
  headers: { 'impersonate-user': `\${NS}-${name}`, ...more },
});

/** A rule. */
export const rule = (verbs: string, apiGroup: string, resources: string, more: object = {}): object => ({
  verbs: verbs.split(','),
  apiGroups: [apiGroup],
  resources: resources.split(','),
  ...more,
});

/** A user as a subject. */
export const user = (name: string): object => ({
  kind: 'User',
  apiGroup: 'rbac.authorization.k8s.io',
  name: `\${NS}-${name}`,
});

/** A reference to a role. */
export const roleRef = (kind: string, name: string): object => ({
  apiGroup: 'rbac.authorization.k8s.io',
  kind,
  name,
});

/** Gives a user of the sequence a ClusterRole with rules, everywhere; neither answer is compared. */
export const allowEverywhere = (name: string, ...rules: readonly object[]): RequestStep[] => [
  post(clusterRoles, { metadata: { name: `\${NS}-${name}` }, rules }, { quiet: true }),
  post(
    clusterRoleBindings,
    {
      metadata: { name: `\${NS}-${name}` },
      roleRef: roleRef('ClusterRole', `\${NS}-${name}`),
      subjects: [user(name)],
    },
    { quiet: true },
  ),
];

/** Gives a user of the sequence a Role with rules in the sequence's namespace; neither answer is compared. */
export const allowHere = (name: string, ...rules: readonly object[]): RequestStep[] => [
  post(roles, { metadata: { name }, rules }, { quiet: true }),
  post(roleBindings, { metadata: { name }, roleRef: roleRef('Role', name), subjects: [user(name)] }, { quiet: true }),
];
