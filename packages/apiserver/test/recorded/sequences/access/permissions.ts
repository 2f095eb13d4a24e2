import type { Area } from '../../sequence.ts';
import { configMaps, del, get, mergePatch, pods, post, put, sequence } from '../../steps.ts';
import { allowEverywhere, allowHere, as, clusterRoleBindings, roleRef, rule, user, withRbac } from './access.ts';

const retry = { retry: true };

/** What roles allow, and the messages of refusals. */
export const permissions: Area = {
  name: 'permissions of roles',
  server: withRbac,
  sequences: [
    sequence(
      'a role in a namespace',
      ...allowHere('ann', rule('get,list', '', 'configmaps')),
      get(configMaps, { ...as('ann'), ...retry, withoutBody: true }),
      get(`${configMaps}/x`, as('ann')),
      get('/api/v1/configmaps', as('ann')),
      get('/api/v1/namespaces/default/configmaps', as('ann')),
      get(`${configMaps}?watch=1&timeoutSeconds=1`, as('ann')),
      post(configMaps, { metadata: { name: 'c' } }, as('ann')),
      put(`${configMaps}/c`, { metadata: { name: 'c' } }, as('ann')),
      mergePatch(
        `${configMaps}/c`,
        {},
        { headers: { ...as('ann').headers, 'content-type': 'application/merge-patch+json' } },
      ),
      del(`${configMaps}/c`, undefined, as('ann')),
      del(configMaps, undefined, as('ann')),
      get(pods, as('ann')),
      get('/metrics', as('ann')),
      get('/apis', { ...as('ann'), withoutBody: true }),
    ),
    sequence(
      'names of objects',
      ...allowHere('ann', rule('get,list,watch,create,delete', '', 'configmaps', { resourceNames: ['a', 'b'] })),
      get(`${configMaps}/a`, { ...as('ann'), until: 404 }),
      get(`${configMaps}/b`, as('ann')),
      get(`${configMaps}/c`, as('ann')),
      get(configMaps, as('ann')),
      get(`${configMaps}?fieldSelector=metadata.name%3Da`, { ...as('ann'), withoutBody: true }),
      get(`${configMaps}?fieldSelector=metadata.name%3D%3Db`, { ...as('ann'), withoutBody: true }),
      get(`${configMaps}?fieldSelector=metadata.name%3Dc`, as('ann')),
      get(`${configMaps}?fieldSelector=metadata.name!%3Da`, as('ann')),
      get(`${configMaps}?fieldSelector=metadata.name%3Da,metadata.namespace%3Dx`, { ...as('ann'), withoutBody: true }),
      post(configMaps, { metadata: { name: 'a' } }, as('ann')),
      post(`${configMaps}?fieldSelector=metadata.name%3Da`, { metadata: { name: 'a' } }, as('ann')),
      del(`${configMaps}?fieldSelector=metadata.name%3Da`, undefined, as('ann')),
      del(`${configMaps}/a`, undefined, as('ann')),
    ),
    sequence(
      'subresources',
      ...allowHere('ann', rule('get', '', 'pods/status,*/scale')),
      get(`${pods}/p/status`, { ...as('ann'), until: 404 }),
      get(`${pods}/p`, as('ann')),
      get('/apis/apps/v1/namespaces/${NS}/deployments/d/scale', as('ann')),
      get('/api/v1/namespaces/${NS}/replicationcontrollers/r/scale', as('ann')),
      get('/api/v1/namespaces/${NS}/replicationcontrollers/r/status', as('ann')),
      get('/api/v1/namespaces/${NS}/replicationcontrollers/r', as('ann')),
    ),
    sequence(
      'connections to containers',
      ...allowHere('ann', rule('get', '', 'pods/exec,pods/attach,pods/portforward,pods/log')),
      get(`${pods}/p/log`, { ...as('ann'), until: 404 }),
      ...['exec', 'attach', 'portforward'].flatMap((subresource) => [
        get(`${pods}/p/${subresource}?command=ls`, as('ann')),
        post(`${pods}/p/${subresource}?command=ls`, '', as('ann')),
        get(`${pods}/p/${subresource}?command=ls&dryRun=All`, as('ann')),
      ]),
    ),
    sequence(
      'everything, and groups',
      ...allowHere('ann', rule('*', '*', '*')),
      post(configMaps, { metadata: { name: 'c' } }, { ...as('ann'), ...retry }),
      get(`${pods}/p/log`, as('ann')),
      get('/api/v1/namespaces', as('ann')),
      get('/api/v1/namespaces/${NS}', { ...as('ann'), withoutBody: true }),
      get('/api/v1/namespaces/default', as('ann')),
      get('/api/v1/nodes', as('ann')),
      get('/apis/nowhere.io/v1/namespaces/${NS}/things', as('ann')),
    ),
    sequence(
      'paths',
      ...allowEverywhere('ann', { verbs: ['get'], nonResourceURLs: ['/metrics', '/healthz/*', '/logs*'] }),
      get('/healthz/ping', { ...as('ann'), retry: true }),
      get('/metrics/slis', as('ann')),
      get('/healthz/', as('ann')),
      get('/logs', as('ann')),
      get('/logs/x', as('ann')),
      get('/log', as('ann')),
      post('/metrics', '', as('ann')),
    ),
    sequence(
      'a role that does not exist',
      post(
        clusterRoleBindings,
        { metadata: { name: '${NS}' }, roleRef: roleRef('ClusterRole', '${NS}-none'), subjects: [user('ann')] },
        { quiet: true },
      ),
      get(configMaps, { ...as('ann'), shows: 'not found' }),
      get('/metrics', as('ann')),
      get('/version', { ...as('ann'), withoutBody: true }),
    ),
    sequence(
      'service accounts',
      post(
        '/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/rolebindings',
        {
          metadata: { name: 'view' },
          roleRef: roleRef('ClusterRole', 'system:aggregate-to-view'),
          subjects: [
            { kind: 'ServiceAccount', name: 'one' },
            { kind: 'ServiceAccount', name: 'two', namespace: 'default' },
          ],
        },
        { quiet: true },
      ),
      get(configMaps, {
        headers: { 'impersonate-user': 'system:serviceaccount:${NS}:one' },
        until: 200,
        withoutBody: true,
      }),
      get(configMaps, { headers: { 'impersonate-user': 'system:serviceaccount:default:two' }, withoutBody: true }),
      get(configMaps, { headers: { 'impersonate-user': 'system:serviceaccount:${NS}:two' } }),
      get('/api/v1/namespaces/${NS}/secrets', { headers: { 'impersonate-user': 'system:serviceaccount:${NS}:one' } }),
    ),
  ],
};
