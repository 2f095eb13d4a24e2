import type { JsonObject } from '../../../json.ts';
import type { Scenario } from '../scenario.ts';
import { apply, create, force, merge, onScale, onStatus, spec, strategic } from './steps.ts';

const web = (content: JsonObject, container: JsonObject = {}): JsonObject => ({
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'nginx:1', ...container }] },
    },
    ...content,
  },
});

/** Scenarios with built-in kinds that have a spec, a status and defaults. */
export const workloads: Scenario[] = [
  {
    name: 'deployment created',
    kind: 'Deployment',
    steps: [
      create('kubectl-create', web({ replicas: 1 })),
      strategic('kubectl-set', { spec: { template: { spec: { containers: [{ name: 'main', image: 'nginx:2' }] } } } }),
      apply('op', web({ replicas: 1 })),
      apply('op', web({ replicas: 1 }), force),
      merge('hpa', { spec: { replicas: 3 } }),
      apply('op', web({})),
      apply('op', web({ replicas: 2 })),
    ],
  },
  {
    name: 'deployment applied',
    kind: 'Deployment',
    steps: [
      apply(
        'op',
        web(
          { replicas: 2 },
          {
            ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP', name: 'dns' }],
            env: [
              { name: 'A', value: '1' },
              { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
            ],
            resources: { limits: { cpu: '1', memory: '1Gi' } },
            args: ['a'],
          },
        ),
      ),
      apply(
        'op',
        web(
          { replicas: 2 },
          {
            ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP', name: 'dns' }],
            env: [
              { name: 'A', value: '1' },
              { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
            ],
            resources: { limits: { cpu: '1', memory: '1Gi' } },
            args: ['a'],
          },
        ),
      ),
      apply(
        'op',
        web(
          { replicas: 2 },
          {
            ports: [{ containerPort: 80, protocol: 'TCP' }],
            env: [{ name: 'B', value: 'b' }],
            resources: { limits: { cpu: '1000m' } },
          },
        ),
      ),
      apply('side', {
        spec: {
          template: {
            spec: {
              containers: [{ name: 'sidecar', image: 'busybox', volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
              volumes: [{ name: 'v', emptyDir: {} }],
            },
          },
        },
      }),
      apply('op', web({})),
      apply('side', {}),
    ],
  },
  {
    name: 'strategic merge of containers',
    kind: 'Deployment',
    steps: [
      create(
        'poster',
        web(
          {},
          {
            env: [
              { name: 'A', value: '1' },
              { name: 'B', value: '2' },
            ],
            ports: [{ containerPort: 80 }],
          },
        ),
      ),
      strategic('p', { spec: { template: { spec: { containers: [{ name: 'second', image: 'busybox' }] } } } }),
      strategic('p', {
        spec: {
          template: {
            spec: {
              containers: [
                {
                  name: 'main',
                  env: [
                    { name: 'B', $patch: 'delete' },
                    { name: 'C', value: '3' },
                  ],
                },
              ],
            },
          },
        },
      }),
      strategic('p', {
        spec: {
          template: {
            spec: {
              '$setElementOrder/containers': [{ name: 'main' }, { name: 'second' }],
              containers: [{ name: 'second', image: 'busybox:2', args: ['x'] }],
            },
          },
        },
      }),
      strategic('p', { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }),
      strategic('p', { spec: { strategy: { $retainKeys: ['type'], type: 'RollingUpdate', rollingUpdate: {} } } }),
      strategic('p', {
        spec: { template: { spec: { containers: [{ $patch: 'replace' }, { name: 'only', image: 'x' }] } } },
      }),
      strategic('p', { spec: { template: { spec: { containers: [{ image: 'x' }] } } } }),
      strategic('p', { spec: { template: { spec: { containers: [{ $patch: 'merge', name: 'only' }] } } } }),
      strategic('p', { spec: { template: { spec: { $patch: 'bogus', containers: [] } } } }),
      strategic('p', { spec: { template: { spec: { containers: ['x'] } } } }),
      strategic('p', { spec: { template: { spec: { '$setElementOrder/containers': 'x' } } } }),
      strategic('p', {
        spec: {
          template: {
            spec: { '$setElementOrder/containers': [{ name: 'b' }], containers: [{ name: 'a', image: 'x' }] },
          },
        },
      }),
      strategic('p', { metadata: { finalizers: ['kb.example.com/a', 'kb.example.com/b'], labels: { l: '1' } } }),
      strategic('p', {
        metadata: {
          '$deleteFromPrimitiveList/finalizers': ['kb.example.com/a'],
          finalizers: ['kb.example.com/c'],
          labels: { $patch: 'replace', m: '2' },
        },
      }),
      strategic('p', { metadata: { finalizers: null } }),
      strategic('p', {
        spec: {
          template: {
            spec: { volumes: [{ name: 'v', emptyDir: {} }], tolerations: [{ key: 'a', operator: 'Exists' }] },
          },
        },
      }),
      strategic('p', {
        spec: {
          template: {
            spec: {
              volumes: [
                {
                  name: 'v',
                  $retainKeys: ['name', 'configMap'],
                  configMap: { name: 'c', items: [{ key: 'k', path: 'p' }] },
                },
              ],
              tolerations: [{ key: 'b', operator: 'Exists' }],
            },
          },
        },
      }),
      strategic('p', {
        spec: {
          minReadySeconds: 5,
          progressDeadlineSeconds: null,
          template: { metadata: { annotations: { a: '1', b: null } } },
        },
      }),
    ],
  },
  {
    name: 'deployment status',
    kind: 'Deployment',
    steps: [
      create('poster', web({ replicas: 1 })),
      merge(
        'dc',
        {
          status: { replicas: 1, conditions: [{ type: 'Available', status: 'True', reason: 'r', message: 'm' }] },
          spec: { replicas: 5 },
          metadata: { labels: { l: 'x' }, annotations: { a: 'y' } },
        },
        onStatus,
      ),
      apply('op', { ...web({ replicas: 1 }), status: { replicas: 9 } }),
      apply('ctrl', { status: { conditions: [{ type: 'Progressing', status: 'True' }] } }, onStatus),
      strategic('dc', { status: { conditions: [{ type: 'Available', status: 'False' }], replicas: 2 } }, onStatus),
    ],
  },
  {
    name: 'deployment scale',
    kind: 'Deployment',
    steps: [
      apply('ap', web({ replicas: 1 })),
      merge('hpa', spec({ replicas: 2 }), onScale),
      apply('ap', web({ replicas: 1 })),
      apply('scaler', spec({ replicas: 3 }), onScale),
      apply('scaler', spec({ replicas: 3 }), { ...onScale, ...force }),
      apply('scaler', spec({ replicas: 3 }), onScale),
      apply('ap', web({})),
      apply('ap', web({ replicas: 3 })),
      merge('hpa', spec({ replicas: 5 }), onScale),
    ],
  },
  {
    name: 'deployment scale of an update manager',
    kind: 'Deployment',
    steps: [
      create('poster', web({ replicas: 1 })),
      merge('hpa', spec({ replicas: 1 }), onScale),
      merge('hpa', spec({ replicas: 2 }), onScale),
      merge('upd', spec({ replicas: 3 })),
      merge('hpa', spec({ replicas: 4 }), onScale),
    ],
  },
  {
    name: 'service',
    kind: 'Service',
    steps: [
      create(
        'poster',
        spec({
          selector: { app: 'web' },
          ports: [{ port: 80 }, { port: 9, name: 'nine' }].map((port, index) => ({ name: `p${index}`, ...port })),
        }),
      ),
      apply(
        'op',
        spec({
          selector: { app: 'web' },
          ports: [
            { port: 80, name: 'p0' },
            { port: 443, name: 'https', targetPort: 'web' },
          ],
        }),
      ),
      apply(
        'op',
        spec({ selector: { app: 'web', tier: 'x' }, ports: [{ port: 443, name: 'https', targetPort: 8443 }] }),
      ),
      apply(
        'op',
        spec({ selector: { app: 'web', tier: 'x' }, ports: [{ port: 443, name: 'https', targetPort: 8443 }] }),
        force,
      ),
      strategic('p', spec({ ports: [{ port: 80, nodePort: null, name: 'renamed' }] })),
      apply('op', spec({ ports: [{ port: 443, name: 'https' }] })),
    ],
  },
  {
    name: 'pod',
    kind: 'Pod',
    steps: [
      create(
        'poster',
        spec({
          containers: [{ name: 'a', image: 'x', envFrom: [{ configMapRef: { name: 'c' } }] }],
          tolerations: [{ key: 'k', operator: 'Exists' }],
        }),
      ),
      merge(
        'kubelet',
        {
          status: {
            phase: 'Running',
            podIP: '10.0.0.1',
            podIPs: [{ ip: '10.0.0.1' }],
            conditions: [{ type: 'Ready', status: 'True' }],
            containerStatuses: [{ name: 'a', ready: true, restartCount: 0, image: 'x', imageID: 'i' }],
          },
        },
        onStatus,
      ),
      apply('op', spec({ containers: [{ name: 'a', image: 'y' }] })),
      apply('op', spec({ containers: [{ name: 'a', image: 'y' }] }), force),
      strategic(
        'kubelet',
        {
          status: {
            '$setElementOrder/conditions': [{ type: 'Init' }, { type: 'Ready' }],
            conditions: [{ type: 'Init', status: 'True' }],
            podIPs: [{ ip: '::1' }],
          },
        },
        onStatus,
      ),
      apply(
        'st',
        { status: { conditions: [{ type: 'kb.example.com/x', status: 'True' }] }, metadata: { labels: { l: '1' } } },
        onStatus,
      ),
    ],
  },
];
