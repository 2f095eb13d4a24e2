import type { Area, RequestStep, Step } from '../../sequence.ts';
import { del, get, jsonPatch, mergePatch, pod, pods, post, put, sequence, sequenceAlone } from '../../steps.ts';

const claims = '/api/v1/namespaces/${NS}/persistentvolumeclaims';
const storageClasses = '/apis/storage.k8s.io/v1/storageclasses';
const ingresses = '/apis/networking.k8s.io/v1/namespaces/${NS}/ingresses';
const ingressClasses = '/apis/networking.k8s.io/v1/ingressclasses';
const runtimeClasses = '/apis/node.k8s.io/v1/runtimeclasses';
const nodes = '/api/v1/nodes';

const withoutBody = { withoutBody: true };
const quiet = { quiet: true };

const claim = (name: string, spec: object = {}, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, ...metadata },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});

const storageClass = (name: string, rest: object = {}, annotations: object = {}): object => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name, annotations },
  provisioner: 'example.com/p',
  ...rest,
});

/** A claim that a controller has bound. */
const bound = (name: string, spec: object): RequestStep[] => [
  post(claims, claim(name, spec), quiet),
  mergePatch(`${claims}/${name}/status`, { status: { phase: 'Bound' } }, quiet),
];

const sized = (storage: string): object => ({ spec: { resources: { requests: { storage } } } });

const ingressClass = (name: string, annotations: object = {}): object => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'IngressClass',
  metadata: { name, annotations },
  spec: { controller: 'example.com/c' },
});

const ingress = (name: string, spec: object = {}, metadata: object = {}): object => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name, ...metadata },
  spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } }, ...spec },
});

const runtimeClass = (name: string, rest: object): RequestStep =>
  post(
    runtimeClasses,
    { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name }, handler: 'h', ...rest },
    quiet,
  );

const node = (name: string, rest: object = {}, metadata: object = {}): RequestStep =>
  post(nodes, { apiVersion: 'v1', kind: 'Node', metadata: { name, ...metadata }, ...rest }, quiet);

const DEFAULT_STORAGE = 'storageclass.kubernetes.io/is-default-class';
const DEFAULT_INGRESS = 'ingressclass.kubernetes.io/is-default-class';

const running = (name: string, on: string, spec: object = {}): RequestStep =>
  post(
    pods,
    pod(name, {
      nodeName: on,
      containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '100m', memory: '1Mi' } } }],
      ...spec,
    }),
    quiet,
  );

const resized = (name: string, requests: object): Step =>
  jsonPatch(
    `${pods}/${name}/resize`,
    [{ op: 'replace', path: '/spec/containers/0/resources/requests', value: requests }],
    withoutBody,
  );

