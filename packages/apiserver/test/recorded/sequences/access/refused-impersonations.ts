import type { Area, RequestStep } from '../../sequence.ts';
import { get, post, sequence } from '../../steps.ts';
import { account, createAccount, requestToken } from '../authentication/tokens.ts';
import { clusterRoleBindings, clusterRoles, roleRef, rule, withRbac } from './access.ts';

const whoAmI = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const quiet = { quiet: true };

/** A request of the sequence's ServiceAccount, as somebody else. */
const asAccount = (headers: Record<string, string>, options: Partial<RequestStep> = {}): RequestStep =>
  post(whoAmI, {}, { ...options, headers: { authorization: 'Bearer ${token}', ...headers } });

/** Creates the ServiceAccount, its permissions and a token, and waits until it may impersonate the user `known`. */
const accountThatMay = (...rules: readonly object[]): RequestStep[] => [
  createAccount,
  requestToken({}, quiet),
  post(
    clusterRoles,
    {
      metadata: { name: '${NS}' },
      rules: [rule('impersonate', '', 'users', { resourceNames: ['known'] }), ...rules],
    },
    quiet,
  ),
  post(
    clusterRoleBindings,
    {
      metadata: { name: '${NS}' },
      roleRef: roleRef('ClusterRole', '${NS}'),
      subjects: [{ kind: 'ServiceAccount', name: 'a', namespace: '${NS}' }],
    },
    quiet,
  ),
  asAccount({ 'impersonate-user': 'known' }, { retry: true }),
];

/** Impersonations that the sender has no permission for, and those beside them that it has. */
export const refusedImpersonations: Area = {
  name: 'refused impersonations',
  server: withRbac,
  sequences: [
    sequence(
      'a sender without any permission',
      createAccount,
      requestToken({}, quiet),
      asAccount({ 'impersonate-user': 'bob' }),
      asAccount({ 'impersonate-user': 'bob', 'impersonate-group': 'g' }),
      asAccount({ 'impersonate-user': 'bob', 'impersonate-uid': 'u' }),
      asAccount({ 'impersonate-user': 'system:serviceaccount:ns:sa' }),
      asAccount({ 'impersonate-user': 'system:serviceaccount:${NS}:a' }),
      asAccount({ 'impersonate-user': 'system:serviceaccount:ns:s/a' }),
      asAccount({ 'impersonate-user': 'system:serviceaccount:ns' }),
      asAccount({ 'impersonate-user': 'system:node:n1' }),
      asAccount({ 'impersonate-user': 'system:node:n1', 'impersonate-group': 'system:nodes' }),
      asAccount({ 'impersonate-user': 'system:node:N_1' }),
      asAccount({ 'impersonate-user': 'system:anonymous' }),
      asAccount({ 'impersonate-user': 'bob', 'impersonate-group': 'system:masters' }),
      asAccount({ 'impersonate-group': 'g' }),
      asAccount({ 'impersonate-uid': 'u' }),
      asAccount({ 'impersonate-user': '' }),
      get('/healthz', { headers: { authorization: 'Bearer ${token}', 'impersonate-user': 'bob' } }),
      get('/api/v1/namespaces/x/pods/y/log', {
        headers: { authorization: 'Bearer ${token}', 'impersonate-user': 'bob' },
      }),
      get('/healthz', { headers: { authorization: 'Bearer wrong', 'impersonate-user': 'bob' } }),
      get(account, { headers: { authorization: 'Basic eDp5', 'impersonate-user': 'bob' } }),
    ),
    sequence(
      'users',
      ...accountThatMay(rule('impersonate', '', 'serviceaccounts', { resourceNames: ['sa'] })),
      asAccount({ 'impersonate-user': 'known' }),
      asAccount({ 'impersonate-user': 'other' }),
      asAccount({ 'impersonate-user': 'Known' }),
      asAccount({ 'impersonate-user': 'system:serviceaccount:ns:sa' }),
      asAccount({ 'impersonate-user': 'system:serviceaccount:ns:other' }),
      asAccount({ 'impersonate-user': 'system:node:known' }),
      asAccount({ 'impersonate-user': 'system:serviceaccount:ns:sa', 'impersonate-group': 'g' }),
    ),
    sequence(
      'groups',
      ...accountThatMay(rule('impersonate', '', 'groups', { resourceNames: ['one', 'two'] })),
      asAccount({ 'impersonate-user': 'known', 'impersonate-group': 'one' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-group': 'one\ntwo' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-group': 'one\nthree' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-group': 'three\nfour' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-group': 'one\ntwo\none\nthree' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-group': '' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-group': 'system:masters' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-group': 'system:authenticated' }),
      asAccount({ 'impersonate-user': 'other', 'impersonate-group': 'one' }),
      asAccount({ 'impersonate-user': 'other', 'impersonate-group': 'three' }),
    ),
    sequence(
      'uids and extra fields',
      ...accountThatMay(
        rule('impersonate', 'authentication.k8s.io', 'uids', { resourceNames: ['u'] }),
        rule('impersonate', 'authentication.k8s.io', 'userextras/scopes', { resourceNames: ['view'] }),
        rule('impersonate', 'authentication.k8s.io', 'userextras/acme.io/scopes', { resourceNames: ['view'] }),
      ),
      asAccount({ 'impersonate-user': 'known', 'impersonate-uid': 'u' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-uid': 'v' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-extra-scopes': 'view' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-extra-scopes': 'view\nedit' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-extra-scopes': '' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-extra-acme.io%2fscopes': 'view' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-extra-acme.io%2fscopes': 'edit' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-extra-acme.io%2': 'edit' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-extra-other': 'view' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-extra-': 'view' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-uid': 'v', 'impersonate-extra-other': 'view' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-uid': 'v', 'impersonate-group': 'g' }),
      asAccount({ 'impersonate-user': 'known', 'impersonate-group': 'g', 'impersonate-extra-other': 'view' }),
      asAccount({ 'impersonate-user': 'other', 'impersonate-uid': 'v', 'impersonate-group': 'g' }),
    ),
  ],
};
