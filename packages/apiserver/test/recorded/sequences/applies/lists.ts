import type { Area } from '../../sequence.ts';
import {
  apply,
  deployment,
  deployments,
  get,
  mergePatch,
  post,
  put,
  sequence,
  services,
  widget,
  widgets,
} from '../../steps.ts';

const w = `${widgets}/w`;
const d = `${deployments}/d`;
const tags = (...list: unknown[]): object => widget('w', { tags: list });
const redTags = (...list: unknown[]): object => widget('w', { color: 'red', tags: list });
const port = (port: number, name: string, rest: object = {}): object => ({ port, name, ...rest });
const ports = (...list: unknown[]): object => widget('w', { ports: list });
const redPorts = (...list: unknown[]): object => widget('w', { color: 'red', ports: list });
const pod = (spec: object): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: { template: { spec } },
});
const c = (name: string, rest: object = {}): object => ({ name, image: 'i', ...rest });
const withContainers = (...list: object[]): object =>
  deployment('d', { template: { metadata: { labels: { app: 'd' } }, spec: { containers: list } } });
const service = (ports: object[], rest: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 's' },
  spec: { ports, ...rest },
});

/** Lists, sets, maps and atomics in server-side apply. */
export const applyLists: Area = {
  name: 'apply lists',
  sequences: [
    sequence(
      'the order of sets',
      apply(w, 'm1', redTags('a', 'b', 'c')),
      apply(`${w}?dryRun=All`, 'm2', tags('d')),
      apply(`${w}?dryRun=All`, 'm2', tags('c', 'a')),
      apply(`${w}?dryRun=All`, 'm2', tags('a', 'd', 'c')),
      apply(`${w}?dryRun=All`, 'm2', tags('d', 'c', 'e', 'a')),
      apply(`${w}?dryRun=All`, 'm2', tags('c', 'd', 'b', 'e')),
      apply(`${w}?dryRun=All`, 'm2', tags('d', 'b')),
      apply(`${w}?dryRun=All`, 'm2', tags()),
      apply(`${w}?dryRun=All`, 'm1', redTags('c', 'b', 'a')),
      apply(`${w}?dryRun=All`, 'm1', redTags('c', 'a')),
      apply(`${w}?dryRun=All`, 'm1', redTags('x', 'c', 'y')),
      apply(w, 'm2', tags('b', 'd')),
      apply(w, 'm1', redTags('d')),
      apply(w, 'm2', tags()),
      apply(w, 'm1', redTags()),
    ),
    sequence(
      'the order of list maps',
      apply(w, 'm1', redPorts(port(1, 'a'), port(2, 'b'), port(3, 'c'))),
      apply(`${w}?dryRun=All`, 'm2', ports({ port: 4 })),
      apply(`${w}?dryRun=All`, 'm2', ports({ port: 3 }, { port: 1 })),
      apply(`${w}?dryRun=All`, 'm2', ports({ port: 4 }, { port: 3 }, { port: 5 }, { port: 1 })),
      apply(`${w}?dryRun=All`, 'm2', ports({ port: 2, name: 'b' }, { port: 4 })),
      apply(`${w}?dryRun=All`, 'm2', ports({ port: 2, name: 'x' }, { port: 3, name: 'y' })),
      apply(`${w}?dryRun=All`, 'm1', redPorts(port(3, 'c'), port(2, 'b'))),
      apply(`${w}?dryRun=All`, 'm1', redPorts(port(1, 'a', { proto: 'UDP' }), port(1, 'a'))),
      apply(w, 'm2', ports(port(2, 'b'), { port: 4, proto: 'UDP' })),
      apply(w, 'm1', redPorts(port(3, 'z'))),
      apply(w, 'm2', ports({ port: 4, proto: 'UDP', name: 'u' })),
      apply(w, 'm1', redPorts()),
      apply(w, 'm2', ports()),
    ),
    sequence(
      'items that two managers share',
      apply(w, 'm1', redPorts({ port: 1 }), { quiet: true }),
      apply(w, 'm2', ports(port(1, 'a'))),
      apply(w, 'm1', redPorts()),
      apply(w, 'm1', redPorts({ port: 1 })),
      apply(w, 'm2', ports()),
      apply(w, 'm1', redPorts(port(1, 'x'))),
      mergePatch(`${w}?fieldManager=u`, { spec: { ports: [{ port: 1, name: 'y' }] } }),
      apply(w, 'm1', redPorts({ port: 1 })),
      apply(w, 'm1', widget('w', { color: 'red' })),
      mergePatch(`${w}?fieldManager=u`, { spec: { ports: [] } }),
    ),
    sequence(
      'defaults in keys',
      apply(w, 'm1', redPorts({ port: 1 }, { port: 2, proto: 'TCP' }, { port: 2, proto: 'UDP' })),
      apply(w, 'm2', ports({ port: 1, proto: 'TCP' })),
      apply(w, 'm2', ports({ port: 2 })),
      apply(w, 'm1', redPorts({ port: 2 })),
      apply(w, 'm3', ports({ port: 1, proto: null })),
      apply(w, 'm3', ports({ port: null })),
      post(services, service([{ port: 80 }, { port: 80, protocol: 'UDP', name: 'u' }]), { quiet: true }),
      post(
        services,
        service([
          { port: 80, name: 't' },
          { port: 80, protocol: 'UDP', name: 'u' },
        ]),
        { quiet: true },
      ),
      apply(`${services}/s`, 'm1', service([{ port: 80, targetPort: 8080, name: 't' }])),
      apply(`${services}/s`, 'm1', service([{ port: 80, protocol: 'UDP', targetPort: 'x', name: 'u' }])),
    ),
    sequence(
      'atomic lists and maps',
      apply(w, 'm1', widget('w', { color: 'red', atoms: ['x'], amap: { k: 'v' } })),
      apply(w, 'm2', widget('w', { atoms: ['x'], amap: { k: 'v' } })),
      apply(w, 'm2', widget('w', { atoms: ['x', 'y'] })),
      apply(`${w}?force=true`, 'm2', widget('w', { atoms: ['x', 'y'], amap: { z: 'v' } })),
      apply(w, 'm1', widget('w', { color: 'red' })),
      apply(w, 'm2', widget('w', { atoms: [], amap: {} })),
      apply(w, 'm2', widget('w', {})),
      mergePatch(`${w}?fieldManager=u`, { spec: { amap: { a: '1' } } }),
      mergePatch(`${w}?fieldManager=u`, { spec: { amap: { b: '1' } } }),
      apply(w, 'm1', widget('w', { color: 'red', amap: { a: '2' } })),
    ),
    sequence(
      'atomics of built-in kinds',
      apply(
        d,
        'm1',
        withContainers(
          c('c1', { args: ['a'], env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }] }),
        ),
      ),
      apply(d, 'm2', pod({ nodeSelector: { a: 'b' }, containers: [{ name: 'c1', args: ['b'] }] })),
      apply(d, 'm2', pod({ nodeSelector: { a: 'b' }, tolerations: [{ key: 'x', operator: 'Exists' }] })),
      apply(d, 'm3', pod({ nodeSelector: { c: 'd' } })),
      apply(
        `${d}?force=true`,
        'm3',
        pod({ nodeSelector: { c: 'd' }, tolerations: [{ key: 'y', operator: 'Exists' }] }),
      ),
      apply(d, 'm2', pod({})),
      mergePatch(`${d}?fieldManager=u`, { spec: { template: { spec: { nodeSelector: { e: 'f' } } } } }),
      apply(d, 'm4', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: { selector: { matchLabels: { app: 'd' } } },
      }),
    ),
    sequence(
      'lists of built-in kinds',
      apply(d, 'm1', withContainers(c('b'), c('a'))),
      apply(d, 'm2', pod({ containers: [c('c'), { name: 'a', env: [{ name: 'X', value: '1' }] }] })),
      apply(
        d,
        'm3',
        pod({
          containers: [
            {
              name: 'a',
              env: [
                { name: 'Y', value: '1' },
                { name: 'X', value: '1' },
              ],
            },
          ],
        }),
      ),
      apply(d, 'm2', pod({ containers: [{ name: 'a', env: [{ name: 'X', value: '2' }] }] })),
      apply(
        d,
        'm1',
        withContainers(c('a', { ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }] })),
      ),
      apply(
        d,
        'm2',
        pod({ containers: [{ name: 'a', ports: [{ containerPort: 80, protocol: 'TCP', name: 'web' }] }] }),
      ),
      apply(
        d,
        'm2',
        pod({
          volumes: [{ name: 'v', emptyDir: {} }],
          containers: [{ name: 'a', volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
        }),
      ),
      apply(d, 'm3', pod({})),
      apply(d, 'm2', pod({})),
      get(d),
    ),
    sequence(
      'duplicates that are there already',
      put(`${deployments}/none`, deployment('none'), { quiet: true }),
      post(
        deployments,
        withContainers(
          c('c1', {
            env: [
              { name: 'A', value: '1' },
              { name: 'A', value: '2' },
              { name: 'B', value: '1' },
            ],
          }),
        ),
      ),
      apply(d, 'm1', pod({ containers: [{ name: 'c1', env: [{ name: 'B', value: '1' }] }] })),
      apply(d, 'm1', pod({ containers: [{ name: 'c1', env: [{ name: 'A', value: '3' }] }] })),
      apply(
        `${d}?force=true`,
        'm1',
        pod({
          containers: [
            {
              name: 'c1',
              env: [
                { name: 'A', value: '3' },
                { name: 'C', value: '3' },
              ],
            },
          ],
        }),
      ),
      apply(d, 'm1', pod({})),
      mergePatch(`${d}?fieldManager=u`, {
        spec: {
          template: {
            spec: {
              containers: [
                c('c1', {
                  env: [
                    { name: 'A', value: '1' },
                    { name: 'A', value: '1' },
                    { name: 'A', value: '5' },
                  ],
                }),
              ],
            },
          },
        },
      }),
      mergePatch(`${d}?fieldManager=v`, {
        spec: {
          template: {
            spec: {
              containers: [
                c('c1', {
                  env: [
                    { name: 'A', value: '1' },
                    { name: 'A', value: '7' },
                  ],
                }),
              ],
            },
          },
        },
      }),
      apply(d, 'm1', pod({ containers: [{ name: 'c1', env: [{ name: 'A', value: '1' }] }] })),
      mergePatch(`${d}?fieldManager=w`, {
        spec: { template: { spec: { containers: [c('c1', { env: [{ name: 'A', value: '1' }] })] } } },
      }),
    ),
    sequence(
      'finalizers and owners as a set and a map',
      apply(w, 'm1', { ...widget('w'), metadata: { name: 'w', finalizers: ['a.b/one', 'a.b/two'] } }),
      apply(w, 'm2', { ...widget('w', {}), metadata: { name: 'w', finalizers: ['a.b/three', 'a.b/one'] } }),
      apply(w, 'm1', { ...widget('w'), metadata: { name: 'w' } }),
      apply(w, 'm3', {
        ...widget('w', {}),
        metadata: { name: 'w', ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u1' }] },
      }),
      apply(w, 'm4', {
        ...widget('w', {}),
        metadata: {
          name: 'w',
          ownerReferences: [
            { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u1' },
            { apiVersion: 'v1', kind: 'Pod', name: 'q', uid: 'u2' },
          ],
        },
      }),
      apply(w, 'm3', {
        ...widget('w', {}),
        metadata: { name: 'w', ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'x', uid: 'u1' }] },
      }),
      apply(w, 'm3', { ...widget('w', {}), metadata: { name: 'w' } }),
      mergePatch(w, { metadata: { finalizers: null } }),
    ),
    sequence(
      'subtrees without a schema',
      apply(
        w,
        'm1',
        widget('w', { color: 'red', any: { a: { b: 1, c: [1, 2] }, l: [{ x: 1 }], n: null, e: {}, s: 'x' } }),
      ),
      apply(w, 'm2', widget('w', { any: { a: { d: 2 } } })),
      apply(w, 'm2', widget('w', { any: { a: { b: 2 } } })),
      apply(w, 'm2', widget('w', { any: { a: { d: 2, c: [1, 2, 3] } } })),
      apply(w, 'm2', widget('w', { any: { a: 'text' } })),
      apply(`${w}?force=true`, 'm2', widget('w', { any: { a: 'text' } })),
      apply(w, 'm1', widget('w', { color: 'red', any: { l: [{ x: 2 }] } })),
      apply(w, 'm1', widget('w', { color: 'red', any: { l: {} } })),
      apply(w, 'm1', widget('w', { color: 'red', any: { e: { f: 1 } } })),
      mergePatch(`${w}?fieldManager=u`, { spec: { any: { e: [1], z: { y: { x: 1 } } } } }),
      apply(w, 'm1', widget('w', { color: 'red', any: {} })),
      apply(w, 'm1', widget('w', { color: 'red' })),
    ),
    sequence(
      'int-or-string in an apply',
      apply(w, 'm1', widget('w', { color: 'red', intOrString: 5 })),
      apply(w, 'm2', widget('w', { intOrString: 5 })),
      apply(w, 'm2', widget('w', { intOrString: '5' })),
      apply(`${w}?force=true`, 'm2', widget('w', { intOrString: '50%' })),
      apply(w, 'm2', widget('w', { intOrString: null })),
      apply(d, 'm1', deployment('d', { strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: '10%' } } })),
      apply(d, 'm2', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: { strategy: { rollingUpdate: { maxSurge: '1' } } },
      }),
      apply(d, 'm2', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: {
          template: { spec: { containers: [{ name: 'c1', resources: { limits: { cpu: '1000m', memory: '1Gi' } } }] } },
        },
      }),
      apply(d, 'm3', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: {
          template: { spec: { containers: [{ name: 'c1', resources: { limits: { cpu: 1, memory: '1024Mi' } } }] } },
        },
      }),
      apply(d, 'm2', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: {
          template: { spec: { containers: [{ name: 'c1', resources: { limits: { cpu: '1000m', memory: '1Gi' } } }] } },
        },
      }),
    ),
  ],
};
