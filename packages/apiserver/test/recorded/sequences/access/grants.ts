import type { Area } from '../../sequence.ts';
import { get, mergePatch, post, put, sequence } from '../../steps.ts';
import {
  allowEverywhere,
  allowHere,
  as,
  clusterRoleBindings,
  clusterRoles,
  roleBindings,
  roleRef,
  roles,
  rule,
  user,
  withRbac,
} from './access.ts';

const RBAC_GROUP = 'rbac.authorization.k8s.io';
const roleWriter = rule('get,create,update,patch', RBAC_GROUP, 'roles,rolebindings,clusterroles,clusterrolebindings');
const merge = (headers: { readonly headers: Record<string, string> }) => ({
  headers: { ...headers.headers, 'content-type': 'application/merge-patch+json' },
});

/** Who may grant what: the checks of roles and bindings. */
export const grants: Area = {
  name: 'grants of roles',
  server: withRbac,
  sequences: [
    sequence(
      'roles with permissions that the writer lacks',
      ...allowEverywhere('ann', roleWriter, rule('get,list', '', 'configmaps'), rule('get', '', '*/status')),
      get(`${roles}/none`, { ...as('ann'), until: 404 }),
      post(roles, { metadata: { name: 'held' }, rules: [rule('get,list', '', 'configmaps')] }, as('ann')),
      post(
        roles,
        { metadata: { name: 'part' }, rules: [rule('get', '', 'configmaps', { resourceNames: ['a'] })] },
        as('ann'),
      ),
      post(roles, { metadata: { name: 'status' }, rules: [rule('get', '', 'pods/status')] }, as('ann')),
      post(roles, { metadata: { name: 'none' } }, as('ann')),
      post(roles, { metadata: { name: 'more' }, rules: [rule('get,list,watch', '', 'secrets,configmaps')] }, as('ann')),
      post(
        roles,
        {
          metadata: { name: 'names' },
          rules: [
            rule('get,delete', '', 'secrets', { resourceNames: ['b', 'a'] }),
            rule('get', '', 'secrets'),
            rule('list', 'apps', 'deployments/scale'),
          ],
        },
        as('ann'),
      ),
      post(roles, { metadata: { generateName: 'gen-' }, rules: [rule('*', '*', '*')] }, as('ann')),
      post(
        roles,
        { metadata: { name: 'bad' }, rules: [{ verbs: [], apiGroups: [''], resources: ['pods'] }] },
        as('ann'),
      ),
      post(
        clusterRoles,
        { metadata: { name: '${NS}-urls' }, rules: [{ verbs: ['get', 'post'], nonResourceURLs: ['/b', '/a'] }] },
        as('ann'),
      ),
      post(
        clusterRoles,
        {
          metadata: { name: '${NS}-sum' },
          aggregationRule: { clusterRoleSelectors: [{ matchLabels: { x: '${NS}' } }] },
        },
        as('ann'),
      ),
      put(
        `${roles}/held`,
        { metadata: { name: 'held' }, rules: [rule('get,list,delete', '', 'configmaps')] },
        as('ann'),
      ),
      put(`${roles}/new`, { metadata: { name: 'new' }, rules: [rule('delete', '', 'configmaps')] }, as('ann')),
      mergePatch(`${roles}/held`, { rules: [rule('delete', '', 'configmaps')] }, merge(as('ann'))),
      mergePatch(`${roles}/held`, { metadata: { labels: { a: 'b' } } }, merge(as('ann'))),
    ),
    sequence(
      'changes of roles with more permissions than the writer has',
      ...allowEverywhere('ann', roleWriter),
      post(roles, { metadata: { name: 'strong' }, rules: [rule('get', '', 'secrets')] }, { quiet: true }),
      get(`${roles}/strong`, { ...as('ann'), retry: true }),
      mergePatch(`${roles}/strong`, { metadata: { labels: { a: 'b' } } }, merge(as('ann'))),
      mergePatch(`${roles}/strong`, { metadata: { finalizers: ['example.com/x'] } }, merge(as('ann'))),
      mergePatch(`${roles}/strong`, { metadata: { finalizers: null } }, merge(as('ann'))),
      mergePatch(`${roles}/strong`, { rules: null }, merge(as('ann'))),
    ),
    sequence(
      'the verb escalate',
      ...allowEverywhere('ann', roleWriter, rule('escalate', RBAC_GROUP, 'roles')),
      ...allowEverywhere('bob', roleWriter, rule('escalate', RBAC_GROUP, 'roles', { resourceNames: ['named'] })),
      post(roles, { metadata: { name: 'strong' }, rules: [rule('get', '', 'secrets')] }, { ...as('ann'), until: 201 }),
      post(clusterRoles, { metadata: { name: '${NS}-strong' }, rules: [rule('get', '', 'secrets')] }, as('ann')),
      get(`${roles}/strong`, { ...as('bob'), quiet: true, until: 200 }),
      post(roles, { metadata: { name: 'named' }, rules: [rule('get', '', 'secrets')] }, as('bob')),
      put(`${roles}/named`, { metadata: { name: 'named' }, rules: [rule('get', '', 'secrets')] }, as('bob')),
      put(`${roles}/other`, { metadata: { name: 'other' }, rules: [rule('get', '', 'secrets')] }, as('bob')),
    ),
    sequence(
      'bindings of roles with permissions that the writer lacks',
      ...allowEverywhere('ann', roleWriter, rule('get', '', 'configmaps')),
      post(roles, { metadata: { name: 'weak' }, rules: [rule('get', '', 'configmaps')] }, { quiet: true }),
      post(roles, { metadata: { name: 'strong' }, rules: [rule('get,list', '', 'secrets')] }, { quiet: true }),
      get(`${roles}/weak`, { ...as('ann'), retry: true, quiet: true }),
      post(
        roleBindings,
        { metadata: { name: 'weak' }, roleRef: roleRef('Role', 'weak'), subjects: [user('bob')] },
        as('ann'),
      ),
      post(
        roleBindings,
        { metadata: { name: 'strong' }, roleRef: roleRef('Role', 'strong'), subjects: [user('bob')] },
        as('ann'),
      ),
      post(
        roleBindings,
        { metadata: { name: 'none' }, roleRef: roleRef('Role', 'none'), subjects: [user('bob')] },
        as('ann'),
      ),
      post(roleBindings, { metadata: { name: 'none' }, roleRef: roleRef('ClusterRole', '${NS}-none') }, as('ann')),
      post(roleBindings, { metadata: { name: 'odd' }, roleRef: roleRef('Odd', 'x') }, as('ann')),
      post(
        clusterRoleBindings,
        { metadata: { name: '${NS}-x' }, roleRef: roleRef('ClusterRole', 'cluster-admin') },
        as('ann'),
      ),
      put(
        `${roleBindings}/weak`,
        { metadata: { name: 'weak' }, roleRef: roleRef('Role', 'weak'), subjects: [] },
        as('ann'),
      ),
      mergePatch(`${roleBindings}/weak`, { roleRef: { name: 'strong' } }, merge(as('ann'))),
    ),
    sequence(
      'the verb bind',
      ...allowEverywhere('ann', roleWriter),
      ...allowHere('ann', rule('bind', RBAC_GROUP, 'clusterroles', { resourceNames: ['cluster-admin'] })),
      post(
        roleBindings,
        { metadata: { name: 'a' }, roleRef: roleRef('ClusterRole', 'cluster-admin') },
        { ...as('ann'), until: 201 },
      ),
      post(roleBindings, { metadata: { name: 'b' }, roleRef: roleRef('ClusterRole', 'system:node') }, as('ann')),
      post(
        clusterRoleBindings,
        { metadata: { name: '${NS}-x' }, roleRef: roleRef('ClusterRole', 'cluster-admin') },
        as('ann'),
      ),
    ),
  ],
};
