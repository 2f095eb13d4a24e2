import type { Area } from '../../sequence.ts';
import { apply, get, mergePatch, post, put, sequence } from '../../steps.ts';
import { defineGadgets, gadget, gadgets, gadgetVersion, redefineGadgets } from './gadgets.ts';

const text = { type: 'string' };
const g = `${gadgets()}/g`;
const g2 = `${gadgets('v2')}/g`;
const items = (extra: object = {}): object => ({
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
  items: {
    type: 'object',
    required: ['name'],
    properties: { name: text, value: { type: 'integer' }, note: { ...text, nullable: true }, ...extra },
  },
});
const map = (type: 'atomic' | 'granular'): object => ({
  type: 'object',
  additionalProperties: text,
  'x-kubernetes-map-type': type,
});
const struct = (type: 'atomic' | 'granular'): object => ({
  type: 'object',
  properties: { x: text, y: text },
  'x-kubernetes-map-type': type,
});
const set = (type: 'atomic' | 'set'): object => ({ type: 'array', items: text, 'x-kubernetes-list-type': type });
/** Keeps what it does not know; what it has below does not. */
const open = {
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
  properties: { items: items(), inner: { type: 'object', maxProperties: 2, properties: { most: text } } },
};
/** Fields of two levels, with the same field `d` in both. */
const defaulted = (d: object = text): object => ({ a: text, d, in: { type: 'object', properties: { a: text, d } } });
const spec = (more: object = {}): object => ({ a: text, b: text, items: items(), ...more });

