import { about, integer, list, mapOf, point, ruled, text, type ChosenObject } from './about.ts';

const named5 = (size: number): string => `'${'a'.repeat(size)}'`;

/** The errors of broken rules: reasons, messages, paths. */
export const chosenMessages: readonly ChosenObject[] = [
  about('a message', ruled(integer, { rule: 'self > 5', message: ' too small ' }), 1),
  ...(['FieldValueInvalid', 'FieldValueRequired', 'FieldValueForbidden', 'FieldValueDuplicate'] as const).flatMap(
    (reason) => [
      about(reason, ruled(integer, { rule: 'self > 5', message: 'm', reason }), 1),
      about(`${reason} of an object`, ruled(point, { rule: 'self.x > 5', message: 'm', reason }), { x: 1 }),
    ],
  ),
  ...[
    "' got %d '.format([self])",
    "''",
    "'  \\n '",
    "'a\\nb'",
    "'a\\rb'",
    "'\\ufeff a \\u0085'",
    named5(5120),
    named5(5121),
    `'${'ü'.repeat(2561)}'`,
    "string(1 / 0) + 'a'",
    "string(oldSelf) + 'a'",
    '[][0]',
  ].flatMap((messageExpression) => [
    about(messageExpression, ruled(integer, { rule: 'self > 5', messageExpression }), 1),
    about(messageExpression, ruled(integer, { rule: 'self > 5', messageExpression, message: 'm' }), 1, 2),
    about(messageExpression, ruled(integer, { rule: 'self > oldSelf', messageExpression, message: 'm' }), 1, 2),
    about(messageExpression, ruled(integer, { rule: 'self > 5', messageExpression }, 'self > oldSelf'), 1, 2),
  ]),
  ...['.x', '.m.k', ".m['a.b']", ".m['a']", "['x']", '.l', ".l['a']", '.none', 'x', ".x['", '.c__d', ".o['x']"].map(
    (fieldPath) =>
      about(
        `field path ${fieldPath}`,
        ruled(
          { type: 'object', properties: { x: integer, m: mapOf(text), l: list(text), o: point } },
          { rule: 'has(self.x)', fieldPath },
        ),
        {},
      ),
  ),
  about("field path ['a'] of a map", ruled(mapOf(point), { rule: 'self.size() > 5', fieldPath: "['a'].x" }), {}),
];
