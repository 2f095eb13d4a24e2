import type { Area } from '../../sequence.ts';
import {
  configMap,
  configMaps,
  del,
  deployments,
  get,
  mergePatch,
  pod,
  pods,
  post,
  sequence,
  watch,
} from '../../steps.ts';
import { audited } from './everything.ts';

const secrets = '/api/v1/namespaces/${NS}/secrets';
const leases = '/apis/coordination.k8s.io/v1/namespaces/${NS}/leases';
const table = { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } };
const anonymous = { headers: { authorization: 'Basic dXNlcjpzZWNyZXQ=' } };
const unknown = { headers: { authorization: 'Bearer unknown' } };

/** The audit events of a policy with a rule of each form: the first that matches decides. */
export const byPolicy: Area = {
  name: 'audit by policy',
  server: {
    auditPolicy: {
      apiVersion: 'audit.k8s.io/v1',
      kind: 'Policy',
      omitStages: ['RequestReceived'],
      omitManagedFields: true,
      rules: [
        { level: 'None', users: ['bob'], userGroups: ['silent'] },
        { level: 'Metadata', users: ['system:anonymous'], verbs: ['list'] },
        { level: 'None', userGroups: ['system:unauthenticated'] },
        { level: 'None', resources: [{ group: '', resources: ['configmaps'], resourceNames: ['silent', 'quiet'] }] },
        { level: 'Metadata', resources: [{ group: '', resources: ['secrets'] }] },
        { level: 'Request', resources: [{ group: '*', resources: ['*/scale'] }], omitManagedFields: false },
        { level: 'None', resources: [{ group: '', resources: ['pods/*'] }] },
        { level: 'Metadata', resources: [{ group: '', resources: ['pods'] }], omitStages: ['ResponseComplete'] },
        {
          level: 'RequestResponse',
          verbs: ['create', 'get', 'list'],
          resources: [{ group: '', resources: ['configmaps'] }],
        },
        {
          level: 'RequestResponse',
          resources: [{ group: '', resources: ['configmaps'] }],
          omitManagedFields: false,
          omitStages: ['ResponseStarted'],
        },
        { level: 'Request', namespaces: [''], resources: [{ group: '', resources: ['*'] }] },
        { level: 'Metadata', resources: [{ group: 'coordination.k8s.io' }] },
        { level: 'RequestResponse', namespaces: ['default'] },
        { level: 'Metadata', nonResourceURLs: ['/api', '/livez*'] },
      ],
    },
  },
  sequences: [
    sequence(
      'rules of resources',
      ...audited(1, post(secrets, { metadata: { name: 's' }, stringData: { a: 'b' } })),
      ...audited(0, get(`${configMaps}/silent`), mergePatch(`${configMaps}/quiet`, {})),
      ...audited(1, get(`${deployments}/none/scale`)),
      ...audited(0, post(pods, pod('p')), get(`${pods}/p/status`), get(`${pods}/p/log`)),
      ...audited(1, watch(`${pods}?fieldSelector=metadata.name%3Dp`)),
      ...audited(1, get(leases)),
      ...audited(0, get(deployments)),
      ...audited(1, get('/api/v1/nodes')),
      ...audited(1, get('/apis/apps/v1/namespaces/default/deployments/none')),
      ...audited(1, post('/api/v1/namespaces', { metadata: { name: 'UPPER' } })),
    ),
    sequence(
      'managed fields in audit events',
      ...audited(1, post(configMaps, configMap('a', { x: '1' }))),
      ...audited(1, get(`${configMaps}/a`)),
      ...audited(1, get(configMaps)),
      ...audited(1, get(`${configMaps}?includeObject=Object`, table)),
      ...audited(1, mergePatch(`${configMaps}/a`, { metadata: { managedFields: [] } })),
      ...audited(1, del(`${configMaps}/a`)),
    ),
    sequence(
      'rules of users and paths',
      ...audited(1, get('/api', { headers: { 'impersonate-user': 'bob' } })),
      ...audited(0, get('/apis')),
      ...audited(1, get('/livez/ping')),
      ...audited(1, get(pods, anonymous)),
      ...audited(0, get(`${configMaps}/a`, anonymous), get('/livez', anonymous)),
      ...audited(1, get(secrets, unknown)),
      ...audited(1, get('/api?timeout=none')),
    ),
  ],
};
