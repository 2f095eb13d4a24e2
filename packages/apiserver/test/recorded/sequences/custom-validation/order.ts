import type { Area } from '../../sequence.ts';
import { mergePatch, post, put, sequence } from '../../steps.ts';
import {
  installed,
  integer,
  listOf,
  objectOf,
  open,
  specOf,
  text,
  thing,
  things,
  tryThing,
} from '../custom-requests/things.ts';

const embedded = { ...open, type: 'object', 'x-kubernetes-embedded-resource': true };
const schema = objectOf({
  spec: objectOf(
    {
      must: integer,
      replicas: { ...integer, maximum: 5 },
      emb: embedded,
      set: listOf(text, { 'x-kubernetes-list-type': 'set' }),
    },
    { required: ['must'] },
  ),
  status: objectOf({ replicas: integer, selector: text }),
});
const scale = {
  subresources: {
    status: {},
    scale: {
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    },
  },
};
const wrong = { replicas: -1, emb: { kind: 'x_y' }, set: ['a', 'a'], must: 1 };

/** In which order the parts of an object are judged, and what is told together. */
export const customOrder: Area = {
  name: 'order of validation of custom objects',
  sequences: [
    sequence(
      'everything that is wrong is told at once',
      ...installed(schema, scale, thing('first', { must: 1 })),
      tryThing(wrong),
      tryThing(
        { ...wrong, must: undefined, replicas: 'x' },
        { metadata: { name: 'B_', labels: { '-': 'x' }, finalizers: ['a b'] } },
      ),
      tryThing({ ...wrong, replicas: 9 }, { metadata: { name: 'a/b', annotations: { '-': '' } } }),
      tryThing({ ...wrong }, { kind: 'Other' }),
      tryThing({ ...wrong }, { metadata: { name: 't', generateName: 'B_', ownerReferences: [{ name: 'x' }] } }),
    ),
    sequence(
      'everything that is wrong with an update is told at once',
      ...installed(schema, scale, thing('first', { must: 1 })),
      post(things(), thing('a', { must: 1, replicas: 1 }), { save: { rv: 'metadata.resourceVersion' } }),
      put(
        `${things()}/a`,
        thing('a', wrong, { metadata: { name: 'a', resourceVersion: '${rv}', labels: { '-': 'x' } } }),
      ),
      put(`${things()}/a`, {
        ...thing('a', wrong, { metadata: { name: 'a', resourceVersion: '${rv}', labels: { '-': 'x' } } }),
        kind: 'Other',
      }),
      mergePatch(`${things()}/a`, { metadata: { finalizers: ['a b', 'nodomain', 'x.y'] }, spec: { replicas: -1 } }),
      mergePatch(`${things()}/a/status`, { status: { replicas: -1, selector: 5 } }),
      mergePatch(`${things()}/a/status`, { status: 5 }),
    ),
    sequence(
      'names of custom objects',
      ...installed(specOf({ a: text })),
      ...['a.b', 'A', 'a_b', '-a', 'a-', 'a..b', '.', 'a/b', 'a'.repeat(253), 'a'.repeat(254), 'ä', ''].map((name) =>
        post(`${things()}?dryRun=All`, thing(name)),
      ),
    ),
    sequence(
      'finalizers that are warned of',
      ...installed(specOf({ a: text }), { subresources: { status: {} } }),
      // One that is warned of at a time: the real server's order is random.
      post(things(), thing('a', {}, { metadata: { name: 'a', finalizers: ['foo', 'a.b/c', 'orphan', 'kubernetes'] } })),
      mergePatch(`${things()}/a`, { metadata: { finalizers: ['foo', 'foo', 'x.y'] } }),
      mergePatch(`${things()}/a`, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${things()}/a/status`, { metadata: { finalizers: ['new'] }, status: {} }),
      mergePatch(`${things()}/a`, { metadata: { finalizers: ['a b'] } }),
      mergePatch(`${things()}/a`, { metadata: { finalizers: null } }),
    ),
  ],
};
