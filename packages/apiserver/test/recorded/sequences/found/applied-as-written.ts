import type { RequestStep, Sequence } from '../../sequence.ts';
import { apply, del, get, mergePatch, post, put, sequence, settle } from '../../steps.ts';
import { collection, group, install } from './definition.ts';

const objectOf =
  (kind: string) =>
  (name: string, metadata: object, rest: object = {}): object => ({
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name, ...metadata },
    ...rest,
  });
const shelves = collection('shelfs');
const shelf = objectOf('Shelf');
const racks = collection('racks');
const rack = objectOf('Rack');
const trays = collection('trays');
const tray = (metadata: object): object => objectOf('Tray')('a', metadata);

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        template: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
        any: { 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
};

/** The same patch twice: the first response shows whether the object was stored as it is read. */
const unchanged = (path: string): RequestStep[] => [mergePatch(path, {}), mergePatch(path, {})];

/** Custom objects are stored as they are applied; reads leave out empty parts of their metadata. */
export const appliedAsWritten: readonly Sequence[] = [
  sequence(
    'applies with empty metadata',
    ...install('Shelf', schema),
    apply(`${shelves}/a`, 'm1', shelf('a', { labels: {}, annotations: null, finalizers: [] })),
    settle(shelves),
    ...unchanged(`${shelves}/a`),
    apply(`${shelves}/a`, 'm1', shelf('a', { finalizers: [] })),
    settle(shelves),
    apply(`${shelves}/a`, 'm1', shelf('a', { finalizers: [] })),
    ...unchanged(`${shelves}/a`),
    apply(`${shelves}/a`, 'm1', shelf('a', { ownerReferences: [], finalizers: null, labels: { l: null } })),
    ...unchanged(`${shelves}/a`),
    apply(`${shelves}/a?dryRun=All`, 'm1', shelf('a', { finalizers: [] })),
    ...unchanged(`${shelves}/a`),
    apply(`${shelves}/a/status`, 'm1', shelf('a', { labels: {} }, { status: { x: null } })),
    ...unchanged(`${shelves}/a`),
    get(shelves),
  ),
  sequence(
    'applies with empty metadata that end a deletion',
    ...install('Tray', schema),
    apply(`${trays}/a`, 'm1', tray({ finalizers: ['example.com/f'] })),
    del(`${trays}/a`),
    apply(`${trays}/a?dryRun=All`, 'm1', tray({ labels: {}, ownerReferences: [] })),
    apply(`${trays}/a?dryRun=All`, 'm1', tray({ finalizers: null, annotations: null })),
    mergePatch(`${trays}/a?dryRun=All`, { metadata: { labels: {}, finalizers: [] } }),
    apply(`${trays}/a`, 'm1', tray({ labels: {}, annotations: {}, ownerReferences: [] })),
    get(`${trays}/a`),
  ),
  sequence(
    'applies of what is read otherwise',
    ...install('Rack', schema),
    post(racks, rack('a', {})),
    apply(
      `${racks}/a`,
      'm1',
      rack('a', {}, { spec: { template: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: {} } } } }),
    ),
    ...unchanged(`${racks}/a`),
    apply(`${racks}/a`, 'm1', rack('a', {}, { spec: { any: null }, status: { x: null } })),
    ...unchanged(`${racks}/a`),
    apply(`${racks}/a`, 'm1', rack('a', { creationTimestamp: null, generateName: '', selfLink: '' })),
    ...unchanged(`${racks}/a`),
    apply(`${racks}/b`, 'm1', rack('b', { finalizers: null })),
    put(`${racks}/b?fieldManager=m2`, rack('b', { labels: { l: '1' }, finalizers: [] })),
    get(racks),
  ),
];
