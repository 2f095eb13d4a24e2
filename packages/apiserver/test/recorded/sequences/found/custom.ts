import type { Sequence } from '../../sequence.ts';
import { apply, mergePatch, post, put, sequence, widget, widgets } from '../../steps.ts';
import { collection, crds, definition, group, install } from './definition.ts';

const open = { 'x-kubernetes-preserve-unknown-fields': true };

/** Bugs found in custom resources. */
export const foundCustom: readonly Sequence[] = [
  sequence(
    'schemas in schemas',
    post(
      crds,
      definition('Order', {
        type: 'object',
        properties: {
          list: {
            items: {
              required: ['b'],
              properties: { b: { type: 'string' }, a: { minimum: 1, type: 'integer' } },
              type: 'object',
            },
            type: 'array',
          },
          map: { additionalProperties: { maxLength: 5, type: 'string', bogus: 1 }, type: 'object' },
          any: { additionalProperties: true, type: 'object' },
        },
      }),
    ),
  ),
  sequence(
    'fields beside spec and status',
    ...install('Root', {
      type: 'object',
      properties: { data: open, spec: { type: 'object', properties: { a: open } }, status: open },
    }),
    post(
      `${collection('roots')}?fieldManager=m1`,
      {
        apiVersion: `${group}/v1`,
        kind: 'Root',
        metadata: { name: 'a' },
        data: { x: 1 },
        spec: { a: { n: null } },
      },
      { save: { version: 'metadata.resourceVersion' } },
    ),
    put(`${collection('roots')}/a/status?fieldManager=m2`, {
      apiVersion: `${group}/v1`,
      kind: 'Root',
      metadata: { name: 'a', resourceVersion: '${version}', labels: { l: '1' } },
      data: { x: 2 },
      spec: { a: 1 },
      status: { y: 1 },
    }),
    apply(`${collection('roots')}/b`, 'm1', {
      apiVersion: `${group}/v1`,
      kind: 'Root',
      metadata: { name: 'b' },
      spec: { a: null },
    }),
  ),
  sequence(
    'versions that a patch takes away',
    post(widgets, widget('a')),
    mergePatch(`${widgets}/a`, { metadata: { resourceVersion: '' }, spec: { size: 1 } }),
    mergePatch(`${widgets}/a`, { metadata: { resourceVersion: null }, spec: { size: 1 } }),
    mergePatch(`${widgets}/a/scale`, { metadata: { resourceVersion: null }, spec: { replicas: 1 } }),
  ),
  sequence(
    'replicas that are none',
    post(widgets, widget('a')),
    post(widgets, { ...widget('b'), spec: -1 }),
    apply(`${widgets}/a/status`, 'm1', widget('a', {}, { status: { replicas: null } })),
  ),
];
