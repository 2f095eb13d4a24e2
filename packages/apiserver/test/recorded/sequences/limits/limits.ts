import type { Area, RequestStep } from '../../sequence.ts';
import { apply, deployment, get, mergePatch, pod, pods, post, put, sequence } from '../../steps.ts';

const ranges = '/api/v1/namespaces/${NS}/limitranges';
const claims = '/api/v1/namespaces/${NS}/persistentvolumeclaims';

const limits = (...items: readonly object[]): RequestStep =>
  post(ranges, { metadata: { name: 'r' }, spec: { limits: items } }, { quiet: true });

const container = (resources: object, name = 'c', rest: object = {}): object => ({
  name,
  image: 'i',
  resources,
  ...rest,
});
const podWith = (name: string, ...containers: readonly object[]): object => pod(name, { containers });
/** A Pod with one container; it is not stored. */
const judged = (requests: object | undefined, limited?: object): RequestStep =>
  post(
    `${pods}?dryRun=All`,
    podWith('p', container({ ...(requests && { requests }), ...(limited && { limits: limited }) })),
  );

const claim = (name: string, storage: string, rest: object = {}): object => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, ...rest },
});

/** Waits until the real server's cache has a change that lets it refuse a Pod, or a claim. */
const untilRefused = (path: string, object: object): RequestStep =>
  post(`${path}?dryRun=All`, object, { until: 403, quiet: true });

