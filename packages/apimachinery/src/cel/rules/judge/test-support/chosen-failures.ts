import type { JsonSchemaProps } from '../../../../schema/json-schema-props.ts';
import { about, integer, kept, point, ruled, text, type ChosenObject } from './about.ts';

const intOrString: JsonSchemaProps = { 'x-kubernetes-int-or-string': true };

/** Rules that cannot be evaluated. */
export const chosenFailures: readonly ChosenObject[] = [
  about('an absent field', ruled(point, { rule: 'self.x > self.y', message: 'm', fieldPath: '.x' }, 'self.y > 1'), {
    y: 1,
  }),
  about('an absent parent', ruled({ type: 'object', properties: { o: point } }, 'has(self.o.x)'), {}),
  ...[
    '1 / self',
    '1 % self',
    'int("x") + self',
    '[1][self + 1]',
    '9223372036854775807 + self + 1',
    '[1].map(x, self / 0)[0]',
  ].map((expression) => about(expression, ruled(integer, `${expression} == 1`, 'self == 0'), 0)),
  about('no such overload', ruled(intOrString, 'self > 1', 'self.size() > 1'), 'a'),
  about('no such overload, with a message', ruled(intOrString, { rule: 'self > 1', message: 'm' }), 'a'),
  about('a text that is a number', ruled(integer, 'self > 1'), 'a'),
  about('a number that is a fraction', ruled(integer, 'self > 1'), 1.5),
  ...[2n ** 53n, 2 ** 63, -(2 ** 63), 1e19].flatMap((value) =>
    [integer, { type: 'number' }, intOrString, kept].map((schema, index) =>
      about(
        `the number ${value} (${index})`,
        ruled(schema, 'self == 5', 'dyn(self) == 9007199254740992', 'dyn(self) == 1e19', 'dyn(self) < 1'),
        value,
      ),
    ),
  ),
  about('large numbers without a schema', ruled(kept, 'dyn(self) == dyn({"a": [1e19, 9007199254740993]})'), {
    a: [1e19, 2n ** 53n + 1n],
  }),
  about('bytes of the other alphabet', ruled({ ...text, format: 'byte' }, 'self.size() > 1'), '+/8='),
  about(
    'a time in small letters',
    ruled({ ...text, format: 'date-time' }, 'self.getFullYear() > 1'),
    '2020-01-01t00:00:00z',
  ),
  about('absorbed by another side', ruled(point, 'self.x > 1 || self.y > 1', 'self.x > 1 && self.y > 1'), { y: 5 }),
  ...[
    '',
    'x',
    '2020',
    '2020-1-01T00:00:00Z',
    '2020-13-01T00:00:00Z',
    '2020-02-30T00:00:00Z',
    '2020-01-01T24:00:00Z',
    '2020-01-01T00:00:00z',
    '2020-01-01T00:60:00',
    '2020-01-01T00:00:60.5',
    '2020-01-01 00:00:00',
    '2020-01-01T00:00:00.5x',
  ].map((time) => about(`the time ${time}`, ruled({ ...text, format: 'date-time' }, 'self.getFullYear() > 1'), time)),
  ...['', '2020', '2020-13-01', '2020-02-30', '2020-02-29x', '2020/02/29'].map((date) =>
    about(`the date ${date}`, ruled({ ...text, format: 'date' }, 'self.getFullYear() > 1'), date),
  ),
];
