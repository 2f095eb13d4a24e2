import type { Area, RequestStep } from '../../sequence.ts';
import { del, get, mergePatch, pod, pods, post, put, sequence, sequenceAlone } from '../../steps.ts';

const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';

const priorityClass = (name: string, value: number, rest: object = {}, options: object = {}): RequestStep =>
  post(classes, { metadata: { name: `\${NS}-${name}` }, value, ...rest }, { quiet: true, ...options });

/** Waits until the real server's cache has a class. */
const seen = (name: string): RequestStep =>
  post(`${pods}?dryRun=All`, pod('seen', { priorityClassName: `\${NS}-${name}` }), { until: 201, quiet: true });

const PODS_DRY = `${pods}?dryRun=All`;

/** The priority of Pods, and the one default class. */
export const priorities: Area = {
  name: 'priorities of pods',
  sequences: [
    sequence(
      'pods with a priority class',
      priorityClass('high', 1000),
      priorityClass('never', -5, { preemptionPolicy: 'Never' }),
      priorityClass('zero', 0),
      seen('zero'),
      post(pods, pod('a', { priorityClassName: '${NS}-high' })),
      post(pods, pod('b', { priorityClassName: '${NS}-never' })),
      post(pods, pod('c', { priorityClassName: '${NS}-zero' })),
      post(pods, pod('d', { priorityClassName: 'system-node-critical' })),
      post(pods, pod('e', { priorityClassName: 'system-cluster-critical' })),
      post(pods, pod('f', { priorityClassName: 'none' })),
      post(pods, {
        metadata: { generateName: 'gen-' },
        spec: { containers: [{ name: 'c', image: 'i' }], priorityClassName: 'none' },
      }),
      post(pods, { spec: { containers: [{ name: 'c', image: 'i' }], priorityClassName: 'none' } }),
      post(pods, pod('g', { priorityClassName: '' })),
      post(pods, pod('h')),
    ),
    sequence(
      'priorities and preemption policies that pods bring along',
      priorityClass('high', 1000),
      priorityClass('never', 7, { preemptionPolicy: 'Never' }),
      seen('never'),
      post(pods, pod('a', { priorityClassName: '${NS}-high', priority: 1000 })),
      post(pods, pod('b', { priorityClassName: '${NS}-high', priority: 999 })),
      post(pods, pod('c', { priority: 0 })),
      post(pods, pod('d', { priority: 5 })),
      post(pods, pod('e', { priorityClassName: '${NS}-high', preemptionPolicy: 'Never' })),
      post(pods, pod('f', { priorityClassName: '${NS}-never', preemptionPolicy: 'Never' })),
      post(pods, pod('g', { priorityClassName: '${NS}-never', preemptionPolicy: 'PreemptLowerPriority' })),
      post(pods, pod('h', { preemptionPolicy: 'Never' })),
      post(pods, pod('i', { preemptionPolicy: 'PreemptLowerPriority' })),
      post(pods, pod('j', { preemptionPolicy: 'Bogus' })),
    ),
    sequence(
      'priorities of pods that are updated',
      priorityClass('high', 1000),
      seen('high'),
      post(pods, pod('a', { priorityClassName: '${NS}-high' }), { quiet: true }),
      put(`${pods}/a`, pod('a', { priorityClassName: '${NS}-high' })),
      mergePatch(`${pods}/a`, { spec: { priority: null, preemptionPolicy: null } }),
      mergePatch(`${pods}/a`, { spec: { priority: 1 } }, { withoutBody: true }),
      mergePatch(`${pods}/a`, { spec: { priorityClassName: 'none' } }, { withoutBody: true }),
      del(`${classes}/\${NS}-high`),
      mergePatch(`${pods}/a`, { metadata: { labels: { a: 'b' } } }),
    ),
    sequence(
      'pods of workloads are judged when they are created',
      post('/apis/apps/v1/namespaces/${NS}/deployments', {
        metadata: { name: 'd' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: {
            metadata: { labels: { a: 'b' } },
            spec: { containers: [{ name: 'c', image: 'i' }], priorityClassName: 'none' },
          },
        },
      }),
    ),
    sequence(
      'classes of the system',
      get(`${classes}/system-node-critical`),
      get(`${classes}/system-cluster-critical`),
      del(`${classes}/system-node-critical`),
      del(`${classes}/system-cluster-critical?dryRun=All`),
      mergePatch(`${classes}/system-node-critical?dryRun=All`, { value: 1 }),
      mergePatch(`${classes}/system-node-critical?dryRun=All`, { globalDefault: true }),
      mergePatch(`${classes}/system-node-critical?dryRun=All`, { description: 'mine' }),
      post(classes, { metadata: { name: 'system-mine' }, value: 1 }),
    ),
    sequenceAlone(
      'the default class',
      priorityClass('default', 50, { globalDefault: true }, { quiet: false }),
      post(PODS_DRY, pod('a'), { shows: '-default', quiet: true }),
      post(pods, pod('a')),
      post(pods, pod('b', { priority: 50 })),
      post(pods, pod('c', { priority: 0 })),
      post(pods, pod('d', { priorityClassName: 'system-node-critical' })),
      priorityClass('second', 10, { globalDefault: true }, { quiet: false }),
      priorityClass('third', 20),
      mergePatch(`${classes}/\${NS}-third`, { globalDefault: true }),
      mergePatch(`${classes}/\${NS}-default`, { description: 'still' }),
      post(`${classes}?dryRun=All`, { metadata: { generateName: 'gen-' }, value: 1, globalDefault: true }),
      mergePatch(`${classes}/\${NS}-default`, { globalDefault: false }),
      post(PODS_DRY, pod('e'), { shows: '"priority":0', quiet: true }),
      post(pods, pod('e')),
      mergePatch(`${classes}/\${NS}-third`, { globalDefault: true, preemptionPolicy: 'PreemptLowerPriority' }),
      post(PODS_DRY, pod('f'), { shows: '-third', quiet: true }),
      post(pods, pod('f')),
      del(`${classes}/\${NS}-third`),
      post(PODS_DRY, pod('g'), { shows: '"priority":0', quiet: true }),
      post(pods, pod('g')),
    ),
    sequenceAlone(
      'a default class that never preempts',
      priorityClass('default', 5, { globalDefault: true, preemptionPolicy: 'Never' }),
      post(PODS_DRY, pod('a'), { shows: '-default', quiet: true }),
      post(pods, pod('a')),
      post(pods, pod('b', { preemptionPolicy: 'PreemptLowerPriority' })),
      del(`${classes}/\${NS}-default`),
      post(PODS_DRY, pod('c'), { shows: '"priority":0', quiet: true }),
    ),
  ],
};