/** The plugins that are on by default, apart from those with areas of their own. */
export const defaultPlugins: Area = {
  name: 'default admission plugins',
  sequences: [
    sequence(
      'PersistentVolumeClaimResize: claims that grow',
      post(storageClasses, storageClass('${NS}-grows', { allowVolumeExpansion: true }), quiet),
      post(storageClasses, storageClass('${NS}-stays', { allowVolumeExpansion: false }), quiet),
      post(storageClasses, storageClass('${NS}-silent'), quiet),
      post(claims, claim('unbound', { storageClassName: '${NS}-grows' }), quiet),
      mergePatch(`${claims}/unbound`, sized('2Gi'), withoutBody),
      mergePatch(`${claims}/unbound`, sized('1024Mi'), withoutBody),
      ...bound('grows', { storageClassName: '${NS}-grows' }),
      mergePatch(`${claims}/grows`, sized('1.5Gi'), withoutBody),
      mergePatch(`${claims}/grows`, sized('1Gi'), withoutBody),
      mergePatch(`${claims}/grows`, { metadata: { labels: { a: 'b' } } }, withoutBody),
      ...bound('stays', { storageClassName: '${NS}-stays' }),
      mergePatch(`${claims}/stays`, sized('2Gi')),
      ...bound('silent', { storageClassName: '${NS}-silent' }),
      mergePatch(`${claims}/silent`, sized('2Gi')),
      ...bound('classless', { storageClassName: '' }),
      mergePatch(`${claims}/classless`, sized('2Gi')),
      ...bound('missing', { storageClassName: '${NS}-none' }),
      mergePatch(`${claims}/missing?dryRun=All`, sized('2Gi')),
      post(
        claims,
        claim(
          'old',
          { storageClassName: '' },
          { annotations: { 'volume.beta.kubernetes.io/storage-class': '${NS}-grows' } },
        ),
        quiet,
      ),
      mergePatch(`${claims}/old/status`, { status: { phase: 'Bound' } }, quiet),
      mergePatch(`${claims}/old`, sized('2Gi'), quiet),
      get(`${claims}/old`),
    ),
    sequenceAlone(
      'DefaultStorageClass: claims without a class',
      post(claims, claim('before'), withoutBody),
      post(storageClasses, storageClass('${NS}-b', {}, { [DEFAULT_STORAGE]: 'true' }), quiet),
      post(`${claims}?dryRun=All`, claim('first'), { quiet: true, shows: '-b"' }),
      post(claims, claim('first')),
      post(claims, claim('chosen', { storageClassName: 'other' })),
      post(claims, claim('none', { storageClassName: '' })),
      post(claims, claim('annotated', {}, { annotations: { 'volume.beta.kubernetes.io/storage-class': 'x' } }), quiet),
      get(`${claims}/annotated`),
      mergePatch(`${storageClasses}/\${NS}-b`, { metadata: { annotations: { [DEFAULT_STORAGE]: 'false' } } }, quiet),
      post(
        storageClasses,
        storageClass('${NS}-beta', {}, { 'storageclass.beta.kubernetes.io/is-default-class': 'true' }),
        quiet,
      ),
      post(`${claims}?dryRun=All`, claim('beta'), { quiet: true, shows: '-beta"' }),
      post(claims, claim('beta')),
      del(`${storageClasses}/\${NS}-b`, undefined, quiet),
      del(`${storageClasses}/\${NS}-beta`, undefined, quiet),
    ),
    sequenceAlone(
      'DefaultIngressClass: ingresses without a class',
      post(ingresses, ingress('before'), withoutBody),
      post(ingressClasses, ingressClass('${NS}-a', { [DEFAULT_INGRESS]: 'true' }), quiet),
      post(`${ingresses}?dryRun=All`, ingress('first'), { quiet: true, shows: '-a"' }),
      post(ingresses, ingress('first')),
      post(ingresses, ingress('chosen', { ingressClassName: 'other' })),
      post(ingresses, ingress('annotated', {}, { annotations: { 'kubernetes.io/ingress.class': '' } }), quiet),
      get(`${ingresses}/annotated`),
      put(
        `${ingresses}/before`,
        ingress('before', { defaultBackend: { service: { name: 't', port: { number: 80 } } } }),
      ),
      mergePatch(`${ingressClasses}/\${NS}-a`, { metadata: { annotations: { [DEFAULT_INGRESS]: 'yes' } } }, quiet),
      del(`${ingressClasses}/\${NS}-a`, undefined, quiet),
    ),
    sequence(
      'RuntimeClass: overhead and scheduling of pods',
      runtimeClass('${NS}-overhead', { overhead: { podFixed: { cpu: '250m', memory: '64Mi' } } }),
      runtimeClass('${NS}-plain', {}),
      runtimeClass('${NS}-scheduling', {
        scheduling: {
          nodeSelector: { a: '1', b: '2' },
          tolerations: [
            { key: 'x', operator: 'Exists', effect: 'NoSchedule' },
            { key: 'y', operator: 'Equal', value: '1', effect: 'NoExecute', tolerationSeconds: 5 },
          ],
        },
      }),
      post(pods, pod('missing', { runtimeClassName: '${NS}-none' })),
      post(pods, { ...pod('x', { runtimeClassName: '${NS}-none' }), metadata: { generateName: 'g-' } }),
      post(pods, pod('overhead', { runtimeClassName: '${NS}-overhead' })),
      post(pods, pod('same', { runtimeClassName: '${NS}-overhead', overhead: { cpu: '0.25', memory: '65536Ki' } })),
      post(pods, pod('other', { runtimeClassName: '${NS}-overhead', overhead: { cpu: '250m' } })),
      post(pods, pod('unasked', { overhead: { cpu: '250m' } })),
      post(pods, pod('unasked-of-class', { runtimeClassName: '${NS}-plain', overhead: { cpu: '250m' } })),
      post(pods, pod('plain', { runtimeClassName: '${NS}-plain' }), withoutBody),
      post(pods, pod('scheduled', { runtimeClassName: '${NS}-scheduling', nodeSelector: { a: '1', c: '3' } })),
      post(
        pods,
        pod('merged', {
          runtimeClassName: '${NS}-scheduling',
          tolerations: [
            { key: 'x', operator: 'Equal', value: 'v', effect: 'NoSchedule' },
            { key: 'y', operator: 'Exists' },
            { key: 'z', value: 'v' },
            { key: 'z', value: 'v' },
          ],
        }),
      ),
      post(pods, pod('conflict', { runtimeClassName: '${NS}-scheduling', nodeSelector: { b: '3' } })),
      mergePatch(`${pods}/overhead`, { metadata: { labels: { a: 'b' } } }, withoutBody),
    ),
    sequence(
      'PodTopologyLabels: pods that are bound to a node',
      node(
        '${NS}-zoned',
        {},
        { labels: { 'topology.kubernetes.io/zone': 'z', 'topology.kubernetes.io/region': 'r', other: 'x' } },
      ),
      node('${NS}-bare'),
      post(`${pods}?dryRun=All`, pod('wait', { nodeName: '${NS}-zoned' }), { quiet: true, shows: 'topology' }),
      post(
        pods,
        pod('placed', { nodeName: '${NS}-zoned' }, { labels: { 'topology.kubernetes.io/zone': 'mine', a: 'b' } }),
      ),
      post(pods, pod('on-bare', { nodeName: '${NS}-bare' }), withoutBody),
      post(pods, pod('on-none', { nodeName: '${NS}-none' }), withoutBody),
      post(pods, pod('bound'), quiet),
      post(`${pods}/bound/binding`, {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: 'bound' },
        target: { kind: 'Node', name: '${NS}-zoned' },
      }),
      get(`${pods}/bound`),
      post(pods, pod('other-kind'), quiet),
      post(`${pods}/other-kind/binding`, {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: 'other-kind' },
        target: { name: '${NS}-zoned' },
      }),
      get(`${pods}/other-kind`),
      post(pods, pod('bound-without-path'), quiet),
      post('/api/v1/namespaces/${NS}/bindings', {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: 'bound-without-path' },
        target: { kind: 'Node', name: '${NS}-zoned' },
      }),
      get(`${pods}/bound-without-path`),
    ),
    sequence(
      'PodResizeValidator: pods that ask for more than their node has',
      node('${NS}-small', {
        status: { allocatable: { cpu: '1', memory: '1Gi' }, capacity: { cpu: '2', memory: '2Gi' } },
      }),
      node(
        '${NS}-windows',
        { status: { allocatable: { cpu: '1', memory: '1Gi' } } },
        { labels: { 'kubernetes.io/os': 'windows' } },
      ),
      node('${NS}-empty'),
      running('p', '${NS}-small'),
      get(`${pods}/p`, { ...quiet, retry: true }),
      resized('p', { cpu: '1', memory: '512Mi' }),
      resized('p', { cpu: '1001m', memory: '512Mi' }),
      jsonPatch(`${pods}/p/resize`, [
        { op: 'replace', path: '/spec/containers/0/resources/requests', value: { cpu: '2', memory: '1.5Gi' } },
      ]),
      running('w', '${NS}-windows'),
      jsonPatch(`${pods}/w/resize`, [
        { op: 'replace', path: '/spec/containers/0/resources/requests', value: { cpu: '200m', memory: '2Mi' } },
      ]),
      running('e', '${NS}-empty'),
      jsonPatch(`${pods}/e/resize`, [
        { op: 'replace', path: '/spec/containers/0/resources/requests', value: { cpu: '200m', memory: '2Mi' } },
      ]),
      running('n', '${NS}-none'),
      jsonPatch(`${pods}/n/resize`, [
        { op: 'replace', path: '/spec/containers/0/resources/requests', value: { cpu: '200m', memory: '2Mi' } },
      ]),
      mergePatch(`${pods}/n/resize`, { metadata: { labels: { a: 'b' } } }, withoutBody),
      post(
        pods,
        pod('free', { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] }),
        quiet,
      ),
      jsonPatch(
        `${pods}/free/resize`,
        [{ op: 'replace', path: '/spec/containers/0/resources/requests/cpu', value: '99' }],
        withoutBody,
      ),
      running('o', '${NS}-small', {
        initContainers: [
          {
            name: 'side',
            image: 'i',
            restartPolicy: 'Always',
            resources: { requests: { cpu: '400m', memory: '1Mi' } },
          },
          { name: 'init', image: 'i', resources: { requests: { cpu: '500m', memory: '600Mi' } } },
        ],
      }),
      jsonPatch(`${pods}/o/resize`, [
        { op: 'replace', path: '/spec/containers/0/resources/requests', value: { cpu: '700m', memory: '2Mi' } },
      ]),
      jsonPatch(
        `${pods}/o/resize`,
        [{ op: 'replace', path: '/spec/containers/0/resources/requests', value: { cpu: '300m', memory: '2Mi' } }],
        withoutBody,
      ),
    ),
    sequence(
      'StorageObjectInUseProtection: finalizers of storage objects',
      post(claims, claim('c', {}, { finalizers: ['example.com/f'] })),
      post(claims, claim('d', {}, { finalizers: ['kubernetes.io/pvc-protection'] })),
      post('/apis/storage.k8s.io/v1/volumeattributesclasses', {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'VolumeAttributesClass',
        metadata: { name: '${NS}-v' },
        driverName: 'example.com/d',
        parameters: { a: 'b' },
      }),
      mergePatch(`${claims}/c`, { metadata: { finalizers: [] } }),
      mergePatch(`${claims}/d?dryRun=All`, { metadata: { labels: { a: 'b' } } }),
    ),
  ],
};
