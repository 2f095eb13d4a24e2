import type { Area, Step } from '../../sequence.ts';
import { del, get, jsonPatch, mergePatch, pod, pods, post, sequence } from '../../steps.ts';

const quiet = { quiet: true };

const namespace = (suffix: string, metadata: object = {}): Step =>
  post('/api/v1/namespaces', { metadata: { name: `\${NS}-${suffix}`, ...metadata } }, quiet);
const podsIn = (suffix: string): string => `/api/v1/namespaces/\${NS}-${suffix}/pods`;
/** Only what the plugin decides about. */
const tolerant = (name: string, tolerations: readonly object[], more: object = {}): object =>
  pod(name, { tolerations, ...more });
const burstable = { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] };
const annotation = 'scheduler.alpha.kubernetes.io/';
const annotated = (name: string, value: unknown): object => ({
  annotations: { [`${annotation}${name}`]: typeof value === 'string' ? value : JSON.stringify(value) },
});

const configurationOf = (plugins: Readonly<Record<string, object>>): object => ({
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'AdmissionConfiguration',
  plugins: Object.entries(plugins).map(([name, configuration]) => ({ name, configuration })),
});

const tolerationRestriction = {
  apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1',
  kind: 'Configuration',
  default: [{ key: 'cluster-default', operator: 'Exists' }],
  whitelist: [
    { key: 'cluster-default', operator: 'Exists' },
    { key: 'allowed', operator: 'Equal', value: 'v', effect: 'NoSchedule' },
    { key: 'seconds', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 100 },
    { key: 'node.kubernetes.io/not-ready', operator: 'Exists' },
    { key: 'node.kubernetes.io/unreachable', operator: 'Exists' },
    { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists' },
  ],
};

/** PodTolerationRestriction with a configuration. */
export const tolerationsArea: Area = {
  name: 'configured tolerations',
  server: {
    enableAdmissionPlugins: ['PodTolerationRestriction'],
    admissionConfiguration: configurationOf({ PodTolerationRestriction: tolerationRestriction }),
  },
  sequences: [
    sequence(
      'default tolerations of the configuration',
      post(pods, pod('plain')),
      post(pods, tolerant('same', [{ key: 'cluster-default', operator: 'Exists' }])),
      post(pods, tolerant('narrow', [{ key: 'cluster-default', operator: 'Equal', value: 'a', effect: 'NoSchedule' }])),
      post(pods, pod('burstable', burstable)),
      mergePatch(`${pods}/burstable`, { metadata: { labels: { a: 'b' } } }),
    ),
    sequence(
      'tolerations that the configuration does not allow',
      post(pods, tolerant('allowed', [{ key: 'allowed', operator: 'Equal', value: 'v', effect: 'NoSchedule' }])),
      post(pods, tolerant('implied', [{ key: 'allowed', value: 'v', effect: 'NoSchedule' }])),
      post(pods, tolerant('value', [{ key: 'allowed', operator: 'Equal', value: 'w', effect: 'NoSchedule' }])),
      post(pods, tolerant('effect', [{ key: 'allowed', operator: 'Equal', value: 'v', effect: 'NoExecute' }])),
      post(pods, tolerant('everything', [{ operator: 'Exists' }])),
      post(
        pods,
        tolerant('short', [{ key: 'seconds', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }]),
      ),
      post(
        pods,
        tolerant('long', [{ key: 'seconds', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 500 }]),
      ),
      post(pods, tolerant('for-ever', [{ key: 'seconds', operator: 'Exists', effect: 'NoExecute' }])),
      post(`${pods}?dryRun=All`, tolerant('dry', [{ key: 'other', operator: 'Exists' }])),
    ),
    sequence(
      'tolerations of an update',
      post(pods, pod('updated'), quiet),
      jsonPatch(`${pods}/updated`, [
        { op: 'add', path: '/spec/tolerations/-', value: { key: 'x', operator: 'Exists' } },
      ]),
      jsonPatch(`${pods}/updated`, [
        {
          op: 'add',
          path: '/spec/tolerations/-',
          value: { key: 'allowed', operator: 'Equal', value: 'v', effect: 'NoSchedule' },
        },
      ]),
    ),
    sequence(
      'tolerations that a namespace says',
      namespace('own', {
        annotations: {
          [`${annotation}defaultTolerations`]: JSON.stringify([{ key: 'own', operator: 'Exists' }]),
          [`${annotation}tolerationsWhitelist`]: JSON.stringify([{ operator: 'Exists' }]),
        },
      }),
      post(podsIn('own'), pod('a')),
      post(podsIn('own'), tolerant('b', [{ key: 'other', operator: 'Exists' }])),
      namespace('strict', annotated('tolerationsWhitelist', [{ key: 'only', operator: 'Exists' }])),
      post(podsIn('strict'), pod('a')),
      namespace('free', {
        annotations: { [`${annotation}defaultTolerations`]: '', [`${annotation}tolerationsWhitelist`]: '' },
      }),
      post(podsIn('free'), tolerant('a', [{ key: 'anything', operator: 'Exists' }])),
      namespace('none', { annotations: { [`${annotation}defaultTolerations`]: '[]' } }),
      post(podsIn('none'), pod('a')),
      namespace('null', { annotations: { [`${annotation}defaultTolerations`]: 'null' } }),
      post(podsIn('null'), pod('a')),
    ),
    sequence(
      'annotations of tolerations that cannot be read',
      namespace('text', annotated('defaultTolerations', 'a=b')),
      post(podsIn('text'), pod('a')),
      namespace('object', annotated('defaultTolerations', {})),
      post(podsIn('object'), pod('a')),
      namespace('type', annotated('tolerationsWhitelist', [{ key: 1 }])),
      post(podsIn('type'), pod('a')),
      namespace('seconds', annotated('tolerationsWhitelist', [{ key: 'a', tolerationSeconds: 'b' }])),
      post(podsIn('seconds'), pod('a')),
    ),
  ],
};

const nodeSelectors = {
  podNodeSelectorPluginConfig: {
    clusterDefaultNodeSelector: 'zone=default',
    'selected-allowed': 'zone=default,disk=ssd',
    'selected-other': 'zone=other',
    'selected-bad': 'no selector',
  },
};

/** PodNodeSelector with a configuration. */
export const nodeSelectorsArea: Area = {
  name: 'configured node selectors',
  server: {
    enableAdmissionPlugins: ['PodNodeSelector'],
    admissionConfiguration: configurationOf({ PodNodeSelector: nodeSelectors }),
  },
  sequences: [
    sequence(
      'the node selector of the configuration',
      post(pods, pod('plain')),
      post(pods, pod('more', { nodeSelector: { disk: 'ssd' } })),
      post(pods, pod('conflict', { nodeSelector: { zone: 'mine' } })),
      namespace('own', annotated('node-selector', 'zone=own')),
      post(podsIn('own'), pod('a')),
      namespace('empty', annotated('node-selector', '')),
      post(podsIn('empty'), pod('a')),
    ),
    {
      ...sequence(
        'the node selectors that the configuration allows',
        ...['allowed', 'other', 'bad'].map((name) =>
          post('/api/v1/namespaces', { metadata: { name: `selected-${name}` } }, quiet),
        ),
        post('/api/v1/namespaces/selected-allowed/pods', pod('a', { nodeSelector: { disk: 'ssd' } })),
        post('/api/v1/namespaces/selected-allowed/pods', pod('b', { nodeSelector: { disk: 'hdd' } })),
        post('/api/v1/namespaces/selected-allowed/pods', pod('c', { nodeSelector: { more: 'labels' } })),
        post('/api/v1/namespaces/selected-other/pods', pod('a')),
        post('/api/v1/namespaces/selected-bad/pods', pod('a')),
      ),
      alone: true,
    },
  ],
};

const podSecurity = {
  apiVersion: 'pod-security.admission.config.k8s.io/v1',
  kind: 'PodSecurityConfiguration',
  defaults: { enforce: 'baseline', 'enforce-version': 'v1.30', warn: 'restricted', audit: 'restricted' },
  exemptions: { namespaces: ['secured-exempt'], usernames: ['trusted'], runtimeClasses: ['sandbox'] },
};

const label = 'pod-security.kubernetes.io/';
const hostNetwork = { hostNetwork: true };
const template = (spec: object): object => ({
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});
const deployment = (name: string, spec: object): object => ({
  metadata: { name },
  spec: { selector: { matchLabels: { a: 'b' } }, template: template(spec) },
});

/** PodSecurity with a configuration. */
export const podSecurityArea: Area = {
  name: 'configured pod security',
  server: { admissionConfiguration: configurationOf({ PodSecurity: podSecurity }) },
  sequences: [
    sequence(
      'default levels of pod security',
      post(pods, pod('restricted-warning')),
      post(pods, pod('refused', hostNetwork)),
      post('/apis/apps/v1/namespaces/${NS}/deployments', deployment('d', hostNetwork)),
      namespace('privileged', { labels: { [`${label}enforce`]: 'privileged' } }),
      post(podsIn('privileged'), pod('a', hostNetwork)),
      namespace('quiet', { labels: { [`${label}warn`]: 'privileged', [`${label}enforce-version`]: 'latest' } }),
      post(podsIn('quiet'), pod('a')),
      post(podsIn('quiet'), pod('b', hostNetwork)),
      namespace('strict', { labels: { [`${label}enforce`]: 'restricted' } }),
      post(podsIn('strict'), pod('a')),
    ),
    {
      ...sequence(
        'exemptions from pod security',
        post('/api/v1/namespaces', { metadata: { name: 'secured-exempt' } }),
        post('/api/v1/namespaces/secured-exempt/pods', pod('a', hostNetwork)),
        post('/apis/apps/v1/namespaces/secured-exempt/deployments', deployment('d', hostNetwork)),
        mergePatch('/api/v1/namespaces/secured-exempt', {
          metadata: { labels: { [`${label}enforce`]: 'restricted' } },
        }),
        mergePatch('/api/v1/namespaces/secured-exempt', { metadata: { labels: { [`${label}warn`]: 'baseline' } } }),
        mergePatch('/api/v1/namespaces/secured-exempt', {
          metadata: { labels: { [`${label}enforce-version`]: 'v1.20', [`${label}audit`]: 'baseline' } },
        }),
        mergePatch('/api/v1/namespaces/secured-exempt', { metadata: { labels: { [`${label}enforce`]: 'wrong' } } }),
      ),
      alone: true,
    },
    sequence(
      'runtime classes that are exempt from pod security',
      post('/apis/node.k8s.io/v1/runtimeclasses', { metadata: { name: 'sandbox' }, handler: 'h' }, quiet),
      post(pods, pod('exempt', { ...hostNetwork, runtimeClassName: 'sandbox' })),
      post(
        '/apis/apps/v1/namespaces/${NS}/deployments',
        deployment('d', { ...hostNetwork, runtimeClassName: 'sandbox' }),
      ),
      namespace('stricter', { labels: { [`${label}enforce`]: 'privileged' } }),
      post(podsIn('stricter'), pod('a', { ...hostNetwork, runtimeClassName: 'sandbox' }), quiet),
      post(podsIn('stricter'), pod('b', hostNetwork), quiet),
      mergePatch('/api/v1/namespaces/${NS}-stricter', { metadata: { labels: { [`${label}enforce`]: null } } }),
    ),
  ],
};

const limits = {
  apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1',
  kind: 'Configuration',
  limits: [
    { type: 'Namespace', qps: 1, burst: 4 },
    { type: 'SourceAndObject', qps: 1, burst: 2, cacheSize: 100 },
  ],
};

const event = (name: string, more: object = {}): object => ({
  metadata: { name },
  involvedObject: { namespace: '${NS}', kind: 'Pod', name: 'p' },
  reason: 'r',
  source: { component: 'c' },
  ...more,
});
const events = '/api/v1/namespaces/${NS}/events';

/** EventRateLimit. The bursts are spent within a second, in which one more may be allowed: so few are sent. */
export const eventLimitsArea: Area = {
  name: 'configured limits of events',
  server: {
    enableAdmissionPlugins: ['EventRateLimit'],
    admissionConfiguration: configurationOf({ EventRateLimit: limits }),
  },
  sequences: [
    {
      ...sequence(
        'events that come too fast',
        post(`${events}?dryRun=All`, event('dry')),
        post(events, event('a')),
        post(events, event('b')),
        post(events, event('c')),
        post(events, event('other', { source: { component: 'd' } })),
        post(events, event('both')),
        get(`${events}/a`),
        del(`${events}/a`, quiet),
      ),
      alone: true,
    },
  ],
};
