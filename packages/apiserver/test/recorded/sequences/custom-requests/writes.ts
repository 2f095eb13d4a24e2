import type { Area } from '../../sequence.ts';
import { apply, get, mergePatch, post, put, sequence } from '../../steps.ts';
import {
  changedTo,
  installed,
  installedVersions,
  integer,
  mapOf,
  objectOf,
  open,
  quiet,
  specOf,
  text,
  thing,
  things,
  version,
} from './things.ts';

const elsewhere = '/apis/${NS}.example.com/v1/namespaces/absent-${NS}/things';
const schema = objectOf({
  spec: objectOf({ a: text, i: { ...integer, minimum: 1 }, d: { ...text, default: 'set' } }),
  status: objectOf({ n: integer }),
});
const subresources = { subresources: { status: {} } };
const bad = { i: 0, zz: 1 };

/** In which order writes are judged, and what they do. */
export const customWrites: Area = {
  name: 'writes of custom objects',
  sequences: [
    sequence(
      'what a create is refused for first',
      ...installed(schema, subresources),
      post(elsewhere, { ...thing('B_', bad), kind: 'Other' }),
      post(elsewhere, thing('B_', bad)),
      post(elsewhere, thing('B_', bad, { metadata: { name: 'B_', namespace: 'other' } })),
      post(elsewhere, thing('b')),
      post(`${things()}?fieldValidation=Strict`, thing('B_', bad, { metadata: { name: 'B_', namespace: 'other' } })),
      post(things(), thing('B_', bad, { metadata: { name: 'B_', namespace: 'other' } })),
      post(things(), thing('B_', bad, { apiVersion: 'other.example.com/v1' })),
      post(things(), thing('B_', bad, { apiVersion: 'other.example.com/v1', metadata: { labels: { a: 1 } } })),
      post(things(), thing('B_', bad, { metadata: { name: 'B_', resourceVersion: '5' } })),
      post(things(), thing('b', {}, { metadata: { name: 'b', resourceVersion: '5' } })),
      post(things(), thing('', bad, { metadata: {} })),
      post(things(), thing('', bad, { metadata: { generateName: 'gen-' } })),
      post(things(), thing('b'), quiet),
      post(things(), thing('b', bad)),
      post(things(), thing('b', {})),
    ),
    sequence(
      'what an update is refused for first',
      ...installed(schema, subresources),
      post(things(), thing('a'), { save: { rv: 'metadata.resourceVersion' } }),
      put(`${things()}/a`, { ...thing('b', bad), kind: 'Other' }),
      put(`${things()}/a`, thing('b', bad)),
      put(`${things()}/a`, thing('a', bad, { metadata: { name: 'a', namespace: 'other' } })),
      put(`${things()}/a`, thing('a', bad)),
      put(`${things()}/a`, thing('a', {})),
      put(`${things()}/a`, thing('a', bad, { metadata: { name: 'a', resourceVersion: '1' } })),
      put(`${things()}/a`, thing('a', bad, { metadata: { name: 'a', resourceVersion: 'x' } })),
      put(`${things()}/a`, thing('a', bad, { metadata: { name: 'a', resourceVersion: '${rv}', uid: 'x' } })),
      put(`${things()}/a`, thing('a', bad, { metadata: { name: 'a', resourceVersion: '${rv}' } })),
      put(`${things()}/a`, thing('', {}, { metadata: { resourceVersion: '${rv}' } })),
      put(`${things()}/none`, thing('none')),
      put(`${things()}/none`, thing('none', bad)),
      put(`${things()}/none`, thing('none', {}, { metadata: { name: 'none', resourceVersion: '5' } })),
      put(`${things()}/none/status`, thing('none')),
      put(`${things()}/a/status`, thing('a', bad)),
      put(`${things()}/a/status`, thing('b', bad, { metadata: { name: 'b', resourceVersion: '${rv}' } })),
    ),
    sequence(
      'what a create does to an object',
      ...installed(schema, subresources),
      post(
        things(),
        thing(
          'a',
          { a: 'x' },
          {
            metadata: { name: 'a', generation: 7, uid: 'x', creationTimestamp: '2020-01-01T00:00:00Z', selfLink: 'y' },
            status: { n: 'no number' },
          },
        ),
      ),
      post(things(), thing('', { a: 'x' }, { metadata: { generateName: 'gen-' } })),
      post(things(), thing('b', { a: 'x' }, { status: { n: 1, zz: 1 } })),
      get(`${things()}/a`),
    ),
    sequence(
      'updates that change nothing',
      ...installed(schema, subresources),
      post(things(), thing('a', { a: 'x' }), { save: { rv: 'metadata.resourceVersion' } }),
      mergePatch(`${things()}/a`, {}),
      mergePatch(`${things()}/a`, { spec: { a: 'x', d: null } }),
      put(`${things()}/a`, thing('a', { a: 'x' }, { metadata: { name: 'a', resourceVersion: '${rv}' } })),
      put(
        `${things()}/a`,
        thing('a', { a: 'x', d: 'set' }, { metadata: { name: 'a', resourceVersion: '${rv}', generation: 9 } }),
      ),
      mergePatch(`${things()}/a/status`, {}),
      mergePatch(`${things()}/a/status`, { spec: { a: 'ignored' }, metadata: { labels: { a: 'b' } } }),
      get(`${things()}/a`),
    ),
    sequence(
      'updates that change nothing are judged too',
      ...installed(specOf({ a: text, i: integer })),
      post(things(), thing('a', { a: 'x' }, {}), quiet),
      ...changedTo(
        { type: 'object', required: ['other'], properties: { spec: objectOf({ a: text }), other: text } },
        'once',
        thing('first', {}, { other: 'x' }),
      ),
      mergePatch(`${things()}/a`, {}),
      mergePatch(`${things()}/a`, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${things()}/a`, { other: 'y' }),
      mergePatch(`${things()}/a`, {}),
    ),
    sequence(
      'tracking of fields that ends with what is of another type',
      ...installed(specOf({ a: open, b: text })),
      post(`${things()}?fieldManager=m`, thing('a', { a: { x: 1 } }), quiet),
      ...changedTo(specOf({ a: text, b: text })),
      get(`${things()}/a`, { retry: true }),
      mergePatch(`${things()}/a?fieldManager=m`, { spec: { b: 'x' } }),
      mergePatch(`${things()}/a?fieldManager=m`, { spec: { b: 'y' } }),
      apply(`${things()}/a`, 'n', thing('a', { b: 'z' })),
      mergePatch(`${things()}/a?fieldManager=m`, { spec: { a: 'text' } }),
    ),
    sequence(
      'tracking of fields that ends with what another version does not have',
      ...installedVersions([
        version('v1', specOf({ a: text, m: mapOf(text) })),
        version('v2', specOf({ a: integer, m: { ...open, type: 'object' } })),
      ]),
      post(`${things()}?fieldManager=m`, thing('a', { a: 'x' })),
      get(`${things('v2')}/a`),
      mergePatch(`${things('v2')}/a?fieldManager=m`, { spec: { m: { x: 1 } } }),
      mergePatch(`${things('v2')}/a?fieldManager=m`, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${things()}/a?fieldManager=n`, { spec: { m: { y: 'z' } } }),
    ),
  ],
};
