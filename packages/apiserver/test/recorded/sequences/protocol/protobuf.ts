import type { Area, RequestStep } from '../../sequence.ts';
import {
  configMap,
  configMaps,
  del,
  deployment,
  deployments,
  frames,
  get,
  mergePatch,
  pod,
  pods,
  post,
  put,
  sequence,
  services,
  startWatch,
  watch,
  widget,
  widgets,
} from '../../steps.ts';

const TYPE = 'application/vnd.kubernetes.protobuf';
const both = { headers: { 'content-type': TYPE, accept: TYPE } };
const read = { headers: { accept: TYPE } };
const raw = (...bytes: (number | string)[]): Uint8Array =>
  Uint8Array.from(bytes.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : [part])));
/** Returns a message of a config map in its envelope. */
const inConfigMap = (...message: (number | string)[]): Uint8Array => {
  const content = raw(...message);
  return raw('k8s', 0, 10, 15, 10, 2, 'v1', 18, 9, 'ConfigMap', 18, content.length, ...content, 26, 0, 34, 0);
};
const sent = (body: Uint8Array, path = configMaps): RequestStep =>
  post(path, body, { headers: { 'content-type': TYPE } });
const object = (apiVersion: string, kind: string, name: string, rest: object = {}): object => ({
  apiVersion,
  kind,
  metadata: { name },
  ...rest,
});

