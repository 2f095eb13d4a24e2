import type { Area, RequestStep } from '../../sequence.ts';
import { get, mergePatch, post, put, sequence } from '../../steps.ts';

const ranges = '/api/v1/namespaces/${NS}/limitranges';
const dry = `${ranges}?dryRun=All`;

const range = (...limits: readonly object[]): object => ({ metadata: { name: 'r' }, spec: { limits } });
const judged = (...limits: readonly object[]): RequestStep => post(dry, range(...limits));
const container = (limit: object): RequestStep => judged({ type: 'Container', ...limit });

/** What the objects must say that limit a namespace's resources. */
export const limitRanges: Area = {
  name: 'limit ranges',
  sequences: [
    sequence(
      'types of limits',
      ...['Container', 'Pod', 'Other', 'a b', '', 'example.com/mine'].map((type) => judged({ type })),
      judged({}),
      judged({ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } }),
      judged({ type: 'PersistentVolumeClaim' }),
      judged({ type: 'PersistentVolumeClaim', max: { cpu: '1' } }),
      judged({ type: 'Pod' }, { type: 'Pod' }),
      judged({ type: 'Container' }, { type: 'Pod' }, { type: 'Container' }),
      post(dry, { metadata: { name: 'r' } }),
      post(dry, { metadata: { name: 'r' }, spec: { limits: [] } }),
      post(dry, { metadata: { name: 'R' }, spec: { limits: [{ type: 'a b' }] } }),
    ),
    sequence(
      'names of resources in limits',
      ...[
        'cpu',
        'memory',
        'ephemeral-storage',
        'hugepages-2Mi',
        'storage',
        'pods',
        'other',
        'a b',
        '',
        'example.com/gpu',
        'requests.example.com/gpu',
        'kubernetes.io/other',
        `example.com/${'a'.repeat(60)}`,
      ].map((name) => container({ max: { [name]: '1' } })),
      judged({ type: 'Pod', max: { storage: '1' } }),
      judged({ type: 'PersistentVolumeClaim', min: { storage: '1', cpu: '1' } }),
      judged({ type: 'PersistentVolumeClaim', min: { storage: '1' }, max: { pods: '1' } }),
      judged({ type: 'Pod', min: { other: '1' } }),
      container({ maxLimitRequestRatio: { other: '2' } }),
      container({ default: { other: '2' } }),
      container({ defaultRequest: { other: '2' } }),
    ),
    sequence(
      'defaults in limits',
      judged({ type: 'Pod', default: { cpu: '1' } }),
      judged({ type: 'Pod', defaultRequest: { cpu: '1' } }),
      judged({ type: 'PersistentVolumeClaim', max: { storage: '2' }, default: { storage: '1' } }),
      container({ default: { cpu: '1' } }),
      container({ default: { cpu: '1' }, defaultRequest: { cpu: '2' } }),
      container({ max: { cpu: '1' }, defaultRequest: { cpu: '2' }, default: { cpu: '2' } }),
      container({ max: { cpu: '1' }, default: { cpu: '2' }, defaultRequest: { cpu: '1' } }),
      container({ min: { cpu: '2' }, default: { cpu: '1' }, defaultRequest: { cpu: '1' } }),
      container({ min: { cpu: '2' }, defaultRequest: { cpu: '1' } }),
      container({ default: { 'example.com/gpu': '2' }, defaultRequest: { 'example.com/gpu': '1' } }),
      container({ default: { 'hugepages-2Mi': '4Mi' }, defaultRequest: { 'hugepages-2Mi': '2Mi' } }),
      container({ default: { 'hugepages-2Mi': '4Mi' }, defaultRequest: { 'hugepages-2Mi': '4Mi' } }),
    ),
    sequence(
      'ranges and ratios in limits',
      container({ min: { cpu: '2' }, max: { cpu: '1' } }),
      container({ min: { cpu: '1' }, max: { cpu: '1000m' } }),
      container({ min: { cpu: '1.0001' }, max: { cpu: '1' } }),
      container({ maxLimitRequestRatio: { cpu: '1' } }),
      container({ maxLimitRequestRatio: { cpu: '0.9' } }),
      container({ maxLimitRequestRatio: { cpu: '-1' } }),
      container({ min: { cpu: '100m' }, max: { cpu: '1' }, maxLimitRequestRatio: { cpu: '10' } }),
      container({ min: { cpu: '100m' }, max: { cpu: '1' }, maxLimitRequestRatio: { cpu: '11' } }),
      container({ min: { cpu: '3' }, max: { cpu: '10' }, maxLimitRequestRatio: { cpu: '4' } }),
      container({ min: { cpu: '0' }, max: { cpu: '1' }, maxLimitRequestRatio: { cpu: '4' } }),
      container({ min: { memory: '1Gi' }, max: { memory: '3Gi' }, maxLimitRequestRatio: { memory: '3.5' } }),
      judged({ type: 'Pod', min: { memory: '2Gi' }, max: { memory: '1Gi' } }),
      judged({ type: 'PersistentVolumeClaim', min: { storage: '2Gi' }, max: { storage: '1Gi' } }),
      container({ min: { cpu: '-1' } }),
      container({ max: { cpu: 'x' } }),
      container({ max: { cpu: 1.5 } }),
    ),
    sequence(
      'updates of limit ranges',
      post(ranges, range({ type: 'Container', max: { cpu: '1' } })),
      put(`${ranges}/r`, range({ type: 'Container', max: { cpu: '1' }, min: { cpu: '2' } })),
      put(`${ranges}/r`, range({ type: 'Pod', max: { cpu: '1' } })),
      mergePatch(`${ranges}/r`, { spec: { limits: [{ type: 'bogus' }] } }),
      put(`${ranges}/other`, { metadata: { name: 'other' }, spec: { limits: [{ type: 'bogus' }] } }),
      put(`${ranges}/other`, { metadata: { name: 'other' }, spec: { limits: [{ type: 'Pod', min: { cpu: '1' } }] } }),
      post(ranges, { spec: { limits: [{ type: 'bogus' }] } }),
      get(`${ranges}/r`),
    ),
  ],
};
