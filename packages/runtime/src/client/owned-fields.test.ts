import type { FieldsV1, KubernetesObject } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { thing } from '../test-support/scripted-source.ts';
import { appliedFieldsOf, equalOwnedFields, hasApplied, isAppliedAlready } from './owned-fields.ts';

/** The managed fields of the applied Deployment below. */
const fields: FieldsV1 = {
  'f:spec': {
    'f:replicas': {},
    'f:template': {
      'f:spec': {
        'f:containers': {
          'k:{"name":"web"}': {
            '.': {},
            'f:name': {},
            'f:image': {},
            'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
          },
        },
      },
    },
  },
};

const desired = {
  spec: {
    replicas: 2,
    template: { spec: { containers: [{ name: 'web', image: 'nginx', ports: [{ containerPort: 80 }] }] } },
  },
};

const live = (change: { replicas?: number; image?: string; more?: object[] } = {}): object => ({
  spec: {
    replicas: change.replicas ?? 2,
    paused: true,
    template: {
      spec: {
        containers: [
          { name: 'sidecar', image: 'proxy' },
          {
            name: 'web',
            image: change.image ?? 'nginx',
            imagePullPolicy: 'Always',
            ports: [{ containerPort: 80, protocol: 'TCP' }],
          },
          ...(change.more ?? []),
        ],
      },
    },
  },
});

describe('the values of owned fields', () => {
  test.each([
    { what: 'the same', change: {}, want: true },
    { what: 'an owned scalar', change: { replicas: 3 }, want: false },
    { what: 'an owned field of a list element', change: { image: 'other' }, want: false },
    { what: 'an element that is not ours', change: { more: [{ name: 'other' }] }, want: true },
  ])('$what: $want', ({ change, want }) => {
    expect(equalOwnedFields(fields, live(), live(change))).toBe(want);
  });

  test('elements of sets and of positions are compared, and a field that is gone is a change', () => {
    expect(equalOwnedFields({ 'f:tags': { 'v:"a"': {} } }, { tags: ['a', 'b'] }, { tags: ['c', 'a'] })).toBe(true);
    expect(equalOwnedFields({ 'f:tags': { 'v:"a"': {} } }, { tags: ['a'] }, { tags: ['b'] })).toBe(false);
    expect(equalOwnedFields({ 'f:list': { 'i:1': {} } }, { list: [1, 2] }, { list: [3, 2] })).toBe(true);
    expect(equalOwnedFields({ 'f:a': {} }, { a: 1 }, {})).toBe(false);
    expect(equalOwnedFields({ 'f:a': { 'f:b': {} } }, { a: { b: 1 } }, { a: 5 })).toBe(false);
  });

  test('hostile names reach no prototype', () => {
    expect(equalOwnedFields({ 'f:__proto__': { 'f:toString': {} } }, {}, { ['__proto__']: 1 })).toBe(true);
    expect(isAppliedAlready({ 'f:constructor': {} }, {}, { constructor: 1 })).toBe(false);
  });
});

describe('whether an object is applied already', () => {
  test.each([
    { what: 'the same', object: desired, with: live(), want: true },
    { what: 'another value on the server', object: desired, with: live({ replicas: 5 }), want: false },
    {
      what: 'one field more',
      object: { ...desired, spec: { ...desired.spec, paused: true } },
      with: live(),
      want: false,
    },
    { what: 'one field less', object: { spec: { template: desired.spec.template } }, with: live(), want: false },
    {
      what: 'an absent value does not count',
      object: { ...desired, spec: { ...desired.spec, paused: undefined } },
      with: live(),
      want: true,
    },
    { what: 'nothing on the server', object: desired, with: {}, want: false },
  ])('$what: $want', ({ object, with: on, want }) => {
    expect(isAppliedAlready(fields, on, object)).toBe(want);
  });

  test('a quantity in another form counts as not applied', () => {
    expect(isAppliedAlready({ 'f:cpu': {} }, { cpu: '1' }, { cpu: '1000m' })).toBe(false);
  });

  test('recognizes an applied empty object', () => {
    expect(isAppliedAlready({ 'f:emptyDir': {} }, { emptyDir: {} }, { emptyDir: {} })).toBe(true);
  });
});

describe('the entry of an owner in managed fields', () => {
  const entry = {
    manager: 'ours',
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:spec': {} },
  } as const;
  const object = (...managedFields: KubernetesObject['metadata']['managedFields'] & object): KubernetesObject =>
    thing('a', '1', { managedFields });

  test.each([
    { what: 'ours', entries: [entry], owned: true, applied: true },
    { what: 'an update of ours', entries: [{ ...entry, operation: 'Update' as const }], owned: false, applied: false },
    { what: 'of a subresource', entries: [{ ...entry, subresource: 'status' }], owned: false, applied: false },
    { what: 'in another version', entries: [{ ...entry, apiVersion: 'v2' }], owned: false, applied: true },
    { what: 'another manager', entries: [{ ...entry, manager: 'kubectl' }], owned: false, applied: false },
  ])('$what', ({ entries, owned, applied }) => {
    const owner = { manager: 'ours', apiVersion: 'v1', subresource: undefined };
    expect(appliedFieldsOf(object(...entries), owner)).toEqual(owned ? { 'f:spec': {} } : undefined);
    expect(hasApplied(object(...entries), owner)).toBe(applied);
  });
});
