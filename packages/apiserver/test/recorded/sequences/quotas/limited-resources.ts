import type { Area } from '../../sequence.ts';
import { configMap, configMaps, mergePatch, pod, pods, post, sequence, services } from '../../steps.ts';
import { claims, inEffect, limited } from './quota-steps.ts';

const claim = (name: string, storageClassName: string, storage = '1Gi'): object => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage } } },
});
const requesting = (name: string, requests: object, more: object = {}): object =>
  pod(name, { containers: [{ name: 'c', image: 'i', resources: { requests } }], ...more });

const configuration = {
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'ResourceQuotaConfiguration',
  limitedResources: [
    { resource: 'persistentvolumeclaims', matchContains: ['gold.storageclass.storage.k8s.io/requests.storage'] },
    { resource: 'pods', matchContains: ['requests.example.com/gpu', 'memory'] },
    {
      resource: 'pods',
      matchScopes: [{ scopeName: 'PriorityClass', operator: 'In', values: ['system-cluster-critical'] }],
    },
    { resource: 'services', matchContains: ['services.nodeports'] },
    { apiGroup: 'apps', resource: 'configmaps', matchContains: ['configmaps'] },
  ],
};

/** ResourceQuota with a configuration: what needs a quota. */
export const limitedResources: Area = {
  name: 'limited resources',
  server: {
    disableAdmissionPlugins: ['ServiceAccount'],
    admissionConfiguration: {
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'AdmissionConfiguration',
      plugins: [{ name: 'ResourceQuota', configuration }],
    },
  },
  sequences: [
    sequence(
      'what needs a quota',
      post(claims, claim('gold', 'gold')),
      post(claims, claim('silver', 'silver'), { withoutBody: true }),
      post(pods, requesting('memory', { memory: '1Gi' })),
      post(
        pods,
        pod('several', {
          containers: [
            {
              name: 'c',
              image: 'i',
              resources: { requests: { memory: '1Gi', 'example.com/gpu': '1' }, limits: { 'example.com/gpu': '1' } },
            },
          ],
        }),
      ),
      post(pods, requesting('cpu', { cpu: '1' }), { withoutBody: true }),
      post(services, { metadata: { name: 's' }, spec: { type: 'NodePort', ports: [{ port: 80 }] } }),
      post(services, { metadata: { name: 't' }, spec: { ports: [{ port: 80 }] } }, { withoutBody: true }),
      post(configMaps, configMap('c'), { withoutBody: true }),
    ),
    sequence(
      'quotas for limited resources',
      ...limited('q', {
        'gold.storageclass.storage.k8s.io/requests.storage': '2Gi',
        'requests.memory': '1Gi',
      }),
      ...inEffect(),
      post(claims, claim('a', 'gold'), { withoutBody: true }),
      post(claims, claim('b', 'gold', '5Gi')),
      post(pods, requesting('requests', { memory: '100Mi' })),
      mergePatch(`${claims}/a`, { metadata: { labels: { a: 'b' } } }, { withoutBody: true }),
    ),
    sequence(
      'scopes that need a quota',
      post(pods, requesting('critical', { cpu: '1' }, { priorityClassName: 'system-cluster-critical' })),
      ...limited(
        'critical',
        { pods: '1' },
        {
          scopeSelector: {
            matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['system-cluster-critical'] }],
          },
        },
      ),
      ...inEffect(),
      post(pods, requesting('critical', { cpu: '1' }, { priorityClassName: 'system-cluster-critical' }), {
        withoutBody: true,
      }),
      post(pods, requesting('other', { cpu: '1' }, { priorityClassName: 'system-node-critical' }), {
        withoutBody: true,
      }),
    ),
  ],
};
