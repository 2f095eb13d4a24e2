import type { Area, Sequence } from '../../sequence.ts';
import { post, sequence } from '../../steps.ts';
import { installed, integer, listOf, mapOf, object, objectOf, ruled, type Schema, text, tried } from './definition.ts';

const point = objectOf({ x: integer, y: integer });
const keep: Schema = { 'x-kubernetes-preserve-unknown-fields': true };

/** A sequence that tries values of one property, `a`. */
const values = (name: string, schema: Schema, ...tries: readonly unknown[]): Sequence =>
  sequence(name, ...installed({ a: schema }), ...tries.map((a) => post(tried, object('o', { a }))));

const below = (detail: Schema, schema: Schema = integer): Schema => ruled(schema, { rule: 'self > 5', ...detail });
const reasons = ['FieldValueInvalid', 'FieldValueRequired', 'FieldValueForbidden', 'FieldValueDuplicate'];

/** What rules say about new objects. */
export const verdictsOfRules: Area = {
  name: 'verdicts of rules',
  sequences: [
    values('a scalar is printed, an object and a list are not', listOf(ruled(integer, 'self > 5')), [1, 6, 2]),
    values('an object', ruled(point, 'self.x > 5'), { x: 1 }, { x: 6 }),
    values('a list', ruled(listOf(text), 'self.size() > 1', 'self.exists(x, x == "b")'), ['a'], ['a', 'b']),
    values('a map and its entries', mapOf(ruled(text, 'self.size() > 1')), { 'a.b/c': 'a' }, { a: 'aa' }),
    values(
      'a number that is a text, too',
      ruled({ 'x-kubernetes-int-or-string': true }, 'self == 5 || self == "5"'),
      1,
      '1',
      5,
    ),
    values('all failures of a value are reported', ruled(integer, 'self > 1', 'self > 2', 'self > 3'), 2),
    sequence(
      'rules of the whole object',
      ...installed(
        {},
        ruled({}, 'self.metadata.name.startsWith("f")', 'self.kind == "Judged"', 'has(self.apiVersion)'),
      ),
      post(tried, object('o', {})),
      post(tried, object('fo', {})),
      post(tried, { ...object('', {}), metadata: { generateName: 'gen-' } }),
    ),
    values(
      'null and what is absent',
      ruled(objectOf({ n: ruled({ ...integer, nullable: true }, 'self > 5') }), 'has(self.n)'),
      { n: null },
      {},
      { n: 1 },
    ),
    values('null in a list', listOf(ruled({ ...integer, nullable: true }, 'self > 5')), [null, 1]),
    ...reasons.flatMap((reason) => [
      values(`the reason ${reason} about a scalar`, below({ message: 'm', reason }), 1),
      values(`the reason ${reason} about an object`, ruled(point, { rule: 'self.x > 5', message: 'm', reason }), {
        x: 1,
      }),
    ]),
    values('a message is trimmed', below({ message: '  m  ' }), 1),
    values('a rule is trimmed where there is no message', ruled(integer, '  self > 5  '), 1),
    values('a message expression', below({ messageExpression: "' %d is low '.format([self])" }), 1),
    ...["''", "'a\\nb'", `'${'a'.repeat(5121)}'`, '["a"][5]'].flatMap((messageExpression, index) => [
      values(`a message expression that gives no message (${index})`, below({ messageExpression, message: 'm' }), 1),
      values(`a message expression that gives none, without a message (${index})`, below({ messageExpression }), 1),
    ]),
    ...['.x', '.m.k', ".m['a.b']", '.o.x'].map((fieldPath) =>
      values(
        `the field path ${fieldPath}`,
        ruled(objectOf({ x: integer, m: mapOf(text), o: point }), { rule: 'has(self.x)', fieldPath }),
        {},
      ),
    ),
    sequence(
      'a field path below the whole object',
      ...installed({ a: integer }, ruled({}, { rule: '!has(self.spec.a)', fieldPath: '.spec.a', message: 'm' })),
      post(tried, object('o', { a: 1 })),
    ),
    values(
      'a rule that cannot be evaluated',
      ruled(
        point,
        { rule: 'self.x > self.y', message: 'm', fieldPath: '.x', reason: 'FieldValueRequired' },
        'self.y > 1',
      ),
      { y: 1 },
    ),
    values(
      'errors of evaluations',
      ruled(
        integer,
        '1 / self == 1',
        '1 % self == 1',
        '[1][self + 5] == 1',
        '9223372036854775807 + self + 1 == 0',
        'int("x" + "y") == self',
      ),
      0,
    ),
    values(
      'no such overload',
      ruled({ 'x-kubernetes-int-or-string': true }, 'self > 1', { rule: 'self > 2', message: 'm' }),
      'a',
      1,
    ),
    values(
      'another side decides',
      ruled(point, 'self.x > 1 || self.y > 1', 'self.x > 1 && self.y > 1'),
      { y: 5 },
      { y: 1 },
    ),
    values('bytes of the other alphabet', ruled({ ...text, format: 'byte' }, 'self.size() > 1'), '+/8=', 'YWI='),
    values(
      'a time in small letters',
      ruled({ ...text, format: 'date-time' }, 'self.getFullYear() > 1'),
      '2020-01-01t00:00:00z',
    ),
    values(
      'a set is equal in any order, on the left',
      ruled(listOf(integer, { 'x-kubernetes-list-type': 'set' }), 'self == [2, 1]', '[2, 1] == self'),
      [1, 2],
    ),
    values(
      'an embedded resource',
      ruled(
        { type: 'object', 'x-kubernetes-embedded-resource': true, ...keep },
        'self.kind == "Secret"',
        'self.metadata.name == "b"',
      ),
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: { a: 'b' } }, data: { a: 'b' } },
    ),
    ...[
      ['a-b', 'self.a__dash__b > 5'],
      ['namespace', 'self.namespace > 5 && self.__namespace__ > 5'],
      ['1a', 'size(string(self)) > 5'],
    ].map(([name = '', rule = '']) =>
      values(
        `the name ${name} in rules`,
        name === '1a' ? objectOf({ [name]: ruled(integer, 'self > 5') }) : ruled(objectOf({ [name]: integer }), rule),
        { [name]: 1 },
      ),
    ),
    values(
      'rules below values without a type',
      objectOf({ x: { ...keep, properties: { y: ruled(integer, 'self > 5') } }, z: ruled(integer, 'self > 5') }),
      { x: { y: 1 } },
    ),
    values(
      'rules in allOf',
      { ...point, allOf: [{ properties: { x: ruled({}, 'self > 5') } }, ruled({}, 'self.y > 5')] },
      { x: 1, y: 1 },
    ),
    values(
      'rules in allOf beside others',
      ruled({ ...point, allOf: [{ properties: { x: ruled({}, 'self > 5') } }, ruled({}, 'self.y > 5')] }, 'self.x > 3'),
      { x: 1, y: 1 },
    ),
  ],
};
