import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { celProblem } from './cel-problem.ts';

describe('celProblem accepts', () => {
  test.each([
    'self.min <= self.max',
    '!has(self.a) || -self.b > 1.5e-3',
    'self.list.all(x, x in [1, 0xFFu, 3u])',
    'self == \'(\' || self == "]\\"{"',
    "self.matches(r'\\d+\\(')",
    'self.matches(r"a\\")',
    'b\'\\x00\' == rb"""a"b"""',
    '\'\'\'it\'s\'\'\' + """a\\""""',
    'self.`a-b` == 1',
    'self.?a[?0].orValue({?"b": optional.none()}) == {}',
    'a ? b : c',
    'self // > ( "',
    '.self.size() == 0',
    'self.a == 1 &&\n  self.b == 2',
    'oldSelf.__in__ != self.__in__',
    '[1, 2,][0] == 1',
  ])('%s', (expression) => {
    expect(celProblem(expression)).toBeUndefined();
  });
});

describe('reports mistakes', () => {
  test.each([
    ['self.x >', 'it ends in ">", and something has to follow'],
    ['self.x >= ', 'it ends in ">=", and something has to follow'],
    ['self.', 'it ends in ".", and something has to follow'],
    ['self.a && // b', 'it ends in "&&", and something has to follow'],
    ['self.a and self.b', '"a" and "and" are side by side, with nothing between them'],
    ['self.a in', 'it ends in "in", and something has to follow'],
    ['&& self.a', 'it begins with "&&", and something has to come before'],
    ['self.x = 1', 'it has a single =, and CEL compares with =='],
    ['self.x === 1', 'it has a single =, and CEL compares with =='],
    ['self.a & self.b', 'it has a single &, and CEL has &&'],
    ['size(self.a', 'it has a ( that nothing closes'],
    ['size(self.a))', 'it has a ) that closes nothing'],
    ['self.a[0)', 'it has a ) where ] has to close the ['],
    ["self == 'a", "it has text without a closing '"],
    ['self == "a\\"', 'it has text without a closing "'],
    ["self == '''a'", `"''" and "'a'" are side by side, with nothing between them`],
    ['self.`a', 'it has text without a closing `'],
    ['self.a; true', '";" has no meaning in CEL outside of text'],
    ['self.a == €', '"€" has no meaning in CEL outside of text'],
    ['  ', 'there is no expression in it'],
    ['// nothing', 'there is no expression in it'],
  ])('%s', (expression, problem) => {
    expect(celProblem(expression)).toBe(problem);
  });
});

describe('for any expression', () => {
  const { expression } = fc.letrec<{ expression: string }>((tie) => {
    const [inner, other] = [tie('expression'), tie('expression')];
    const text = fc.string({ maxLength: 8 });
    return {
      expression: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('self', 'oldSelf.a.b', 'true', 'null', '1', '0xFFu', '1.5e-3', 'self.`a-b`'),
        text.map((value) => JSON.stringify(value)),
        text.filter((value) => !/["\n\r]/.test(value)).map((value) => `r"${value}"`),
        fc
          .tuple(inner, fc.constantFrom('+', '-', '==', '!=', '<=', '>', '&&', '||', 'in'), other)
          .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
        fc.tuple(inner, other).map(([a, b]) => `[${a}, ${b}].exists(x, x == ${b})`),
        fc.tuple(inner, other).map(([a, b]) => `{${a}: ${b}} // it's {(`.concat('\n')),
        inner.map((value) => `!size(${value})`),
      ),
    };
  });

  test('reports nothing', () => {
    fc.assert(
      fc.property(expression, (given) => {
        expect(celProblem(given)).toBeUndefined();
      }),
    );
  });

  test('reports what is missing at its end', () => {
    fc.assert(
      fc.property(expression, fc.constantFrom(' >', '(', ' &&', '.', ']', " 'a", ' b', ' = 1'), (given, end) => {
        expect(celProblem(given + end)).toBeDefined();
      }),
    );
  });
});
