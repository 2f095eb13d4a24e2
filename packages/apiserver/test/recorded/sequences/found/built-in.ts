import type { Sequence } from '../../sequence.ts';
import { apply, asTable, get, mergePatch, post, sequence, services, settle, strategicPatch } from '../../steps.ts';

const secrets = '/api/v1/namespaces/${NS}/secrets';
const statefulSets = '/apis/apps/v1/namespaces/${NS}/statefulsets';
const jobs = '/apis/batch/v1/namespaces/${NS}/jobs';

const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data: { b: null } };
const podSpec = { containers: [{ name: 'c', image: 'i' }] };

const statefulSet = {
  metadata: { name: 'a' },
  spec: {
    selector: { matchLabels: { app: 'x' } },
    template: { metadata: { labels: { app: 'x' } }, spec: podSpec },
  },
};

const service = (spec: object): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'a' },
  spec: { ports: [{ port: 80 }], ...spec },
});

/** Bugs found in built-in kinds. */
export const foundBuiltIn: readonly Sequence[] = [
  sequence(
    'bytes that are null',
    post(secrets, secret),
    get(`${secrets}/a`),
    apply(`${secrets}/a`, 'm1', secret),
    mergePatch(`${secrets}/a`, { data: { b: null } }),
  ),
  sequence(
    'addresses outside of the cluster',
    apply(`${services}/a`, 'm1', service({ externalIPs: ['80.11.12.10'] })),
    apply(`${services}/a`, 'm1', service({})),
    settle(services),
    mergePatch(`${services}/a`, { spec: { externalTrafficPolicy: 'Local' } }),
  ),
  sequence(
    'what stays of stateful sets',
    post(statefulSets, statefulSet),
    mergePatch(`${statefulSets}/a`, { spec: { podManagementPolicy: 'Parallel' } }),
    strategicPatch(`${statefulSets}/a`, { spec: { updateStrategy: { type: 'OnDelete' } } }),
    mergePatch(`${statefulSets}/a`, { spec: { updateStrategy: { type: 'OnDelete', rollingUpdate: null } } }),
  ),
  sequence(
    'what follows from a selector that the server made',
    post(jobs, { metadata: { name: 'a' }, spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } }),
    strategicPatch(`${jobs}/a`, {}),
    strategicPatch(`${jobs}/a`, {}),
  ),
  sequence(
    'tables of nothing',
    get('/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/roles', asTable),
    get(secrets, asTable),
  ),
];
