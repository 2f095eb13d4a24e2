import type { Area, RequestStep } from '../../sequence.ts';
import { post, sequence } from '../../steps.ts';
import { accessReviews, allowHere, as, clusterRoles, roleBindings, roleRef, rule, user, withRbac } from './access.ts';

const local = '/apis/authorization.k8s.io/v1/namespaces/${NS}/localsubjectaccessreviews';
const own = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const rulesReviews = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
const ann = '${NS}-ann';

/** Reviews of a list of Pods of the sequence's namespace, with selectors. */
const reviewOf = (more: object, url = accessReviews): RequestStep =>
  post(url, {
    spec: { user: ann, resourceAttributes: { verb: 'list', resource: 'pods', namespace: '${NS}', ...more } },
  });
const requirement = (key: string, operator: string, ...values: string[]): object => ({
  key,
  operator,
  ...(values.length > 0 && { values }),
});
const fields = (...requirements: object[]): RequestStep => reviewOf({ fieldSelector: { requirements } });
const labels = (...requirements: object[]): RequestStep => reviewOf({ labelSelector: { requirements } });

/** Every shape of a selector, in each of the two fields. */
const shapes = (of: (...requirements: object[]) => RequestStep): RequestStep[] => [
  of(requirement('a', 'In', 'b')),
  of(requirement('a', 'In', 'b', 'c')),
  of(requirement('a', 'In')),
  of(requirement('a', 'NotIn', 'b')),
  of(requirement('a', 'NotIn')),
  of(requirement('a', 'Exists')),
  of(requirement('a', 'Exists', 'b')),
  of(requirement('a', 'DoesNotExist')),
  of(requirement('a', 'DoesNotExist', 'b')),
  of(requirement('a', 'Gt', '1')),
  of(requirement('a', 'Invented', '1')),
  of(requirement('a', '')),
  of(requirement('', 'Exists')),
  of(requirement('a b', 'In', 'c d')),
  of(requirement('a', 'In', 'b'), requirement('a', 'Invented', 'c'), requirement('b', 'Invented')),
];

/** Raw selectors, which a server parses itself. */
const rawSelectors: readonly string[] = ['a=b', 'a!=b', 'a', '!a', 'a in (b,c)', 'a==b,c=d', '', '=', 'a=b=c', 'a in'];

/** Reviews of access with selectors, and what decides about them. */
export const selectorsOfReviews: Area = {
  name: 'selectors of access reviews',
  server: withRbac,
  sequences: [
    sequence('requirements of fields', ...allowHere('ann', rule('list', '', 'pods')), ...shapes(fields)),
    sequence('requirements of labels', ...allowHere('ann', rule('list', '', 'pods')), ...shapes(labels)),
    sequence(
      'raw selectors',
      ...rawSelectors.flatMap((rawSelector) => [
        reviewOf({ fieldSelector: { rawSelector } }),
        reviewOf({ labelSelector: { rawSelector } }),
      ]),
    ),
    sequence(
      'selectors of the other reviews',
      reviewOf({ labelSelector: { requirements: [requirement('a', 'Invented')] } }, local),
      reviewOf({ labelSelector: { rawSelector: 'a=' } }, local),
      reviewOf({ fieldSelector: { rawSelector: '=' } }, local),
      ...[{ rawSelector: '=' }, { requirements: [requirement('a', 'Invented')] }].flatMap((selector) => [
        post(own, { spec: { resourceAttributes: { verb: 'list', resource: 'pods', labelSelector: selector } } }),
        post(
          own,
          { spec: { resourceAttributes: { verb: 'list', resource: 'pods', fieldSelector: selector } } },
          as('ann'),
        ),
      ]),
      post(accessReviews, {
        spec: {
          user: ann,
          resourceAttributes: { verb: 'get', resource: 'pods', labelSelector: { rawSelector: 'a=b' } },
          nonResourceAttributes: { verb: 'get', path: '/' },
        },
      }),
    ),
    sequence(
      'roles that are missing',
      post(
        roleBindings,
        { metadata: { name: 'two' }, roleRef: roleRef('ClusterRole', '${NS}-none'), subjects: [user('ann')] },
        { quiet: true },
      ),
      post(
        accessReviews,
        { spec: { user: ann, resourceAttributes: { verb: 'list', resource: 'pods', namespace: '${NS}' } } },
        { shows: 'clusterrole.rbac.authorization.k8s.io' },
      ),
      reviewOf({ labelSelector: { requirements: [requirement('a', 'Invented')] } }),
      reviewOf({}, local),
      post(
        own,
        { spec: { resourceAttributes: { verb: 'list', resource: 'pods', namespace: '${NS}' } } },
        as('ann', { 'impersonate-group': 'system:authenticated' }),
      ),
      post(rulesReviews, { spec: { namespace: '${NS}' } }, as('ann', { 'impersonate-group': 'system:authenticated' })),
    ),
    sequence(
      'the rules of a user in a namespace',
      post(
        clusterRoles,
        {
          metadata: { name: '${NS}' },
          rules: [rule('get,list', 'apps', 'deployments,deployments/scale'), rule('*', '', '*')],
        },
        { quiet: true },
      ),
      post(
        roleBindings,
        { metadata: { name: 'all' }, roleRef: roleRef('ClusterRole', '${NS}'), subjects: [user('ann')] },
        { quiet: true },
      ),
      ...allowHere('ann', rule('get', '', 'configmaps', { resourceNames: ['b', 'a'] }), rule('get', '', 'configmaps')),
      post(rulesReviews, { spec: { namespace: '${NS}' } }, { ...as('ann'), shows: '"configmaps"' }),
      post(rulesReviews, { spec: { namespace: 'default' } }, as('ann')),
      post(rulesReviews, { spec: { namespace: '${NS}-none' } }, as('ann')),
      post(rulesReviews, { spec: { namespace: '' } }, as('ann')),
      post(rulesReviews, { spec: { namespace: '*' } }, as('ann')),
      post(rulesReviews, {}, as('ann')),
      post(rulesReviews, { spec: { namespace: '${NS}' }, status: { incomplete: true } }, as('ann')),
      post(rulesReviews, { spec: { namespace: '${NS}' } }, as('ann', { 'impersonate-group': 'system:masters' })),
    ),
    sequence(
      'local reviews',
      ...allowHere('ann', rule('list', '', 'pods')),
      post(
        local,
        { spec: { user: ann, resourceAttributes: { verb: 'list', resource: 'pods', namespace: '${NS}' } } },
        { shows: '"allowed":true' },
      ),
      reviewOf({ verb: 'get' }, local),
      reviewOf({ namespace: '' }, local),
      reviewOf({ namespace: 'default' }, local),
      reviewOf({ name: 'x', subresource: 'log', group: 'g', version: 'v' }, local),
      post(local, {}),
      post(local, { spec: { resourceAttributes: { verb: 'list', resource: 'pods', namespace: '${NS}' } } }),
      post(local, { spec: { groups: ['g'], resourceAttributes: { verb: 'x', resource: 'y', namespace: '${NS}' } } }),
      post(local, {
        metadata: { namespace: 'default' },
        spec: { user: ann, resourceAttributes: { verb: 'list', resource: 'pods', namespace: '${NS}' } },
      }),
      post(local, { spec: { user: ann, resourceAttributes: {} } }),
    ),
  ],
};
