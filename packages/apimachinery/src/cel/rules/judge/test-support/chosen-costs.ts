import { about, integer, list, mapOf, ruled, text, type ChosenObject } from './about.ts';

const numbers = Array.from({ length: 1000 }, (_, index) => index);
const costly = ruled(list(integer), 'self.all(x, self.all(y, y < 5000))');
const manyTexts = Object.fromEntries(numbers.map((index) => [`k${index}`, 'a'.repeat(50)]));

/** What rules and messages may cost. */
export const chosenCosts: readonly ChosenObject[] = [
  about('too much for one rule', costly, numbers),
  about(
    'too much for one rule, with a message',
    ruled(list(integer), { rule: 'self.all(x, self.all(y, y < 5000))', message: 'm' }, 'false'),
    numbers,
  ),
  about('too much for an unchanged value', costly, numbers, numbers),
  about(
    'too much for a message',
    ruled(list(integer), {
      rule: 'self.size() < 5',
      messageExpression: 'self.all(x, self.all(y, y < 5000)) ? "a" : "b"',
    }),
    numbers,
  ),
  about(
    'too much for a message of an unchanged value',
    ruled(list(integer), {
      rule: 'self.size() < 5',
      messageExpression: 'self.all(x, self.all(y, y < 5000)) ? "a" : "b"',
    }),
    numbers,
    numbers,
  ),
  ...[1, 2, 3, 4, 5, 6, 20].flatMap((budget) => [
    about(
      `a budget of ${budget}`,
      ruled(integer, { rule: 'self > 5', messageExpression: "'%d'.format([self])" }, 'self > 6'),
      1,
      undefined,
      budget,
    ),
    about(
      `a budget of ${budget}, unchanged`,
      ruled(integer, { rule: 'self > 5', messageExpression: "'%d'.format([self])" }, 'self > 6'),
      1,
      1,
      budget,
    ),
  ]),
  about(
    'too much for an object',
    list(
      ruled(
        text,
        `self.size() < 1000 || ${numbers
          .slice(0, 50)
          .map((index) => `self.contains("${index}")`)
          .join(' || ')}`,
      ),
    ),
    numbers.map(() => 'a'.repeat(2000)),
  ),
  about(
    'a message that spends the rest',
    list(ruled(integer, { rule: 'self > 5000', messageExpression: '["%d"].map(x, x.format([self]))[0]' })),
    numbers,
    undefined,
    5000,
  ),
  ...[0, 1, -1, -12, -13, -(2 ** 53 - 1)].map((depth) =>
    about(`a list flattened to the depth ${depth}`, ruled(integer, '[[1]].flatten(self).size() == 1'), depth),
  ),
  about('many keys', mapOf(ruled(text, 'self.size() > 100')), manyTexts),
  ...[
    "string(1/0).format(['a'].map(x, x)) == ''",
    "'abc'.replace(string(1/0), ['b'].map(x, x)[0]) == ''",
    "'abc'.replace(self == 'x' ? string(1/0) : 'a', ['b'].map(x, x)[0]) == ''",
    "'abc'.substring([1/0].map(x, x)[0], [1].map(x, x)[0]) == ''",
    "string(1/0) + ['a'].map(x, x)[0] == ''",
    '[null].map(x, x)[0] != null',
  ].map((rule) => about(`loops in arguments: ${rule}`, ruled(text, rule), 'x')),
];
