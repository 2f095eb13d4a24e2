import { type GrowthServer, nameOf } from '../api-server/growth-server.ts';
import type { GrowthOperation } from '../measure/growth-operation.ts';
import { createEach, expectItems, PAUSE_MS, paths, startSimulation, templateOf, until } from './simulated-server.ts';

const NAMESPACE = '/api/v1/namespaces/doomed';
const POLICIES = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';

/** Moves a path of `paths` into the namespace `doomed`. */
const doomed = (path: string): string => path.replace('/default/', '/doomed/');

const spec = (name: string): object => ({ selector: { matchLabels: { app: name } }, template: templateOf(name) });

/** One object of each kind that users put into a namespace: some of them own others. */
const kinds: readonly (readonly [path: string, object: (name: string) => object])[] = [
  [paths.accounts, () => ({})],
  ['/api/v1/namespaces/default/configmaps', () => ({ data: { a: '1' } })],
  [paths.secrets, () => ({})],
  [paths.services, (name) => ({ spec: { selector: { app: name }, ports: [{ port: 80 }] } })],
  [paths.deployments, (name) => ({ spec: spec(`d${name}`) })],
  ['/apis/apps/v1/namespaces/default/statefulsets', (name) => ({ spec: { ...spec(`s${name}`), serviceName: name } })],
  [paths.daemonSets, (name) => ({ spec: spec(`a${name}`) })],
  [
    paths.replicationControllers,
    (name) => ({ spec: { selector: { app: `r${name}` }, template: templateOf(`r${name}`) } }),
  ],
  [paths.jobs, () => ({ spec: { template: templateOf('j', { restartPolicy: 'Never' }) } })],
  [
    paths.cronJobs,
    () => ({
      spec: {
        schedule: '0 0 1 1 *',
        jobTemplate: { spec: { template: templateOf('c', { restartPolicy: 'Never' }) } },
      },
    }),
  ],
  [paths.claims, () => ({ spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } })],
  [paths.budgets, (name) => ({ spec: { maxUnavailable: 1, selector: { matchLabels: { app: `d${name}` } } } })],
  [
    paths.autoscalers,
    (name) => ({ spec: { maxReplicas: 1, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name } } }),
  ],
  ['/apis/networking.k8s.io/v1/namespaces/default/networkpolicies', () => ({ spec: { podSelector: {} } })],
  ['/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles', () => ({ rules: [] })],
];

async function fill(started: GrowthServer, size: number): Promise<void> {
  await started.request('POST', '/api/v1/namespaces', { metadata: { name: 'doomed' } });
  await started.clock.advance(PAUSE_MS);
  for (const [path, objectOf] of kinds) {
    await createEach(started, size, doomed(path), (index) => ({
      metadata: { name: nameOf(index) },
      ...objectOf(nameOf(index)),
    }));
  }
  await started.clock.advance(60_000);
}

const tokenSecret = (index: number): object => ({
  type: 'kubernetes.io/service-account-token',
  metadata: { name: nameOf(index), annotations: { 'kubernetes.io/service-account.name': nameOf(index) } },
});

/** What is removed or filled in by controllers of their own. */
export const cleanUpOperations: readonly GrowthOperation[] = [
  {
    name: 'simulation: deletion of a namespace with objects of all kinds',
    of: 'objects of each of 15 kinds',
    size: 10,
    prepare: async (size) => {
      const started = await startSimulation();
      await fill(started, size);
      return async () => {
        await started.request('DELETE', NAMESPACE);
        await started.clock.runUntil(async () => {
          const { status } = await started.transport.send({ method: 'GET', path: NAMESPACE, headers: {} });
          return status === 404;
        });
      };
    },
  },
  {
    name: 'simulation: Jobs that are removed after they have finished',
    of: 'Jobs',
    size: 50,
    prepare: async (size) => {
      const started = await startSimulation({ 'image:*': { exitCode: 0, exitAfterMs: 100 } });
      const job = (index: number): object => ({
        metadata: { name: nameOf(index) },
        spec: { ttlSecondsAfterFinished: 3600, template: templateOf('j', { restartPolicy: 'Never' }) },
      });
      await createEach(started, size, paths.jobs, job);
      await started.clock.advance(600_000);
      return async () => {
        await started.clock.advance(3_600_000);
        await expectItems(started, `${paths.jobs}?limit=1`, 0);
      };
    },
  },
  {
    name: 'simulation: Secrets that get tokens, and lose their accounts',
    of: 'Secrets, of a ServiceAccount each',
    size: 100,
    prepare: async (size) => {
      const started = await startSimulation();
      await createEach(started, size, paths.accounts, (index) => ({ metadata: { name: nameOf(index) } }));
      await started.clock.advance(PAUSE_MS);
      return async () => {
        await createEach(started, size, paths.secrets, tokenSecret);
        await started.clock.advance(PAUSE_MS);
        const secret = JSON.parse(await started.request('GET', `${paths.secrets}/${nameOf(size - 1)}`)) as {
          readonly data?: { readonly token?: string };
        };
        if (secret.data?.token === undefined) throw new Error('a Secret has no token');
        for (let index = 0; index < size; index += 1)
          await started.request('DELETE', `${paths.accounts}/${nameOf(index)}`);
        await until(started, `${paths.secrets}?limit=1`, ({ items = [] }) => items.length === 0);
      };
    },
  },
  {
    name: 'simulation: ServiceAccounts and certificates of new namespaces',
    of: 'namespaces',
    size: 100,
    prepare: async (size) => {
      const started = await startSimulation();
      return async () => {
        await createEach(started, size, '/api/v1/namespaces', (index) => ({ metadata: { name: nameOf(index) } }));
        await started.clock.advance(PAUSE_MS);
        const selector = 'fieldSelector=metadata.name%3D';
        await expectItems(started, `/api/v1/serviceaccounts?${selector}default`, size + 4);
        await expectItems(started, `/api/v1/configmaps?${selector}kube-root-ca.crt`, size + 4);
      };
    },
  },
  {
    name: 'simulation: ValidatingAdmissionPolicies whose types are checked',
    of: 'policies',
    size: 50,
    prepare: async (size) => {
      const started = await startSimulation();
      const policy = (index: number): object => ({
        metadata: { name: nameOf(index) },
        spec: {
          matchConstraints: {
            resourceRules: [
              { apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'], operations: ['CREATE'] },
            ],
          },
          validations: [{ expression: `object.spec.replicas <= ${index}` }],
        },
      });
      return async () => {
        await createEach(started, size, POLICIES, policy);
        await until(started, `${POLICIES}/${nameOf(size - 1)}`, ({ status }) => status?.['observedGeneration'] === 1);
      };
    },
  },
];
