import type { Area, RequestStep, Step } from '../../sequence.ts';
import { apply, del, get, jsonPatch, mergePatch, pod, pods, post, put, sequence } from '../../steps.ts';

const namespaces = '/api/v1/namespaces';

/** Labels for modes, such as `{ enforce: 'baseline', 'warn-version': 'v1.36' }`. */
const labels = (modes: Readonly<Record<string, string | null>>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(modes).map(([mode, value]) => [`pod-security.kubernetes.io/${mode}`, value]));

const namespace = (suffix: string, modes: Readonly<Record<string, string>>): object => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: `\${NS}-${suffix}`, labels: labels(modes) },
});

/** A namespace of a sequence, whose creation is not compared: the server knows its labels from the start. */
const made = (suffix: string, modes: Readonly<Record<string, string>>): RequestStep =>
  post(namespaces, namespace(suffix, modes), { quiet: true });

const podsIn = (suffix: string): string => `${namespaces}/\${NS}-${suffix}/pods`;
const relabelled = (modes: Readonly<Record<string, string | null>>): object => ({
  metadata: { labels: labels(modes) },
});

const privileged = { containers: [{ name: 'c', image: 'i', securityContext: { privileged: true } }] };
const restricted = {
  securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [
    {
      name: 'c',
      image: 'i',
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    },
  ],
};

const template = (spec: object, app = 'a'): object => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});
const selector = { matchLabels: { app: 'a' } };

/** One object of each kind that makes Pods: its path, and the parts of the object. */
const workloads: readonly (readonly [
  path: string,
  apiVersion: string,
  kind: string,
  rest: (spec: object) => object,
])[] = [
  [
    '/api/v1',
    'v1',
    'ReplicationController',
    (spec) => ({ spec: { selector: { app: 'a' }, template: template(spec) } }),
  ],
  ['/api/v1', 'v1', 'PodTemplate', (spec) => ({ template: template(spec) })],
  ['/apis/apps/v1', 'apps/v1', 'ReplicaSet', (spec) => ({ spec: { selector, template: template(spec) } })],
  ['/apis/apps/v1', 'apps/v1', 'Deployment', (spec) => ({ spec: { selector, template: template(spec) } })],
  [
    '/apis/apps/v1',
    'apps/v1',
    'StatefulSet',
    (spec) => ({ spec: { selector, serviceName: 's', template: template(spec) } }),
  ],
  ['/apis/apps/v1', 'apps/v1', 'DaemonSet', (spec) => ({ spec: { selector, template: template(spec) } })],
  [
    '/apis/batch/v1',
    'batch/v1',
    'Job',
    (spec) => ({ spec: { template: template({ restartPolicy: 'Never', ...spec }) } }),
  ],
  [
    '/apis/batch/v1',
    'batch/v1',
    'CronJob',
    (spec) => ({
      spec: {
        schedule: '* * * * *',
        jobTemplate: { spec: { template: template({ restartPolicy: 'Never', ...spec }) } },
      },
    }),
  ],
];

const workloadSteps = (suffix: string): Step[] =>
  workloads.flatMap(([path, apiVersion, kind, rest]) => {
    const collection = `${path}/namespaces/\${NS}-${suffix}/${kind.toLowerCase()}s`;
    return [
      post(collection, { apiVersion, kind, metadata: { name: 'w', labels: { own: 'x' } }, ...rest(privileged) }),
      mergePatch(`${collection}/w`, { metadata: { labels: { changed: 'yes' } } }, { withoutBody: true }),
      ...(kind === 'PodTemplate' ? [] : [mergePatch(`${collection}/w/status`, { status: {} }, { withoutBody: true })]),
    ];
  });

const owned = (name: string, owner: string): object =>
  pod(name, privileged, {
    ownerReferences: [
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: owner, uid: `uid-of-${owner}`, controller: true },
    ],
  });