/** Custom resources with several versions, and with schemas that change, under server-side apply. */
export const applyVersions: Area = {
  name: 'apply versions',
  sequences: [
    sequence(
      'one manager in two versions',
      ...defineGadgets(gadgetVersion('v1', spec()), gadgetVersion('v2', spec({ c: text }))),
      apply(g, 'm1', gadget('g', { a: '1', items: [{ name: 'x', value: 1 }] }), { retry: true }),
      apply(g2, 'm1', gadget('g', { a: '1', c: '3' }, 'v2')),
      apply(g2, 'm2', gadget('g', { a: '2' }, 'v2')),
      apply(g, 'm1', gadget('g', { b: '2' })),
      apply(g2, 'm1', gadget('g', { items: [{ name: 'y' }, { name: 'x' }] }, 'v2')),
      mergePatch(`${g2}?fieldManager=u`, { spec: { a: '5', c: '4' } }),
      mergePatch(`${g}?fieldManager=u`, { spec: { b: '5' } }),
      apply(g, 'm2', gadget('g', { a: '6', b: '6' })),
      put(`${g2}?fieldManager=u`, gadget('g', { a: '7' }, 'v2')),
      get(g),
    ),
    sequence(
      'unknown fields below what keeps unknown fields',
      ...defineGadgets(gadgetVersion('v1', { a: text, open }), gadgetVersion('v2', { a: text, open })),
      apply(g, 'm1', gadget('g', { a: '1', open: { items: [{ name: 'x' }] } }), { retry: true }),
      apply(g, 'm2', gadget('g', { open: { items: [{ name: 'x', bogus: { deep: [1] } }] } })),
      apply(g, 'm2', gadget('g', { open: { items: [{ name: 'x', bogus: { deep: [1] } }] } })),
      apply(g2, 'm2', gadget('g', { open: { items: [{ name: 'x', bogus: 1 }] } }, 'v2')),
      apply(g2, 'm2', gadget('g', { open: { items: [{ name: 'x', bogus: 1 }] } }, 'v2')),
      apply(`${g}?dryRun=All`, 'm3', gadget('g', { open: { kept: 1, inner: { bogus: 1, most: 'x' } } })),
      apply(g, 'm3', gadget('g', { open: { kept: 1, inner: { bogus: 1, most: 'x', more: 1 } } })),
      apply(g, 'm3', gadget('g', { open: { kept: 1, inner: { most: 'x' } } })),
      mergePatch(`${g}?fieldManager=u`, { spec: { open: { inner: { bogus: 2 } } } }),
      mergePatch(`${g}?fieldManager=u`, { metadata: { labels: { a: 'b' } } }),
      apply(`${gadgets()}/h`, 'm1', gadget('h', { open: { inner: { bogus: 1 } } })),
      apply(`${gadgets()}/h`, 'm1', gadget('h', { open: { inner: { bogus: 1 } } })),
      get(`${gadgets()}/h`),
    ),
    sequence(
      'versions that know other fields',
      ...defineGadgets(gadgetVersion('v1', spec({ c: text })), gadgetVersion('v2', { a: text, d: text })),
      apply(g, 'm1', gadget('g', { a: '1', b: '1', c: '1' }), { retry: true }),
      apply(g2, 'm2', gadget('g', { a: '1', d: '2' }, 'v2')),
      apply(g2, 'm1', gadget('g', { a: '1' }, 'v2')),
      apply(g, 'm1', gadget('g', { a: '1' })),
      mergePatch(`${g2}?fieldManager=u`, { spec: { a: '5', d: '5' } }),
      mergePatch(`${g}?fieldManager=u`, { spec: { a: '6' } }),
      apply(g, 'm1', gadget('g', {})),
      get(g2),
    ),
    sequence(
      'entries of a version that is gone',
      ...defineGadgets(gadgetVersion('v1', spec()), gadgetVersion('v2', spec())),
      apply(g, 'm1', gadget('g', { a: '1' }), { retry: true }),
      apply(g2, 'm2', gadget('g', { b: '1' }, 'v2')),
      mergePatch(`${g2}?fieldManager=u`, { metadata: { labels: { x: 'y' } } }),
      ...redefineGadgets('new', gadgetVersion('v1', spec({ new: text }))),
      get(g),
      apply(g, 'm1', gadget('g', { a: '1', b: '2' })),
      mergePatch(`${g}?fieldManager=w`, { spec: { b: '3' } }),
    ),
    sequence(
      'what was granular becomes atomic',
      ...defineGadgets(
        gadgetVersion('v1', spec({ map: map('granular'), struct: struct('granular'), set: set('set') })),
      ),
      apply(
        g,
        'm1',
        gadget('g', { map: { a: '1' }, struct: { x: '1' }, set: ['a'], items: [{ name: 'i', value: 1 }] }),
        { retry: true },
      ),
      apply(g, 'm2', gadget('g', { map: { b: '1' }, struct: { y: '1' }, set: ['b'] })),
      ...redefineGadgets(
        'new',
        gadgetVersion('v1', spec({ new: text, map: map('atomic'), struct: struct('atomic'), set: set('atomic') })),
      ),
      get(g),
      apply(g, 'm2', gadget('g', { map: { b: '2' } })),
      apply(`${g}?force=true`, 'm2', gadget('g', { map: { b: '2' } })),
      mergePatch(`${g}?fieldManager=u`, { spec: { struct: { x: '2' }, set: ['c'] } }),
      apply(g, 'm1', gadget('g', { items: [{ name: 'i', value: 1 }] })),
    ),
    sequence(
      'what was atomic becomes granular',
      ...defineGadgets(gadgetVersion('v1', spec({ map: map('atomic'), struct: struct('atomic'), set: set('atomic') }))),
      apply(g, 'm1', gadget('g', { map: { a: '1' }, struct: { x: '1', y: '1' }, set: ['a', 'b'] }), { retry: true }),
      ...redefineGadgets(
        'new',
        gadgetVersion('v1', spec({ new: text, map: map('granular'), struct: struct('granular'), set: set('set') })),
      ),
      get(g),
      apply(g, 'm2', gadget('g', { map: { b: '1' }, struct: { x: '2' }, set: ['c'] })),
      apply(g, 'm2', gadget('g', { map: { a: '2', b: '1' } })),
      apply(g, 'm1', gadget('g', { map: { a: '1' }, struct: { x: '1' }, set: ['a'] })),
      apply(g, 'm1', gadget('g', {})),
      mergePatch(`${g}?fieldManager=u`, { spec: { set: ['z'], map: { z: '1' } } }),
    ),
    sequence(
      'fields that leave the schema, and types that change',
      ...defineGadgets(gadgetVersion('v1', spec({ old: text, num: { type: 'integer' } }))),
      apply(g, 'm1', gadget('g', { a: '1', old: 'x', num: 5, items: [{ name: 'i', note: 'n' }] }), { retry: true }),
      ...redefineGadgets(
        'new',
        gadgetVersion('v1', {
          a: text,
          new: text,
          num: text,
          items: { type: 'array', items: { type: 'object', properties: { name: text } } },
        }),
      ),
      get(g),
      apply(g, 'm1', gadget('g', { a: '2' })),
      mergePatch(`${g}?fieldManager=u`, { spec: { a: '3' } }),
      mergePatch(`${g}?fieldManager=u`, { spec: { num: 'x' } }),
      apply(g, 'm2', gadget('g', { new: '1', items: [{ name: 'z' }] })),
      mergePatch(`${g}?fieldManager=u`, { spec: { a: '4' } }),
    ),
    sequence(
      'nested lists, nullable fields and defaults',
      ...defineGadgets(
        gadgetVersion('v1', {
          groups: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['id'],
            items: {
              type: 'object',
              required: ['id'],
              properties: {
                id: { type: 'integer' },
                members: items({ mode: { ...text, default: 'rw' } }),
                tags: set('set'),
              },
            },
          },
          maybe: { type: 'object', nullable: true, properties: { x: { ...text, default: 'd' }, y: text } },
          list: { type: 'array', nullable: true, items: text },
        }),
      ),
      apply(
        g,
        'm1',
        gadget('g', {
          groups: [{ id: 1, members: [{ name: 'a', note: null }], tags: ['x'] }],
          maybe: null,
          list: null,
        }),
        { retry: true },
      ),
      apply(
        g,
        'm2',
        gadget('g', {
          groups: [
            { id: 2 },
            {
              id: 1,
              members: [
                { name: 'b', value: 1 },
                { name: 'a', note: null },
              ],
              tags: ['y'],
            },
          ],
        }),
      ),
      apply(g, 'm2', gadget('g', { groups: [{ id: 1, members: [{ name: 'a', note: 'set' }] }] })),
      apply(g, 'm2', gadget('g', { maybe: { y: '1' }, list: ['a'] })),
      apply(`${g}?force=true`, 'm2', gadget('g', { maybe: { y: '1' }, list: ['a'] })),
      apply(g, 'm1', gadget('g', { groups: [{ id: 1, members: [], tags: [] }], maybe: {} })),
      apply(g, 'm1', gadget('g', { groups: [{ id: 1 }], maybe: {} })),
      apply(g, 'm2', gadget('g', { groups: null })),
      apply(g, 'm1', gadget('g', {})),
    ),
    sequence(
      'embedded resources and preserved fields',
      ...defineGadgets(
        gadgetVersion('v1', {
          template: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            'x-kubernetes-preserve-unknown-fields': true,
          },
          some: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
            properties: { known: set('set'), m: map('atomic') },
          },
          anything: { 'x-kubernetes-preserve-unknown-fields': true },
          nums: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'integer' } },
        }),
      ),
      apply(
        g,
        'm1',
        gadget('g', {
          template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', labels: { a: 'b' } }, spec: { x: [1] } },
          some: { known: ['a'], m: { k: 'v' }, other: { deep: 1 } },
          anything: [1, { a: 1 }],
          nums: [9, 10, 80, -1, 0],
        }),
        { retry: true },
      ),
      apply(g, 'm2', gadget('g', { some: { known: ['b'], other: { deep2: 2 } }, anything: 'text' })),
      apply(
        `${g}?force=true`,
        'm2',
        gadget('g', { some: { known: ['b'], other: { deep2: 2 } }, anything: { obj: 1 } }),
      ),
      apply(
        g,
        'm2',
        gadget('g', { template: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { c: 'd' } } }, nums: [5, 9] }),
      ),
      apply(g, 'm2', gadget('g', { template: { apiVersion: 'v1', kind: 'Pod', bogus: 1 } })),
      apply(g, 'm3', gadget('g', { template: { metadata: { bogus: 1 } } })),
      apply(g, 'm3', gadget('g', { template: { kind: 5 } })),
      apply(g, 'm1', gadget('g', { nums: [80] })),
    ),
    sequence(
      'embedded resources in other writes',
      ...defineGadgets(
        gadgetVersion('v1', {
          template: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            'x-kubernetes-preserve-unknown-fields': true,
          },
          list: {
            type: 'array',
            items: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object' } } },
          },
        }),
      ),
      post(gadgets(), gadget('g', { template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', bogus: 1 } } }), {
        retry: true,
      }),
      post(gadgets(), gadget('h', { template: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 5 } } } })),
      post(gadgets(), gadget('h', { template: { apiVersion: 5, kind: 'Pod' } })),
      post(gadgets(), gadget('h', { list: [{ apiVersion: 'v1', kind: 'Pod', metadata: 'x' }] })),
      mergePatch(g, { spec: { template: { metadata: { name: null, labels: null, more: 1 } } } }),
      mergePatch(g, { spec: { template: { metadata: { finalizers: 'x' } } } }),
      mergePatch(g, { spec: { template: { metadata: null } } }),
      mergePatch(`${g}?fieldValidation=Strict`, { spec: { template: { metadata: { more: 1 } }, extra: 1 } }),
      apply(
        g,
        'm1',
        gadget('g', { template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: null, labels: {} } } }),
      ),
      apply(g, 'm1', gadget('g', { template: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b' } } } })),
      apply(g, 'm1', gadget('g', { template: { apiVersion: 'v1', kind: 'Pod' } })),
      apply(g, 'm1', gadget('g', { list: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: null } }] })),
    ),
    sequence(
      'a default that only the applied version has',
      ...defineGadgets(gadgetVersion('v1', defaulted()), gadgetVersion('v2', defaulted({ ...text, default: 'set' }))),
      post(gadgets(), gadget('g', { a: '1', in: { a: '1' } }), { retry: true }),
      apply(g2, 'm1', gadget('g', { a: '1', in: { a: '1' } }, 'v2')),
      apply(`${g2}?force=true`, 'm2', gadget('g', undefined, 'v2', { metadata: { name: 'g', labels: { l: 'm' } } })),
      get(g),
      apply(`${g2}?force=true`, 'm2', gadget('g', { in: { a: '2' } }, 'v2')),
      apply(g, 'm2', gadget('g', { in: { a: '2' } })),
      mergePatch(g2, { metadata: { labels: { p: 'q' } } }),
      mergePatch(g2, { spec: { a: '2' } }),
      apply(`${g2}?force=true`, 'm3', gadget('g', { in: { a: '2', d: 'set' } }, 'v2')),
      get(g),
    ),
    sequence(
      'versions in the status of a gadget',
      ...defineGadgets(gadgetVersion('v1', spec()), gadgetVersion('v2', spec())),
      apply(g, 'm1', gadget('g', { a: '1' }), { retry: true }),
      apply(`${g2}/status`, 'm2', gadget('g', { a: '2', b: '1' }, 'v2', { status: { x: 1 } })),
      apply(`${g2}/status`, 'm3', gadget('g', { a: '2' }, 'v2', { metadata: { name: 'g', labels: { l: 'm' } } })),
      mergePatch(`${g2}/status?fieldManager=u`, { spec: { a: '3' }, status: { y: 1 } }),
      get(g),
    ),
    sequence(
      'the status of a gadget',
      ...defineGadgets(gadgetVersion('v1', spec()), gadgetVersion('v2', spec())),
      apply(g, 'm1', gadget('g', { a: '1' }, 'v1', { status: { x: 1 } }), { retry: true }),
      apply(`${g}/status`, 'm1', gadget('g', { a: '2' }, 'v1', { status: { x: 1, l: [1] } })),
      apply(`${g2}/status`, 'm2', gadget('g', undefined, 'v2', { status: { x: 2 } })),
      apply(`${g2}/status?force=true`, 'm2', gadget('g', undefined, 'v2', { status: { x: 2, y: { z: 1 } } })),
      mergePatch(`${g}/status?fieldManager=u`, {
        status: { y: { w: 2 } },
        spec: { b: '1' },
        metadata: { labels: { a: 'b' } },
      }),
      apply(`${g}/status`, 'm1', gadget('g', undefined)),
      apply(g, 'm2', gadget('g', undefined, 'v1', { status: { x: 9 } })),
      mergePatch(`${g}/status`, { status: null }),
    ),
  ],
};