/** Bodies, answers and watches in protobuf. */
export const protobuf: Area = {
  name: 'protobuf',
  sequences: [
    sequence(
      'built-in kinds in protobuf',
      post(configMaps, configMap('a', { k: 'v', ü: '😀' }, { labels: { a: 'b' }, annotations: { c: 'd' } }), both),
      get(`${configMaps}/a`),
      get(`${configMaps}/a`, read),
      put(`${configMaps}/a`, configMap('a', { k: 'w' }), both),
      mergePatch(`${configMaps}/a`, { data: { m: 'n' } }, read),
      post(
        '/api/v1/namespaces/${NS}/secrets',
        object('v1', 'Secret', 's', { data: { a: 'AAEC/w==' }, stringData: { b: 'c' } }),
        both,
      ),
      post(
        deployments,
        deployment('d', { replicas: 0, strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } } }),
        both,
      ),
      post(
        services,
        object('v1', 'Service', 's', { spec: { ports: [{ port: 80, targetPort: 'http' }], clusterIP: 'None' } }),
        both,
      ),
      post(
        pods,
        pod('p', {
          containers: [
            {
              name: 'c',
              image: 'i',
              env: [{ name: 'N', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
              envFrom: [{ configMapRef: { name: 'x' } }],
              resources: { limits: { cpu: '1000m', memory: '1Gi' } },
              livenessProbe: { httpGet: { port: 80 } },
              securityContext: { runAsUser: 0, privileged: false },
              volumeMounts: [{ name: 'v', mountPath: '/v' }],
            },
          ],
          volumes: [
            { name: 'v', emptyDir: { sizeLimit: '1Gi' } },
            {
              name: 's',
              projected: {
                sources: [
                  { downwardAPI: { items: [{ path: 't', fieldRef: { fieldPath: 'metadata.name' } }] } },
                  { configMap: { name: 'x' } },
                ],
              },
            },
          ],
          securityContext: { supplementalGroups: [1, 2] },
        }),
        both,
      ),
      post(
        '/apis/coordination.k8s.io/v1/namespaces/${NS}/leases',
        object('coordination.k8s.io/v1', 'Lease', 'l', {
          spec: { acquireTime: '2026-01-02T03:04:05.123456Z', leaseDurationSeconds: 15 },
        }),
        both,
      ),
      post(
        '/apis/apps/v1/namespaces/${NS}/controllerrevisions',
        object('apps/v1', 'ControllerRevision', 'r', { data: { a: [1, null] }, revision: 3 }),
        both,
      ),
      post(
        '/apis/networking.k8s.io/v1/namespaces/${NS}/ingresses',
        object('networking.k8s.io/v1', 'Ingress', 'i', {
          spec: {
            rules: [
              {
                host: 'h',
                http: {
                  paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } }],
                },
              },
            ],
          },
        }),
        both,
      ),
      post(
        '/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/roles',
        object('rbac.authorization.k8s.io/v1', 'Role', 'r', {
          rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
        }),
        both,
      ),
      post(
        '/apis/batch/v1/namespaces/${NS}/cronjobs',
        object('batch/v1', 'CronJob', 'c', {
          spec: {
            schedule: '* * * * *',
            jobTemplate: {
              spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
            },
          },
        }),
        both,
      ),
      post(
        '/apis/policy/v1/namespaces/${NS}/poddisruptionbudgets',
        object('policy/v1', 'PodDisruptionBudget', 'b', {
          spec: { minAvailable: '50%', selector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] } },
        }),
        both,
      ),
      post(
        '/api/v1/namespaces/${NS}/events',
        object('v1', 'Event', 'e', {
          involvedObject: { kind: 'Pod', name: 'p', namespace: '${NS}' },
          lastTimestamp: '2026-01-02T03:04:05Z',
        }),
        both,
      ),
      get(`${configMaps}/none`, read),
      del(`${configMaps}/a`, undefined, read),
      del(`${pods}/p`, { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0 }, both),
    ),
    sequence(
      'lists in protobuf',
      get(configMaps, read),
      post(configMaps, configMap('a'), { quiet: true }),
      post(configMaps, configMap('b'), { quiet: true }),
      get(configMaps, read),
      get(`${configMaps}?limit=1`, read),
      get(configMaps, { headers: { accept: `${TYPE};as=PartialObjectMetadataList;v=v1;g=meta.k8s.io` } }),
      get(`${configMaps}/a`, { headers: { accept: `${TYPE};as=PartialObjectMetadata;v=v1;g=meta.k8s.io` } }),
      get(`${configMaps}/a`, { headers: { accept: `${TYPE};as=PartialObjectMetadata;v=v1beta1;g=meta.k8s.io` } }),
      post(widgets, widget('w'), { quiet: true }),
      get(widgets, { headers: { accept: `${TYPE};as=PartialObjectMetadataList;v=v1;g=meta.k8s.io` } }),
      get(`${widgets}/w`, { headers: { accept: `${TYPE};as=PartialObjectMetadata;v=v1;g=meta.k8s.io` } }),
      mergePatch(
        `${widgets}/w`,
        { spec: { color: 'blue' } },
        { headers: { accept: `${TYPE};as=PartialObjectMetadata;v=v1;g=meta.k8s.io` } },
      ),
      del(configMaps, undefined, read),
    ),
    sequence(
      'subresources in protobuf',
      post(deployments, deployment('d'), { quiet: true }),
      post(pods, pod('p'), { quiet: true }),
      get(`${deployments}/d/scale`, read),
      put(
        `${deployments}/d/scale`,
        { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'd' }, spec: { replicas: 3 } },
        both,
      ),
      get(`${deployments}/d/status`, read),
      post(
        `${pods}/p/binding`,
        { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } },
        both,
      ),
      post(
        `${pods}/p/eviction`,
        {
          apiVersion: 'policy/v1',
          kind: 'Eviction',
          metadata: { name: 'p' },
          deleteOptions: { gracePeriodSeconds: 0 },
        },
        both,
      ),
      post(
        '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        {
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SelfSubjectAccessReview',
          spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
        },
        both,
      ),
      post(
        '/apis/authorization.k8s.io/v1/subjectaccessreviews',
        {
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SubjectAccessReview',
          spec: {
            user: 'u',
            groups: ['system:masters'],
            extra: { a: ['b', 'c'] },
            resourceAttributes: { verb: 'get', resource: 'pods' },
          },
        },
        both,
      ),
      put(
        '/api/v1/namespaces/${NS}/finalize',
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: '${NS}' }, spec: { finalizers: ['kubernetes'] } },
        both,
      ),
    ),
    sequence(
      'watches in protobuf',
      post(configMaps, configMap('a'), { quiet: true }),
      watch(configMaps, read),
      watch(configMaps, { headers: { accept: `${TYPE};as=PartialObjectMetadata;v=v1;g=meta.k8s.io` } }),
      watch(`${configMaps}?resourceVersion=1`, read),
      startWatch(
        'w',
        `${configMaps}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
        read,
      ),
      frames('w', 2),
      watch(`${configMaps}?resourceVersion=abc`, read),
    ),
    sequence(
      'discovery in protobuf',
      get('/apis/apps', read),
      get('/apis/apps/v1', read),
      get('/apis/authorization.k8s.io/v1', read),
      get('/apis/nope', read),
      get('/apis/apps/v9', read),
      get('/version', read),
    ),
    sequence(
      'bodies that are no protobuf',
      ...[
        raw(),
        raw('hello'),
        raw('k8s', 0),
        raw('k8s', 0, 8, 1),
        raw('k8s', 0, 10, 200),
        raw('k8s', 0, 18, 0),
        raw('k8s', 0, 10, 9, 10, 2, 'v1', 18, 3, 'Pod', 18, 0),
        raw('k8s', 0, 10, 9, 10, 2, 'v1', 18, 3, 'Foo', 18, 0),
        raw('k8s', 0, 10, 15, 10, 2, 'v2', 18, 9, 'ConfigMap', 18, 0),
        inConfigMap(10, 5, 10, 3, 'a'),
        inConfigMap(8, 1),
        inConfigMap(2, 0),
        inConfigMap(12),
        inConfigMap(255, 7),
        inConfigMap(10, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1),
        inConfigMap(10, 255, 255, 255, 255, 255, 255, 255, 255, 127),
        inConfigMap(10, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1),
        inConfigMap(10, 255, 255, 3),
        inConfigMap(18, 2, 8, 1),
      ].map((body) => sent(body)),
      sent(inConfigMap(10, 5, 10, 3, 'unk', 154, 6, 2, 'xx')),
      sent(inConfigMap(10, 5, 10, 3, 'two', 10, 5, 26, 3, 'bad')),
      sent(raw('k8s', 0, 18, 7, 10, 5, 10, 3, 'mis')),
      del(`${configMaps}/none`, raw('k8s', 0, 10, 19, 10, 2, 'v1', 18, 13, 'DeleteOptions', 18, 2, 10, 5), {
        headers: { 'content-type': TYPE },
      }),
      del(`${configMaps}/none`, raw('k8s', 0, 10, 9, 10, 2, 'v1', 18, 3, 'Foo', 18, 0), {
        headers: { 'content-type': TYPE },
      }),
      del(`${widgets}/none`, raw('k8s', 0, 10, 19, 10, 2, 'v1', 18, 13, 'DeleteOptions', 18, 2, 8, 0), {
        headers: { 'content-type': TYPE },
      }),
      post(
        `${widgets}?fieldValidation=Ignore`,
        raw('k8s', 0, 10, 28, 10, 18, 'lab.example.com/v1', 18, 6, 'Widget', 18, 0),
        { headers: { 'content-type': TYPE } },
      ),
      mergePatch(`${configMaps}/none`, raw('k8s', 0), { headers: { 'content-type': TYPE } }),
    ),
  ],
};
