import type { Area, Sequence } from '../../sequence.ts';
import { jsonPatch, post, put, sequence } from '../../steps.ts';

const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles';

const role = (...clusterRoleSelectors: readonly object[]): object => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: '${NS}-a' },
  aggregationRule: { clusterRoleSelectors },
});

const expression = (operator: string, ...values: readonly string[]): object => ({
  matchExpressions: [{ key: 'a', operator, ...(values.length > 0 && { values }) }],
});

const invalidSelectors: Sequence = sequence(
  'invalid selectors',
  post(ROLES, role(expression('Near', 'x'))),
  post(ROLES, role(expression('in', 'x'))),
  post(ROLES, role(expression('In'))),
  post(ROLES, role(expression('NotIn'), expression('Exists', 'x'), expression('DoesNotExist', 'x'))),
  post(ROLES, role(expression('In', 'not a value', 'x'))),
  post(ROLES, role({ matchExpressions: [{ key: 'not a key', operator: 'Exists' }] })),
  post(ROLES, role({ matchExpressions: [{ key: '', operator: '' }] })),
  post(ROLES, role({ matchLabels: { 'not a key': 'not a value' } })),
  post(ROLES, role({ matchLabels: { a: 'b' } }, { matchLabels: { '/': 'b', a: '-' }, ...expression('Near') })),
  post(ROLES, { ...role(expression('Near', 'x')), rules: [{ apiGroups: [''], resources: ['pods'] }] }),
);

const validSelectors: Sequence = sequence(
  'valid selectors',
  post(ROLES, role({}, { matchLabels: { 'example.com/a': '' } }, expression('NotIn', 'x', ''))),
  put(`${ROLES}/\${NS}-a`, role(expression('Near', 'x'))),
  jsonPatch(`${ROLES}/\${NS}-a`, [
    { op: 'replace', path: '/aggregationRule/clusterRoleSelectors', value: [expression('In')] },
  ]),
);

/** The selectors of aggregated roles. */
export const selectorsOfRoles: Area = {
  name: 'selectors of roles',
  sequences: [invalidSelectors, validSelectors],
};