/** LimitRanger: defaults and limits of containers, Pods and claims. */
export const limitsOfPods: Area = {
  name: 'limits of pods',
  sequences: [
    sequence(
      'defaults of containers',
      limits({
        type: 'Container',
        default: { cpu: '500m', memory: '1Gi', 'example.com/gpu': '1' },
        defaultRequest: { cpu: '100m', memory: '512Mi', 'ephemeral-storage': '1Gi' },
      }),
      post(pods, pod('a')),
      post(pods, podWith('b', container({ requests: { cpu: '200m' } }))),
      post(pods, podWith('c', container({ limits: { memory: '2Gi' } }), container({}, 'd'))),
      post(
        pods,
        pod('d', {
          initContainers: [container({}, 'i'), container({ limits: { cpu: '1' } }, 's', { restartPolicy: 'Always' })],
        }),
      ),
      post(
        pods,
        podWith(
          'e',
          container({
            requests: { cpu: '1', memory: '1Gi', 'ephemeral-storage': '1Gi', 'example.com/gpu': '1' },
            limits: { cpu: '1', memory: '1Gi', 'example.com/gpu': '1' },
          }),
        ),
      ),
      post(pods, pod('f', {}, { annotations: { 'kubernetes.io/limit-ranger': 'mine', other: 'kept' } })),
      post(`${pods}?dryRun=All`, pod('g')),
      apply(`${pods}/h`, 'm', { apiVersion: 'v1', kind: 'Pod', ...pod('h') }),
      apply(`${pods}/h`, 'm', { apiVersion: 'v1', kind: 'Pod', ...pod('h') }),
      mergePatch(`${pods}/a`, { metadata: { annotations: { 'kubernetes.io/limit-ranger': null } } }),
      mergePatch(`${pods}/a/ephemeralcontainers`, {
        spec: { ephemeralContainers: [{ name: 'e', image: 'i', terminationMessagePolicy: 'File' }] },
      }),
      post('/apis/apps/v1/namespaces/${NS}/deployments', deployment('d')),
    ),
    sequence(
      'defaults that follow from other limits',
      limits({ type: 'Container', max: { cpu: '2' }, min: { memory: '1Mi' } }),
      post(pods, pod('a')),
      post(pods, podWith('b', container({ limits: { cpu: '1' } }))),
      post(pods, podWith('c', container({ requests: { cpu: '3' } }))),
    ),
    sequence(
      'the smallest request of a container',
      limits({ type: 'Container', min: { cpu: '100m' }, defaultRequest: { cpu: '200m' } }),
      judged({ cpu: '100m' }),
      judged({ cpu: '99m' }),
      judged({ cpu: '0.0999' }),
      judged({ cpu: '50m' }, { cpu: '60m' }),
      judged({ cpu: '100m' }, { cpu: '100m' }),
      judged(undefined, { cpu: '50m' }),
      judged(undefined),
    ),
    sequence(
      'the smallest request of a container that has none',
      limits({ type: 'Pod', min: { memory: '1Gi' } }),
      judged(undefined),
      judged({ memory: '1Gi' }),
      judged({ memory: '1G' }),
      judged({ memory: '2Gi' }, { memory: '1.5Gi' }),
      judged({ memory: '1Gi' }, { memory: '1Gi' }),
    ),
    sequence(
      'the largest limit of a container',
      limits({ type: 'Container', max: { cpu: '1', memory: '1Gi' }, default: { cpu: '1', memory: '1Gi' } }),
      judged({ cpu: '1' }, { cpu: '1' }),
      judged({ cpu: '1' }, { cpu: '1001m' }),
      judged({ cpu: '2' }, { cpu: '3' }),
      judged(undefined, { memory: '2Gi' }),
      judged(undefined, { memory: '1073741825' }),
      judged(undefined, { memory: '1e9' }),
      judged(undefined),
    ),
    sequence(
      'the largest limit of a pod',
      limits({ type: 'Pod', max: { cpu: '2' } }),
      judged(undefined),
      judged({ cpu: '1' }),
      judged({ cpu: '1' }, { cpu: '2' }),
      judged({ cpu: '1' }, { cpu: '3' }),
      post(
        `${pods}?dryRun=All`,
        podWith('p', container({ limits: { cpu: '1' } }), container({ limits: { cpu: '1500m' } }, 'd')),
      ),
      post(
        `${pods}?dryRun=All`,
        pod('p', {
          containers: [container({ limits: { cpu: '1' } })],
          initContainers: [container({ limits: { cpu: '2500m' } }, 'i')],
        }),
      ),
      post(
        `${pods}?dryRun=All`,
        pod('p', {
          containers: [container({ limits: { cpu: '1' } })],
          initContainers: [
            container({ limits: { cpu: '1' } }, 's', { restartPolicy: 'Always' }),
            container({ limits: { cpu: '1' } }, 'i'),
          ],
        }),
      ),
      post(
        `${pods}?dryRun=All`,
        pod('p', {
          containers: [container({ limits: { cpu: '1' } })],
          initContainers: [
            container({ limits: { cpu: '1' } }, 's', { restartPolicy: 'Always' }),
            container({ limits: { cpu: '1.1' } }, 'i'),
          ],
        }),
      ),
      post(
        `${pods}?dryRun=All`,
        pod('p', { containers: [container({ limits: { cpu: '1' } })], resources: { limits: { cpu: '3' } } }),
      ),
      post(
        `${pods}?dryRun=All`,
        pod('p', { containers: [container({ limits: { cpu: '1' } })], resources: { limits: { cpu: '2' } } }),
      ),
    ),
    sequence(
      'ratios of limits to requests',
      limits({ type: 'Container', maxLimitRequestRatio: { cpu: '2' } }),
      judged({ cpu: '1' }, { cpu: '2' }),
      judged({ cpu: '1' }, { cpu: '2001m' }),
      judged({ cpu: '300m' }, { cpu: '1' }),
      judged({ cpu: '1' }),
      judged(undefined),
      judged({ cpu: '0' }, { cpu: '1' }),
      judged({ cpu: '0' }, { cpu: '0' }),
      judged(undefined, { cpu: '1' }),
    ),
    sequence(
      'ratios of pods',
      limits({ type: 'Pod', maxLimitRequestRatio: { memory: '1500m' } }),
      judged({ memory: '2Gi' }, { memory: '3Gi' }),
      judged({ memory: '2Gi' }, { memory: '4Gi' }),
      judged({ memory: '1' }, { memory: '10Ei' }),
      judged({ memory: '8Ei' }, { memory: '8Ei' }),
    ),
    sequence(
      'several things that are wrong at once',
      limits(
        { type: 'Container', max: { cpu: '1' }, default: { cpu: '1' }, defaultRequest: { cpu: '1' } },
        { type: 'Pod', max: { memory: '1Gi' }, maxLimitRequestRatio: { memory: '1' } },
      ),
      post(
        `${pods}?dryRun=All`,
        pod('p', {
          containers: [container({ limits: { cpu: '2' } }), container({ limits: { cpu: '3' } }, 'd')],
          initContainers: [container({ limits: { cpu: '4' } }, 'i')],
        }),
      ),
      post(
        `${pods}?dryRun=All`,
        podWith('p', container({ limits: { cpu: '2' } }), container({ limits: { cpu: '2' } }, 'd')),
      ),
      judged(undefined, { memory: '2Gi' }),
      post(pods, { metadata: { generateName: 'gen-' }, spec: { containers: [container({ limits: { cpu: '2' } })] } }),
      post(pods, { spec: { containers: [container({ limits: { cpu: '2' } })] } }),
      get(pods),
    ),
    sequence(
      'several limit ranges',
      limits({ type: 'Container', default: { cpu: '2' }, defaultRequest: { cpu: '1' } }),
      post(
        ranges,
        { metadata: { name: 's' }, spec: { limits: [{ type: 'Pod', max: { cpu: '3' } }] } },
        { quiet: true },
      ),
      untilRefused(pods, podWith('p', container({ limits: { cpu: '4' } }))),
      post(pods, pod('a')),
      post(pods, podWith('b', container({}), container({}, 'd'))),
    ),
    sequence(
      'limits that change',
      limits({ type: 'Pod', max: { cpu: '1' } }),
      judged(undefined, { cpu: '1' }),
      put(
        `${ranges}/r`,
        { metadata: { name: 'r' }, spec: { limits: [{ type: 'Pod', max: { cpu: '500m' } }] } },
        { quiet: true },
      ),
      untilRefused(pods, podWith('p', container({ limits: { cpu: '1' } }))),
      judged(undefined, { cpu: '1' }),
      judged(undefined, { cpu: '500m' }),
    ),
    sequence(
      'resizes of pods with limits',
      limits({ type: 'Container', max: { cpu: '1' }, min: { cpu: '100m' }, default: { cpu: '1', memory: '1Gi' } }),
      post(pods, podWith('a', container({ requests: { cpu: '500m' }, limits: { cpu: '500m' } }))),
      mergePatch(`${pods}/a/resize`, {
        spec: { containers: [container({ requests: { cpu: '2' }, limits: { cpu: '2' } })] },
      }),
      mergePatch(`${pods}/a/resize`, {
        spec: { containers: [container({ requests: { cpu: '50m' }, limits: { cpu: '500m' } })] },
      }),
    ),
    sequence(
      'limits of claims',
      limits({ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '10Gi' } }),
      post(`${claims}?dryRun=All`, claim('a', '1023Mi')),
      post(`${claims}?dryRun=All`, claim('a', '11Gi')),
      post(claims, claim('a', '1Gi')),
      post(claims, claim('b', '10Gi')),
      post(claims, { metadata: { name: 'c' }, spec: { accessModes: ['ReadWriteOnce'] } }),
      mergePatch(`${claims}/a/status`, { status: { phase: 'Bound' } }),
      mergePatch(`${claims}/a`, { spec: { resources: { requests: { storage: '20Gi' } } } }),
      mergePatch(`${claims}/a`, { metadata: { labels: { a: 'b' } } }),
    ),
    sequence(
      'claims that break limits which came later',
      post(claims, claim('a', '20Gi'), { quiet: true }),
      post(claims, { ...claim('b', '20Gi'), metadata: { name: 'b', finalizers: ['a.b/c'] } }, { quiet: true }),
      limits({ type: 'PersistentVolumeClaim', max: { storage: '10Gi' } }),
      untilRefused(claims, claim('c', '20Gi')),
      mergePatch(`${claims}/a`, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${claims}/a/status`, { status: { phase: 'Bound' } }),
      { method: 'DELETE', path: `${claims}/b`, quiet: true },
      mergePatch(`${claims}/b`, { metadata: { labels: { a: 'b' } } }),
    ),
  ],
};