const wrongLevels = { enforce: 'strict', audit: 'Baseline', warn: '' };
const wrongVersions = { 'enforce-version': '1.36', 'audit-version': 'v1.036', 'warn-version': 'v2.0' };

/** The Pod of the tutorials. */
const nginx = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'nginx' },
  spec: { containers: [{ image: 'nginx', name: 'nginx', ports: [{ containerPort: 80 }] }] },
};

/** What the Pods of a control plane have. */
const systemPod = { hostNetwork: true, volumes: [{ name: 'certs', hostPath: { path: '/etc/ssl/certs' } }] };

/** What the labels of a namespace do to its Pods and workloads. */
export const podSecurity: Area = {
  name: 'pod security',
  sequences: [
    sequence(
      'labels of a new namespace',
      post(namespaces, namespace('levels', wrongLevels)),
      post(namespaces, namespace('versions', wrongVersions)),
      post(namespaces, namespace('both', { ...wrongLevels, ...wrongVersions })),
      post(namespaces, namespace('long', { 'enforce-version': `v1.${'9'.repeat(30)}` })),
      post(namespaces, namespace('largest', { 'enforce-version': 'v1.9223372036854775807' })),
      post(namespaces, namespace('empty', { 'enforce-version': '' })),
      post(`${namespaces}?dryRun=All`, namespace('dry', { enforce: 'none' })),
      post(namespaces, namespace('fine', { enforce: 'privileged', audit: 'baseline', warn: 'restricted' })),
      post(
        namespaces,
        namespace('named', { enforce: 'baseline', 'enforce-version': 'v1.0', 'audit-version': 'latest' }),
      ),
      post(namespaces, namespace('other', { 'enforce-level': 'x', Warn: 'y' })),
    ),
    sequence(
      'labels of a changed namespace',
      mergePatch(`${namespaces}/\${NS}`, relabelled(wrongLevels)),
      mergePatch(`${namespaces}/\${NS}?dryRun=All`, relabelled(wrongVersions)),
      mergePatch(`${namespaces}/\${NS}/status`, relabelled({ enforce: 'none' })),
      apply(`${namespaces}/\${NS}`, 'm', { apiVersion: 'v1', kind: 'Namespace', ...relabelled({ warn: 'all' }) }),
      mergePatch(`${namespaces}/\${NS}`, relabelled({ enforce: 'baseline', warn: 'restricted' })),
      mergePatch(`${namespaces}/\${NS}`, relabelled({ enforce: null, audit: 'none' })),
      jsonPatch(`${namespaces}/\${NS}`, [
        { op: 'add', path: '/metadata/labels/pod-security.kubernetes.io~1enforce-version', value: 'v1' },
      ]),
      put(`${namespaces}/\${NS}/finalize`, namespace('x', { enforce: 'none' })),
    ),
    sequence(
      'what is enforced',
      made('b', { enforce: 'baseline' }),
      post(podsIn('b'), pod('privileged', privileged)),
      post(podsIn('b'), pod('plain')),
      post(podsIn('b'), { ...pod('x', privileged), metadata: { generateName: 'generated-' } }, { withoutBody: true }),
      post(`${podsIn('b')}?dryRun=All`, pod('dry', privileged)),
      post(podsIn('b'), { ...pod('invalid', privileged), spec: { containers: [] } }),
      made('r', { enforce: 'restricted', 'enforce-version': 'v1.24' }),
      post(podsIn('r'), pod('plain')),
      post(podsIn('r'), pod('restricted', restricted)),
      made('p', { enforce: 'privileged' }),
      post(podsIn('p'), pod('privileged', privileged)),
    ),
    sequence(
      'what is warned of',
      made('w', { warn: 'restricted' }),
      post(podsIn('w'), pod('plain')),
      post(podsIn('w'), pod('restricted', restricted)),
      made('version', { warn: 'restricted', 'warn-version': 'v1.7' }),
      post(podsIn('version'), pod('plain')),
      made('both', { enforce: 'baseline', warn: 'restricted' }),
      post(podsIn('both'), pod('privileged', privileged)),
      post(podsIn('both'), pod('plain')),
      made('default', { enforce: 'restricted', 'enforce-version': 'v1.7' }),
      post('/apis/apps/v1/namespaces/${NS}-default/deployments', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: { selector, template: template(privileged) },
      }),
      made('named', { enforce: 'restricted', 'warn-version': 'v1.8' }),
      post('/apis/apps/v1/namespaces/${NS}-named/deployments', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: { selector, template: template(privileged) },
      }),
      made('less', { enforce: 'restricted', warn: 'baseline' }),
      post('/apis/apps/v1/namespaces/${NS}-less/deployments', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: { selector, template: template(privileged) },
      }),
      made('none', { enforce: 'restricted', warn: 'privileged' }),
      post('/apis/apps/v1/namespaces/${NS}-none/deployments', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: { selector, template: template(privileged) },
      }),
      made('audit', { audit: 'restricted' }),
      post(podsIn('audit'), pod('plain')),
    ),
    sequence('workloads that would make forbidden pods', made('w', { enforce: 'baseline' }), ...workloadSteps('w')),
    sequence(
      'annotations of templates',
      made('w', { warn: 'baseline', 'warn-version': 'v1.18' }),
      ...[
        { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined' },
        { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' },
      ].map((annotations, index) =>
        post('/api/v1/namespaces/${NS}-w/podtemplates', {
          apiVersion: 'v1',
          kind: 'PodTemplate',
          metadata: { name: `t${index}` },
          template: {
            metadata: { annotations },
            spec: privileged,
          },
        }),
      ),
    ),
    sequence(
      'updates of pods',
      made('w', { warn: 'restricted' }),
      post(podsIn('w'), pod('p', { ...privileged, initContainers: [{ name: 'i', image: 'i' }] }), {
        withoutBody: true,
      }),
      mergePatch(`${podsIn('w')}/p`, { metadata: { labels: { a: 'b' } } }, { withoutBody: true }),
      jsonPatch(`${podsIn('w')}/p`, [{ op: 'replace', path: '/spec/containers/0/image', value: 'j' }], {
        withoutBody: true,
      }),
      jsonPatch(`${podsIn('w')}/p`, [{ op: 'replace', path: '/spec/initContainers/0/image', value: 'j' }], {
        withoutBody: true,
      }),
      mergePatch(`${podsIn('w')}/p/status`, { status: { phase: 'Running' } }, { withoutBody: true }),
      mergePatch(
        `${podsIn('w')}/p/ephemeralcontainers`,
        { spec: { ephemeralContainers: [{ name: 'e', image: 'i', securityContext: { privileged: true } }] } },
        { withoutBody: true },
      ),
      mergePatch(`${podsIn('w')}/p/ephemeralcontainers`, { metadata: { labels: { c: 'd' } } }, { withoutBody: true }),
      post(
        `${podsIn('w')}/p/binding`,
        { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } },
        { withoutBody: true },
      ),
      jsonPatch(
        `${podsIn('w')}/p/resize`,
        [{ op: 'add', path: '/spec/containers/0/resources', value: { requests: { cpu: '1m' } } }],
        { withoutBody: true },
      ),
      post(
        `${podsIn('w')}/p/eviction`,
        { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } },
        { withoutBody: true },
      ),
    ),
    sequence(
      'a stricter level for the pods of a namespace',
      ...['b-privileged', 'a-privileged'].map((name) => post(pods, pod(name, privileged), { quiet: true })),
      post(pods, pod('plain'), { quiet: true }),
      post(pods, pod('host', { hostPID: true, ...privileged }), { quiet: true }),
      ...['r-2', 'r-1', 'r-3'].map((name) => post(pods, owned(name, 'r'), { quiet: true })),
      mergePatch(`${namespaces}/\${NS}?dryRun=All`, relabelled({ enforce: 'baseline' }), {
        quiet: true,
        warns: 'and 4 other pods',
      }),
      mergePatch(`${namespaces}/\${NS}?dryRun=All`, relabelled({ enforce: 'baseline' })),
      mergePatch(`${namespaces}/\${NS}?dryRun=All`, relabelled({ enforce: 'restricted', 'enforce-version': 'v1.7' })),
      mergePatch(`${namespaces}/\${NS}?dryRun=All`, relabelled({ audit: 'restricted', warn: 'restricted' })),
      mergePatch(`${namespaces}/\${NS}?dryRun=All`, relabelled({ enforce: 'privileged' })),
      mergePatch(`${namespaces}/\${NS}/status?dryRun=All`, relabelled({ enforce: 'restricted' })),
      mergePatch(`${namespaces}/\${NS}`, relabelled({ enforce: 'restricted' })),
      mergePatch(`${namespaces}/\${NS}`, { metadata: { labels: { other: 'x' } } }),
      mergePatch(`${namespaces}/\${NS}`, relabelled({ 'enforce-version': 'v1.0' })),
      mergePatch(`${namespaces}/\${NS}`, relabelled({ enforce: 'baseline' })),
      mergePatch(`${namespaces}/\${NS}`, relabelled({ enforce: 'restricted' })),
      get('/api/v1/namespaces/${NS}/pods?fieldSelector=metadata.name=plain', { withoutBody: true }),
    ),
    sequence(
      'Apply Pod Security Standards at the Namespace Level',
      post(namespaces, { metadata: { name: '${NS}-example' } }),
      mergePatch(`${namespaces}/\${NS}-example`, relabelled({ warn: 'baseline', 'warn-version': 'latest' })),
      mergePatch(
        `${namespaces}/\${NS}-example`,
        relabelled({
          enforce: 'baseline',
          'enforce-version': 'latest',
          warn: 'restricted',
          'warn-version': 'latest',
          audit: 'restricted',
          'audit-version': 'latest',
        }),
      ),
      post(`${podsIn('example')}?dryRun=All`, nginx, { quiet: true, warns: 'restricted' }),
      post(podsIn('example'), nginx),
      post('/api/v1/namespaces/default/pods?dryRun=All', nginx),
      del(`${namespaces}/\${NS}-example`, undefined, { quiet: true }),
    ),
    sequence(
      'Enforce Pod Security Standards with Namespace Labels',
      post(
        namespaces,
        namespace('my-baseline-namespace', {
          enforce: 'baseline',
          'enforce-version': 'v1.36',
          audit: 'restricted',
          'audit-version': 'v1.36',
          warn: 'restricted',
          'warn-version': 'v1.36',
        }),
      ),
      post(podsIn('my-baseline-namespace'), nginx),
      mergePatch(`${namespaces}/default?dryRun=All`, relabelled({ enforce: 'baseline' })),
      mergePatch(`${namespaces}/\${NS}`, relabelled({ enforce: 'restricted', 'enforce-version': 'v1.36' })),
    ),
    sequence(
      'Apply Pod Security Standards at the Cluster Level',
      post(pods, pod('etcd-control-plane', systemPod), { quiet: true }),
      post(pods, pod('kube-apiserver-control-plane', systemPod), { quiet: true }),
      post(pods, pod('kube-proxy-m6hwf', { ...systemPod, ...privileged }), { quiet: true }),
      mergePatch(`${namespaces}/\${NS}?dryRun=All`, relabelled({ enforce: 'restricted' }), {
        quiet: true,
        warns: 'kube-proxy',
      }),
      ...['privileged', 'baseline', 'restricted'].map((level) =>
        mergePatch(`${namespaces}/\${NS}?dryRun=All`, relabelled({ enforce: level })),
      ),
      ...['privileged', 'baseline', 'restricted'].map((level) =>
        mergePatch(`${namespaces}/kube-public?dryRun=All`, relabelled({ enforce: level })),
      ),
    ),
  ],
};
