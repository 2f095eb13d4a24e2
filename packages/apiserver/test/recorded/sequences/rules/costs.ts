import type { Area, Sequence } from '../../sequence.ts';
import { mergePatch, post, sequence } from '../../steps.ts';
import { installed, integer, judged, listOf, object, ruled, type Schema, text, tried } from './definition.ts';

const numbers = Array.from({ length: 1000 }, (_, index) => index);
/** Looks at all pairs: a million of them, each for three. */
const pairs = 'self.all(x, self.all(y, y < 5000 + x))';
const long = listOf(integer, { maxItems: 1100 });
/** Each rule costs less than it may, but all together cost more than an object may. */
const many = ruled(
  listOf(integer, { maxItems: 900 }),
  ...Array.from({ length: 14 }, (_, index) => `self.all(x, self.all(y, y < ${5000 + index} + x))`),
);

const values = (name: string, schema: Schema, ...tries: readonly unknown[]): Sequence =>
  sequence(name, ...installed({ a: schema }), ...tries.map((a) => post(tried, object('o', { a }))));

/** What rules may cost. */
export const costsOfRules: Area = {
  name: 'costs of rules',
  sequences: [
    values('a rule that costs too much ends all', ruled(long, pairs, 'false'), numbers, [1]),
    values('its message is shown', ruled(long, { rule: pairs, message: 'm' }), numbers),
    values(
      'a message expression that costs too much ends all',
      ruled(long, { rule: 'self.size() < 5', messageExpression: `${pairs} ? 'a' : 'b'` }, 'false'),
      numbers,
    ),
    values('an object that costs too much', many, numbers.slice(0, 360)),
    sequence(
      'a change that costs too much',
      ...installed({ a: ruled(long, pairs), b: text }),
      post(judged, object('o', { a: [1] }), { quiet: true }),
      mergePatch(`${judged}/o`, { spec: { a: numbers } }),
    ),
  ],
};
