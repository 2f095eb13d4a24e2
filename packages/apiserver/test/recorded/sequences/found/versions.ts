import type { Sequence } from '../../sequence.ts';
import { apply, del, get, jsonPatch, post, put, sequence } from '../../steps.ts';
import { collection, group, install, installTwo } from './definition.ts';

const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const scaled = {
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { replicas: { type: 'integer' }, beta: { type: 'string' } } },
    status: { type: 'object', properties: { replicas: { type: 'integer' } } },
  },
};
const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };

const masts = collection('masts', 'v1beta1');
const mast = (rest: object = {}): object => ({ apiVersion: `${group}/v1beta1`, kind: 'Mast', spec: {}, ...rest });

/** Bugs found in kinds with two versions, and in nulls in patches. */
export const foundVersions: readonly Sequence[] = [
  sequence(
    'scales through another version',
    ...installTwo('Rung', scaled, { scale }),
    post(collection('rungs', 'v1beta1'), {
      apiVersion: `${group}/v1beta1`,
      kind: 'Rung',
      metadata: { name: 'a' },
      spec: { beta: 'x' },
    }),
    put(`${collection('rungs')}/a/scale`, { metadata: { name: 'a' } }),
    get(`${collection('rungs')}/a`),
    put(`${collection('rungs')}/a/scale`, { metadata: { name: 'a' }, spec: { replicas: 2 } }),
    get(`${collection('rungs')}/a`),
    del(`${collection('rungs')}/a`, { propagationPolicy: 'Orphan' }),
  ),
  sequence(
    'an applied status through another version',
    ...installTwo('Mast', { type: 'object', properties: { spec: { type: 'object' }, status: open } }, { status: {} }),
    post(masts, mast({ metadata: { name: 'b' } })),
    apply(`${masts}/b`, 'm1', mast()),
    apply(`${masts}/b`, 'm1', mast({ status: {} })),
    apply(`${masts}/b`, 'm1', mast()),
    get(`${masts}/b`),
  ),
  sequence(
    'nulls that a patch added',
    ...install('Null', { type: 'object', properties: { spec: open } }),
    post(collection('nulls'), { apiVersion: `${group}/v1`, kind: 'Null', metadata: { name: 'a' }, spec: { c: null } }),
    jsonPatch(`${collection('nulls')}/a`, [{ op: 'test', path: '/spec', value: { c: null } }]),
    jsonPatch(`${collection('nulls')}/a`, [
      { op: 'add', path: '/spec/d', value: null },
      { op: 'test', path: '/spec', value: { c: null, d: null } },
    ]),
    jsonPatch(`${collection('nulls')}/a`, [
      { op: 'replace', path: '/spec/c', value: null },
      { op: 'test', path: '/spec/c', value: null },
    ]),
    jsonPatch(`${collection('nulls')}/a`, [
      { op: 'add', path: '/spec/d', value: null },
      { op: 'copy', from: '/spec/d', path: '/spec/e' },
      { op: 'remove', path: '/spec/d' },
      { op: 'test', path: '/spec', value: { c: null, e: null } },
    ]),
    jsonPatch(`${collection('nulls')}/a`, [
      { op: 'add', path: '/spec/d', value: { f: null } },
      { op: 'test', path: '/spec', value: { c: null, d: { f: null } } },
    ]),
    jsonPatch(`${collection('nulls')}/a`, [
      { op: 'move', from: '/spec/c', path: '/spec/g' },
      { op: 'test', path: '/spec/g', value: null },
    ]),
  ),
];
