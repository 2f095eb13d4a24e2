import type { JsonObject } from '../../../../json.ts';
import type { JsonSchemaProps } from '../../../../schema/json-schema-props.ts';
import { about, integer, kept, list, mapOf, point, ruled, text, type ChosenObject } from './about.ts';

const embedded: JsonObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', labels: { b: 'c' } },
  data: { a: 'b' },
};
const resource: JsonSchemaProps = { type: 'object', 'x-kubernetes-embedded-resource': true, ...kept };

/** What rules see of objects, and which rules of a schema are evaluated. */
export const chosenViews: readonly ChosenObject[] = [
  about(
    'an embedded resource',
    ruled(resource, 'self.kind == "Secret"', 'self.metadata.name == "b"', 'self.data.a == "b"'),
    embedded,
  ),
  about(
    'embedded resources in a list',
    ruled(list(ruled(resource, 'self.kind == "Secret"')), 'self.all(x, x.metadata.name == "b")'),
    [embedded],
  ),
  about(
    'an escaped name',
    {
      type: 'object',
      properties: {
        'a-b': ruled(integer, 'self > 5'),
        namespace: ruled(text, 'self == "b"'),
        '1a': ruled(integer, 'self > 5'),
      },
    },
    { 'a-b': 1, namespace: 'a', '1a': 1 },
  ),
  about('a name that is empty', { type: 'object', properties: { '': ruled(integer, 'self > 5') } }, { '': 1 }),
  about('keys of a map', mapOf(ruled(integer, 'self > 5')), { 'a.b/c': 1, '': 2, 'ü]': 3 }),
  about(
    'below a value without a type',
    { type: 'object', properties: { x: { ...kept, properties: { y: ruled(integer, 'self > 5') } } } },
    { x: { y: 1 } },
  ),
  about('items of unknown type', list({ ...kept, properties: { y: ruled(integer, 'self > 5') } }), [{ y: 1 }]),
  about('entries of unknown type', mapOf({ ...kept, properties: { y: ruled(integer, 'self > 5') } }), { a: { y: 1 } }),
  about('a rule about unknown values', { ...kept, ...ruled({}, 'true') }, 1),
  about('a set is equal in any order', ruled(list(integer, 'set'), 'self == [2, 1]', '[2, 1] == self'), [1, 2]),
  about(
    'allOf with properties',
    ruled(
      {
        ...point,
        allOf: [{ properties: { x: ruled({}, 'self > 5'), z: ruled({}, 'true') } }, ruled({}, 'self.y > 5')],
      },
      'self.x > 1',
    ),
    { x: 1, y: 1 },
  ),
  about('allOf in allOf', ruled({ ...integer, allOf: [{ allOf: [ruled({}, 'self > 5')] }] }, 'self > 1'), 1),
];
