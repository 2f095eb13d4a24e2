import type { Sequence } from '../../sequence.ts';
import { configMaps, del, get, jsonPatch, mergePatch, pods, post, sequence, strategicPatch } from '../../steps.ts';

const ingresses = '/apis/networking.k8s.io/v1/namespaces/${NS}/ingresses';

/** Bugs found in patches, and in who owns the fields that they write. */
export const foundPatches: readonly Sequence[] = [
  sequence(
    'orders of lists without keys',
    post(configMaps, { metadata: { name: 'a' } }),
    post(configMaps, { metadata: { name: 'b' }, data: { x: '1' } }),
    strategicPatch(`${configMaps}/a`, {
      metadata: { finalizers: [{ $patch: 'replace' }], '$setElementOrder/finalizers': ['example.com/two'] },
    }),
    strategicPatch(`${configMaps}/b`, { metadata: { managedFields: [], '$setElementOrder/managedFields': [] } }),
    strategicPatch(`${configMaps}/a`, {
      metadata: { finalizers: ['example.com/one'], '$setElementOrder/finalizers': ['example.com/one'] },
    }),
    strategicPatch(`${configMaps}/a`, {
      metadata: { finalizers: [{ $patch: 'replace' }, 'x'], '$setElementOrder/finalizers': ['x'] },
    }),
  ),
  sequence(
    'copies and tests of one place',
    post(configMaps, { metadata: { name: 'a' }, data: { x: '1' } }, { save: { version: 'metadata.resourceVersion' } }),
    jsonPatch(`${configMaps}/a`, [
      { op: 'add', path: '/data', value: { list: [{ type: 'A', status: 'True', reason: 'R' }] } },
      { op: 'copy', from: '/data/list', path: '/metadata/annotations' },
      { op: 'test', path: '/data/list', value: [{ type: 'A', status: 'True', reason: 'R' }] },
    ]),
    jsonPatch(`${configMaps}/a`, [{ op: 'copy', from: '/metadata/resourceVersion', path: '/metadata/annotations' }]),
    strategicPatch(`${configMaps}/a`, {
      metadata: { labels: { $retainKeys: ['l', 'k'] }, resourceVersion: '${version}' },
    }),
  ),
  sequence(
    'versions that are said to be none',
    post(configMaps, { metadata: { name: 'a', finalizers: ['example.com/one'] } }),
    del(`${configMaps}/a`, { preconditions: { resourceVersion: '' } }),
    del(`${configMaps}/a`, { preconditions: { uid: '' } }),
    del(`${configMaps}/a`, { propagationPolicy: 'Foreground' }),
    del(`${configMaps}/a`, { preconditions: { resourceVersion: '' } }),
    del(`${configMaps}/a`, { propagationPolicy: 'Background', preconditions: { resourceVersion: '' } }),
    del(`${configMaps}/a`, { propagationPolicy: 'Background', preconditions: { uid: '' } }),
    del(configMaps, { preconditions: { resourceVersion: '' } }),
    get(`${configMaps}/a`),
    post(configMaps, { metadata: { name: 'b' } }),
    del(`${configMaps}/b`, { propagationPolicy: 'Foreground' }, { save: { version: 'metadata.resourceVersion' } }),
    del(`${configMaps}/b?propagationPolicy=Background`, { preconditions: { resourceVersion: '${version}' } }),
    del(`${configMaps}/b?propagationPolicy=Background&dryRun=All`, {
      preconditions: { resourceVersion: '${version}' },
    }),
    get(`${configMaps}/b`),
    del(`${configMaps}/b?propagationPolicy=Background`),
    get(`${configMaps}/b`),
  ),
  sequence(
    'deletes of what is on its way',
    post(pods, { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } }),
    del(`${pods}/a`, { propagationPolicy: 'Foreground' }),
    del(`${pods}/a?propagationPolicy=Background`),
    del(`${pods}/a?propagationPolicy=Orphan&gracePeriodSeconds=0`),
    del(`${pods}/a?propagationPolicy=Background&dryRun=All`),
    get(`${pods}/a`),
  ),
  sequence(
    'empty lists in lists that are owned as a whole',
    post(`${ingresses}?fieldManager=m0`, {
      metadata: { name: 'a' },
      spec: { ingressClassName: 'a', tls: [{}], defaultBackend: { service: { name: 's', port: { number: 80 } } } },
    }),
    mergePatch(`${ingresses}/a?fieldManager=m1`, { spec: { ingressClassName: null, tls: [{ hosts: [] }] } }),
    mergePatch(`${ingresses}/a?fieldManager=m2`, { spec: { tls: [{ hosts: [] }] } }),
    strategicPatch(`${ingresses}/a?fieldManager=m3`, { spec: { ingressClassName: 'b', tls: [{ hosts: [] }] } }),
    mergePatch(`${ingresses}/a?fieldManager=m4`, { spec: { ingressClassName: 'c', tls: [{}] } }),
    mergePatch(`${ingresses}/a?fieldManager=m5`, {
      spec: { ingressClassName: 'd', tls: [{ hosts: null, secretName: '' }] },
    }),
    get(`${ingresses}/a`),
  ),
];
