import { about, integer, kept, keyed, list, mapOf, named, point, ruled, text, type ChosenObject } from './about.ts';

/** Unchanged values that break rules. */
export const chosenRatcheting: readonly ChosenObject[] = [
  about('an unchanged scalar', ruled(integer, 'self > 5'), 1, 1),
  about('a changed scalar', ruled(integer, 'self > 5'), 1, 2),
  about('an unchanged object', ruled(point, 'self.x > 5'), { x: 1 }, { x: 1 }),
  about(
    'an unchanged field of a changed object',
    { ...point, properties: { x: ruled(integer, 'self > 5'), y: integer } },
    { x: 1, y: 2 },
    { x: 1, y: 1 },
  ),
  about('a rule about the old value', ruled(integer, 'self > oldSelf'), 1, 1),
  about('an error', ruled(integer, '1 / self == 1'), 0, 0),
  about('a kept field', ruled({ ...point, ...kept }, 'self.x > 5'), { x: 1, z: 1 }, { x: 1, z: 1 }),
  about('an unchanged list', ruled(list(ruled(integer, 'self > 5')), 'self.size() > 5'), [1, 2], [1, 2]),
  about('a changed list', list(ruled(integer, 'self > 5')), [1, 2], [1, 3]),
  about('an unchanged item of a changed map', mapOf(ruled(integer, 'self > 5')), { a: 1, b: 2 }, { a: 1, b: 3 }),
  about(
    'keys in another order',
    keyed(ruled(named, 'self.port > 5'), 'name'),
    [
      { name: 'a', port: 1 },
      { name: 'b', port: 2 },
    ],
    [
      { name: 'b', port: 3 },
      { name: 'a', port: 1 },
    ],
  ),
  about('allOf', { ...integer, allOf: [ruled({}, 'self > 5')], ...ruled({}, 'self > 4') }, 1, 1),
  about(
    'in allOf of an unchanged object',
    ruled({ ...point, allOf: [{ properties: { x: ruled({}, 'self > 5') } }] }, 'true'),
    { x: 1 },
    { x: 1 },
  ),
  about(
    'a message',
    ruled(integer, { rule: 'self > 5', messageExpression: "'%d'.format([self])", reason: 'FieldValueDuplicate' }),
    1,
    1,
  ),
  {
    name: 'the root',
    schema: ruled({ type: 'object', properties: { a: integer } }, 'self.a > 5'),
    object: { a: 1, metadata: { name: 'a' } },
    old: { a: 1, metadata: { name: 'a' } },
  },
  {
    name: 'the kind',
    schema: { type: 'object', properties: { kind: ruled(text, 'self == "b"'), a: text } },
    object: { kind: 'a', a: 'a' },
    old: { kind: 'a', a: 'b' },
  },
];
