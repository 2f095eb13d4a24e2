import { about, integer, list, mapOf, point, ruled, text, type ChosenObject } from './about.ts';

/** What rules say about values, and what in an object they are about. */
export const chosenVerdicts: readonly ChosenObject[] = [
  about('false on an object', ruled(point, 'self.x > 5'), { x: 1 }),
  about('false on a scalar', ruled(integer, 'self > 5'), 1),
  about('false on a text', ruled(text, 'self == "b"'), 'a"b'),
  about('false on a double', ruled({ type: 'number' }, 'self > 5.0'), 1.5),
  about('false on a boolean', ruled({ type: 'boolean' }, 'self'), false),
  about('false on a list', ruled(list(text), 'self.size() > 5'), ['a']),
  about('false on a map', ruled(mapOf(text), 'self.size() > 5'), { a: 'b' }),
  about('false on int or string', ruled({ 'x-kubernetes-int-or-string': true }, 'self == "a"'), 1),
  about('all rules of a value', ruled(integer, 'self > 1', 'self > 2', 'self > 3'), 2),
  about('null is not judged', ruled({ ...integer, nullable: true }, 'self > 5'), null),
  about('null in a list', list(ruled({ ...integer, nullable: true }, 'self > 5')), [null, 1]),
  about('null of a list', ruled(list({ ...integer, nullable: true }), 'self.all(x, x == 1)'), [null]),
  about('a blank rule', ruled(integer, ' ', 'self > 5'), 1),
  about('a rule that does not compile', ruled(integer, 'self.x', 'self', 'self > 5'), 1),
  about('a message that does not compile', ruled(integer, { rule: 'self > 5', messageExpression: 'self' }), 1),
  about(
    'a message that cannot be made',
    ruled(integer, { rule: 'self > 5', messageExpression: 'string(int("x"))' }),
    1,
  ),
  about('the root', integer, 1),
  {
    name: 'a rule of the root',
    schema: ruled({ type: 'object' }, 'self.metadata.name == "a"', 'self.kind == "Foo"', 'has(self.metadata.labels)'),
    object: { kind: 'Bar', metadata: { name: 'b', labels: {} } },
  },
  {
    name: 'a property of the root named in a rule',
    schema: ruled({ type: 'object', properties: { a: text } }, { rule: 'self.a == "b"', fieldPath: '.a' }),
    object: { a: 'a' },
  },
  {
    name: 'rules in allOf only',
    schema: { type: 'object', properties: { a: { ...integer, allOf: [ruled({}, 'self > 5')] } } },
    object: { a: 1 },
  },
];
