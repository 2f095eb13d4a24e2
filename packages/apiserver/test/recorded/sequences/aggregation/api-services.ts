import type { Area, RequestStep } from '../../sequence.ts';
import { asTable, del, get, mergePatch, post, sequence, sequenceAlone } from '../../steps.ts';

/** The path of APIServices. */
export const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** An APIService of a group of the sequence. */
export const apiService = (version: string, spec: object = {}, metadata: object = {}): object => ({
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name: `${version}.\${NS}.example.com`, ...metadata },
  spec: { group: '${NS}.example.com', version, groupPriorityMinimum: 100, versionPriority: 10, ...spec },
});

const one = `${apiServices}/v1.\${NS}.example.com`;
const tries = (spec: object, metadata: object = {}): RequestStep => post(apiServices, apiService('v1', spec, metadata));
const service = { namespace: '${NS}', name: 's' };
const ca = Buffer.from('no certificate').toString('base64');

const definition = (versions: readonly string[]): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.${NS}.example.com' },
  spec: {
    group: '${NS}.example.com',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: versions.map((name, index) => ({
      name,
      served: true,
      storage: index === 0,
      schema: { openAPIV3Schema: { type: 'object' } },
    })),
  },
});

/** The APIServices that the server keeps for itself. */
const built = [
  'v1.',
  'v1.admissionregistration.k8s.io',
  'v1.apiextensions.k8s.io',
  'v1.apps',
  'v1.authentication.k8s.io',
  'v1.authorization.k8s.io',
  'v1.autoscaling',
  'v2.autoscaling',
  'v1.batch',
  'v1.coordination.k8s.io',
  'v1.discovery.k8s.io',
  'v1.events.k8s.io',
  'v1.networking.k8s.io',
  'v1.node.k8s.io',
  'v1.policy',
  'v1.rbac.authorization.k8s.io',
  'v1.scheduling.k8s.io',
  'v1.storage.k8s.io',
  'v1.apiregistration.k8s.io',
];

/** The kind APIService, and the objects that the server keeps. */
export const apiServiceKind: Area = {
  name: 'aggregation',
  sequences: [
    sequenceAlone(
      'API services of built-in versions',
      ...built.map((name) => get(`${apiServices}/${name}`)),
      get(`${apiServices}/v1.apps`, asTable),
      get(`${apiServices}/v1.apps/status`),
      // Of one name only: the services of the definitions that other sequences make come and go.
      get(
        `${apiServices}?labelSelector=kube-aggregator.kubernetes.io%2Fautomanaged%3Dtrue&fieldSelector=metadata.name%3Dv1.lab.example.com`,
      ),
      get(`${apiServices}?fieldSelector=metadata.name%3Dv1.apps`),
      get(`${apiServices}?fieldSelector=spec.group%3Dapps`),
    ),
    sequenceAlone(
      'API services of definitions',
      post(definitions, definition(['v1', 'v1beta1']), { quiet: true }),
      get(one, { shows: 'Local APIServices' }),
      get(`${apiServices}/v1beta1.\${NS}.example.com`, { shows: 'Local APIServices' }),
      get(one, { ...asTable }),
      del(one),
      get(one, { retry: true, shows: 'Local APIServices' }),
      mergePatch(
        `${definitions}/things.\${NS}.example.com`,
        {
          spec: {
            versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
          },
        },
        { quiet: true },
      ),
      get(`${apiServices}/v1beta1.\${NS}.example.com`, { until: 404 }),
      del(`${definitions}/things.\${NS}.example.com`, undefined, { quiet: true }),
      get(one, { until: 404 }),
    ),
    sequenceAlone(
      'an API service that a client has made for a definition',
      tries({ groupPriorityMinimum: 2000, versionPriority: 7 }, { labels: { a: 'b' } }),
      get(one, { shows: 'Local APIServices' }),
      post(definitions, definition(['v1']), { quiet: true }),
      get(`/apis/\${NS}.example.com/v1/namespaces/\${NS}/things`, { retry: true }),
      get(one),
      del(`${definitions}/things.\${NS}.example.com`, undefined, { quiet: true }),
      get(`/apis/\${NS}.example.com/v1/namespaces/\${NS}/things`, { until: 404, quiet: true }),
      get(one),
      del(one),
      get(one, { until: 404 }),
    ),
    sequence(
      'invalid API services',
      tries({ group: undefined, version: undefined }),
      post(apiServices, {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: 'v1.${NS}' },
      }),
      tries({ groupPriorityMinimum: 0 }),
      tries({ groupPriorityMinimum: 20001, versionPriority: 1001 }),
      tries({ versionPriority: -1, groupPriorityMinimum: -1 }),
      tries({ version: 'v2' }),
      tries({}, { name: 'other' }),
      tries({}, { name: 'V1.Other' }),
      tries({ group: '' }),
      tries({ group: 'A b', version: 'V 1' }, { name: 'V 1.A b' }),
      tries({ service: {} }),
      tries({ service: { name: 's' } }),
      tries({ service: { namespace: 'n' } }),
      tries({ service: { ...service, port: 0 } }),
      tries({ service: { ...service, port: 70000 } }),
      tries({ service: { ...service, name: 'S S' } }),
      tries({ insecureSkipTLSVerify: true }),
      tries({ caBundle: ca }),
      tries({ service, insecureSkipTLSVerify: true, caBundle: ca }),
      tries({ service, caBundle: ca }),
      tries({ service, caBundle: '!' }),
      tries({ service: 'text' }),
      tries({ unknown: 1 }),
      post(`${apiServices}?fieldValidation=Strict`, apiService('v1', { unknown: 1 })),
      tries({ versionPriority: 'x' }),
    ),
  ],
};
