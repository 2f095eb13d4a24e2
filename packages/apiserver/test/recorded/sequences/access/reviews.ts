import type { Area } from '../../sequence.ts';
import { get, post, sequence } from '../../steps.ts';
import {
  accessReviews,
  allowEverywhere,
  allowHere,
  as,
  clusterRoleBindings,
  roleRef,
  rule,
  user,
  withRbac,
} from './access.ts';

const local = '/apis/authorization.k8s.io/v1/namespaces/${NS}/localsubjectaccessreviews';
const own = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const rulesReviews = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
const ann = '${NS}-ann';
const about = (verb: string, resource: string, more: object = {}): object => ({
  resourceAttributes: { verb, resource, ...more },
});
const path = (verb: string, of: string): object => ({ nonResourceAttributes: { verb, path: of } });

/** Reviews of access. */
export const reviews: Area = {
  name: 'access reviews',
  server: withRbac,
  sequences: [
    sequence(
      'what a user may do',
      ...allowHere('ann', rule('get', '', 'configmaps')),
      post(
        accessReviews,
        { spec: { user: ann, ...about('get', 'configmaps', { namespace: '${NS}' }) } },
        { shows: '"allowed":true' },
      ),
      post(accessReviews, { spec: { user: ann, ...about('get', 'configmaps') } }),
      post(accessReviews, {
        spec: { user: ann, ...about('get', 'configmaps', { namespace: '${NS}', subresource: 'x' }) },
      }),
      post(accessReviews, {
        spec: { user: ann, uid: 'u', groups: ['a'], extra: { k: ['v'] }, ...path('get', '/version') },
      }),
      post(accessReviews, { spec: { groups: ['system:authenticated'], ...path('get', '/apis') } }),
      post(accessReviews, { spec: { groups: ['system:masters'], ...about('*', '*', { group: '*' }) } }),
      post(accessReviews, { spec: { user: 'system:serviceaccount:${NS}:x', ...about('get', 'pods') } }),
      post(local, {
        metadata: { namespace: '${NS}' },
        spec: { user: ann, ...about('get', 'configmaps', { namespace: '${NS}' }) },
      }),
      post(own, { spec: about('get', 'configmaps', { namespace: '${NS}' }) }, as('ann')),
      post(own, { spec: about('list', 'configmaps', { namespace: '${NS}' }) }, as('ann')),
      post(own, { spec: path('get', '/metrics') }),
      post(accessReviews, { spec: { user: ann, ...about('get', 'pods') } }, as('ann')),
    ),
    sequence(
      'what is wrong with a review',
      post(accessReviews, {}),
      post(accessReviews, { spec: { user: 'a' } }),
      post(accessReviews, { spec: { ...about('get', 'pods') } }),
      post(accessReviews, { spec: { user: 'a', ...about('get', 'pods'), ...path('get', '/') } }),
      post(accessReviews, { metadata: { name: 'x' }, spec: { user: 'a', ...about('get', 'pods') } }),
      post(own, { spec: {} }),
      post(own, { spec: { ...about('get', 'pods'), ...path('get', '/x') } }),
      post(own, { metadata: { labels: { a: 'b' } }, spec: about('get', 'pods') }),
      post(local, { spec: { user: 'a', ...about('get', 'pods', { namespace: '${NS}' }) } }),
      post(local, { spec: { user: 'a', ...about('get', 'pods') } }),
      post(local, { spec: { user: 'a', ...about('get', 'pods', { namespace: 'other' }) } }),
      post(local, { metadata: { name: 'x' }, spec: { user: 'a', ...about('get', 'pods', { namespace: '${NS}' }) } }),
      post(local, { spec: { user: 'a', ...path('get', '/x') } }),
      post(rulesReviews, { spec: {} }),
      post(rulesReviews, { metadata: { name: 'x' }, spec: { namespace: 'default' } }, { withoutBody: true }),
    ),
    sequence(
      'selectors in a review',
      post(own, { spec: about('list', 'pods', { fieldSelector: {} }) }),
      post(own, { spec: about('list', 'pods', { labelSelector: {} }) }),
      post(own, {
        spec: about('list', 'pods', {
          fieldSelector: { rawSelector: 'a=b', requirements: [{ key: 'a', operator: 'In', values: ['b'] }] },
        }),
      }),
      post(own, { spec: about('list', 'pods', { fieldSelector: { rawSelector: 'a=b' } }) }),
      post(own, {
        spec: about('list', 'pods', { labelSelector: { requirements: [{ key: 'a', operator: 'Exists' }] } }),
      }),
    ),
    sequence(
      'the reasons of refusals',
      post(
        clusterRoleBindings,
        { metadata: { name: '${NS}' }, roleRef: roleRef('ClusterRole', '${NS}-none'), subjects: [user('ann')] },
        { quiet: true },
      ),
      post(accessReviews, { spec: { user: ann, ...about('get', 'pods') } }, { shows: 'not found' }),
    ),
    sequence(
      'the rules of a user',
      ...allowEverywhere(
        'ann',
        rule('create', 'authorization.k8s.io', 'selfsubjectrulesreviews'),
        rule('get', '', 'a,b', { resourceNames: ['n'] }),
      ),
      get('/api/v1/namespaces/x', { ...as('ann', { 'impersonate-group': 'system:unauthenticated' }), quiet: true }),
      post(
        rulesReviews,
        { spec: { namespace: 'default' } },
        { ...as('ann', { 'impersonate-group': 'system:unauthenticated' }), retry: true },
      ),
    ),
  ],
};
