import type { JsonObject } from '../../../json.ts';
import { LAST_APPLIED_ANNOTATION } from '../../last-applied.ts';
import type { Scenario, Step } from '../scenario.ts';
import { apply, create, force, json, merge, strategic, update } from './steps.ts';

const configMap = (name: string, ...steps: Step[]): Scenario => ({ name, kind: 'ConfigMap', steps });

const lastApplied = (content: JsonObject): JsonObject => ({
  metadata: { annotations: { [LAST_APPLIED_ANNOTATION]: `${JSON.stringify(content)}\n` } },
});

/** Scenarios with a ConfigMap: a simple built-in kind with a map. */
export const configMaps: Scenario[] = [
  configMap(
    'create and apply',
    create('poster', { data: { x: '1', y: '2' } }),
    apply('m1', { data: { x: '1' } }),
    apply('m1', { data: { x: '2' } }),
  ),
  configMap(
    'apply creates',
    apply('m1', { data: { x: '1' } }),
    apply('m1', { data: { x: '1' } }),
    apply('m1', { data: { x: '1', y: '2' } }),
  ),
  configMap(
    'shared fields stay until the last owner drops them',
    apply('m1', { data: { a: '1', b: '1' } }),
    apply('m2', { data: { a: '1', c: '1' } }),
    apply('m1', { data: { b: '1' } }),
    apply('m2', { data: { c: '1' } }),
  ),
  configMap(
    'empty apply drops the entry',
    apply('m1', { data: { a: '1' } }),
    apply('m2', { data: { b: '1' } }),
    apply('m1', {}),
    apply('m2', {}),
  ),
  configMap('empty first apply', apply('m1', {}), apply('m1', { data: {} }), apply('m1', { data: { a: '1' } })),
  configMap(
    'conflicts and force',
    apply('m1', { data: { a: '1', b: '1' } }),
    apply('m2', { data: { b: '2' } }),
    merge('upd', { data: { a: '2' } }),
    apply('m1', { data: { a: '1', b: '1' } }),
    apply('m3', { data: { a: '3', b: '3' } }),
    apply('m3', { data: { a: '3', b: '3' } }, force),
    apply('m3', { data: { a: '3', b: '3' } }, force),
  ),
  configMap(
    'labels and annotations',
    apply('m1', { metadata: { labels: { l: '1' }, annotations: { a: '1' } } }),
    merge('upd', { metadata: { labels: { k: '2' } } }),
    apply('m1', { metadata: { labels: { l: '2' } } }),
  ),
  configMap(
    'owner references and finalizers',
    apply('m1', {
      metadata: {
        finalizers: ['kb.example.com/a'],
        ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u1' }],
      },
    }),
    apply('m2', {
      metadata: {
        finalizers: ['kb.example.com/b'],
        ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'o', uid: 'u2' }],
      },
    }),
    apply('m1', {
      metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u1', controller: true }] },
    }),
    merge('upd', { metadata: { finalizers: null } }),
  ),
  configMap(
    'nulls of a built-in',
    apply('m1', { data: null }),
    apply('m1', { data: { a: null } }),
    apply('m1', { data: { a: '1' } }),
    apply('m1', { data: { a: null } }),
  ),
  configMap(
    'update by put',
    create('poster', { data: { a: '1', b: '1' } }),
    update('putter', { data: { a: '2', b: null, c: '1' } }),
    update('putter', { data: { c: '1' } }),
    update('poster', { data: { a: '3' } }),
  ),
  configMap(
    'json patch',
    create('poster', { data: { a: '1' } }),
    json('patcher', [
      { op: 'replace', path: '/data/a', value: '2' },
      { op: 'add', path: '/data/b', value: '1' },
    ]),
    json('patcher', [
      { op: 'test', path: '/data/c', value: null },
      { op: 'remove', path: '/data/b' },
    ]),
    json('patcher', []),
  ),
  configMap(
    'json patch oddities',
    create('poster', { data: { a: '1' }, metadata: { annotations: { 'a/b': '1', c: '3' } } }),
    json('patcher', [{ op: 'replace', path: '/data/missing', value: 'x' }]),
    json('patcher', [{ op: 'add', path: '/nope/missing', value: 'x' }]),
    json('patcher', [
      { op: 'replace', path: '/metadata/annotations/a~1b', value: 'z' },
      { op: 'copy', from: '/data/a', path: '/data/copied' },
    ]),
    json('patcher', [
      { op: 'move', from: '/metadata/annotations/c', path: '/metadata/annotations/moved' },
      { op: 'remove', path: '/metadata/annotations/a~1b' },
    ]),
    json('patcher', [{ op: 'remove', path: '/data/nothing' }]),
    json('patcher', [{ op: 'test', path: '/data/a', value: 'wrong' }]),
    json('patcher', [{ op: 'test', path: '/data/nothing', value: 'x' }]),
    json('patcher', [{ op: 'test', path: '/data/nothing' }]),
    json('patcher', [{ op: 'copy', from: '/data/none', path: '/data/fromNone' }]),
    json('patcher', [{ op: 'move', from: '/data/none', path: '/data/fromNone' }]),
    json('patcher', [{ op: 'frob', path: '/data/a' }]),
    json('patcher', [{ path: '/data/a' }]),
    json('patcher', [{ op: 'add', value: 'x' }]),
    json('patcher', [{ op: 'add', path: '/data/noValue' }]),
    json('patcher', [{ op: 'add', path: '', value: {} }]),
    json('patcher', [{ op: 'remove', path: '' }]),
    json('patcher', [{ op: 'replace', path: '', value: 5 }]),
    json('patcher', [{ op: 'test', path: '', value: {} }]),
    json('patcher', [
      { op: 'add', path: '/metadata/labels', value: { l: '1' } },
      { op: 'test', path: '/metadata/labels/l', value: '1' },
    ]),
    json('patcher', [{ op: 'add', path: 'data/dropped', value: 'x' }]),
    json('patcher', [{ op: 'add', path: 'data', value: 'x' }]),
  ),
  configMap(
    'json patch replaces the root',
    create('poster', { data: { a: '1' } }),
    json('patcher', [
      {
        op: 'replace',
        path: '',
        value: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { root: '1' } },
      },
    ]),
  ),
  configMap(
    'strategic merge of maps',
    create('poster', { data: { a: '1', b: '1' } }),
    strategic('p', { data: { a: null, c: '1', d: null } }),
    strategic('p', { data: { $patch: 'replace', z: '1' } }),
    strategic('p', { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u1' }] } }),
    strategic('p', {
      metadata: {
        ownerReferences: [
          { apiVersion: 'v1', kind: 'Node', name: 'm', uid: 'u2' },
          { uid: 'u1', $patch: 'delete' },
        ],
      },
    }),
    strategic('p', { metadata: { ownerReferences: [{ uid: 'u2', controller: true }] } }),
    strategic('p', { data: { $patch: 'delete' } }),
    strategic('p', { metadata: { ownerReferences: [{ $patch: 'delete' }] } }),
    strategic('p', { metadata: { '$deleteFromPrimitiveList/nope': ['x'] } }),
    strategic('p', { metadata: { $deleteFromPrimitiveList: ['x'] } }),
    strategic('p', { metadata: { finalizers: ['a.b/c', 'a.b/d', 'a.b/e'] } }),
    strategic('p', { metadata: { '$setElementOrder/finalizers': ['a.b/e', 'a.b/f', 'a.b/c'], finalizers: ['a.b/f'] } }),
    strategic('p', { metadata: { '$deleteFromPrimitiveList/finalizers': 'a.b/c' } }),
    strategic('p', { metadata: { '$setElementOrder/labels': ['a'] } }),
    strategic('p', { metadata: { finalizers: { a: 1 } } }),
  ),
  configMap(
    'merge patch',
    create('poster', { data: { a: '1', b: '1' } }),
    merge('patcher', { data: { a: null, c: '1' } }),
    merge('patcher', { data: null }),
    merge('patcher', { data: { a: '1' } }),
    merge('patcher', { data: { a: '1' } }),
  ),
  configMap(
    'resetting managed fields',
    create('poster', { data: { a: '1', b: '1' } }),
    merge('upd', { metadata: { managedFields: [{}] } }),
    merge('upd', { data: { a: '2' } }),
    apply('m1', { data: { a: '3' } }),
    apply('m1', { data: { a: '2' } }),
    apply('m1', { data: { a: '3' } }, force),
  ),
  configMap(
    'resetting with an empty list',
    apply('m1', { data: { a: '1' } }),
    merge('upd', { data: { b: '1' }, metadata: { managedFields: [] } }),
    apply('m1', { data: {} }),
    apply('m1', { data: {} }),
  ),
  configMap(
    'sent managed fields',
    create('poster', {
      data: { a: '1' },
      metadata: {
        managedFields: [
          {
            manager: 'x',
            operation: 'Apply',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            time: '2020-01-01T00:00:00Z',
            fieldsV1: { 'f:data': { 'f:a': {} } },
          },
        ],
      },
    }),
    merge('upd', {
      data: { b: '1' },
      metadata: {
        managedFields: [
          {
            manager: 'y',
            operation: 'Update',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            time: '2020-01-01T00:00:00+02:00',
            fieldsV1: { 'f:data': { 'f:z': {}, 'f:a': {}, '.': {} } },
          },
        ],
      },
    }),
    merge('upd', { data: { c: '1' }, metadata: { managedFields: [{ manager: 'z', operation: 'Steal' }] } }),
    create('poster', { data: { a: '1' } }),
  ),
  configMap(
    'malformed managed fields on create',
    create('poster', { data: { a: '1' }, metadata: { managedFields: [{ manager: 'x', operation: 'Bogus' }] } }),
  ),
  configMap(
    'more than ten updates',
    create('u00', { data: { k0: '1' } }),
    ...Array.from({ length: 12 }, (_, index) =>
      merge(`u${String(index + 1).padStart(2, '0')}`, { data: { [`k${index + 1}`]: '1' } }),
    ),
    apply('m1', { data: { m: '1' } }),
  ),
  configMap(
    'managers of one name',
    create('same', { data: { a: '1' } }),
    apply('same', { data: { a: '2' } }),
    apply('same', { data: { a: '2' } }, force),
    merge('same', { data: { a: '3', b: '1' } }),
    apply('same', { data: { b: '1' } }),
  ),
  configMap(
    'client-side apply is taken over by kubectl',
    create('kubectl-client-side-apply', {
      data: { a: '1', b: '1' },
      ...lastApplied({ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1', b: '1' } }),
    }),
    apply('other', { data: { a: '2' } }),
    apply('kubectl', { data: { a: '2' } }),
    merge('upd', { data: { a: '9' } }),
    apply('kubectl', { data: { a: '3' } }),
    apply('kubectl', { data: { a: '3', html: '<&>' } }, force),
    apply('kubectl', { data: { a: '3', html: '<&>' } }),
  ),
  configMap(
    'client-side apply with a changed field',
    create('csa', {
      data: { a: '5', b: '1' },
      ...lastApplied({ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1', b: '1' } }),
    }),
    apply('kubectl', { data: { a: '2', b: '2' } }),
  ),
  configMap(
    'refused applies',
    apply('m1', { data: { a: '1' } }),
    apply('m1', { data: { a: 1 } }),
    apply('m1', { data: ['a'] }),
    apply('m1', { nope: 1 }),
    apply('m1', { kind: 'Secret' }),
    apply('m1', { apiVersion: 'v9' }),
    apply('m1', { apiVersion: '', kind: '' }),
    apply('m1', { metadata: { managedFields: [] } }),
    apply('m1', { metadata: { labels: { x: true } } }),
    apply('m1', { immutable: 'yes' }),
    apply('m1', { metadata: { finalizers: ['a.b/c', 'a.b/c'] } }),
    apply('m1', { metadata: { finalizers: [null] } }),
    apply('m1', { metadata: { finalizers: 5, ownerReferences: [{ uid: 'x' }, null] } }),
    apply('m1', { data: { a: { nested: [1, 'x', null, 1.5, { b: true }] } } }),
  ),
  configMap(
    'names that need escapes',
    apply('m"1<&>', { metadata: { annotations: { 'kb.example.com/q': '"<&>\u2028é\u0001' } } }),
    apply('m2', { metadata: { annotations: { 'kb.example.com/q': 'x' } } }),
  ),
];
