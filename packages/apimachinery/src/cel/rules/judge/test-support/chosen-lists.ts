import type { JsonValue } from '../../../../json.ts';
import { about, integer, keyed, list, named, ruled, text, type ChosenObject } from './about.ts';

const optional = (...rules: readonly string[]) => rules.map((rule) => ({ rule, optionalOldSelf: true }));

const wrongItems: readonly JsonValue[] = [
  [[]],
  [1, {}, 2],
  [1, [], 2],
  ['a', 1],
  [1.5],
  [null, 1],
  [2n ** 60n, 2 ** 63],
];

const onSets = ['self + self != []', 'self == self', 'self + [3] != [] && self == [1, 3]', 'self == [] || true'];

/** Lists of all types: their equality and `+`, also of elements that do not have the type of the schema. */
export const chosenLists: readonly ChosenObject[] = [
  ...wrongItems.flatMap((value) =>
    [list(integer, 'set'), list(integer), list(text, 'set')].map((schema, index) =>
      about(
        `a list of wrong items: ${JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? 'large' : item))} (${index})`,
        ruled(
          schema,
          ...(index < 2 ? onSets : ['self + self != []', 'self == self']),
          '(self + self)[1] == self[0]',
          '(dyn(self) + [[1]]) == []',
          '[[1], [2]] == dyn(self) || true',
          'dyn(self) == [[1]] || true',
          'self.size() == 9',
        ),
        value,
      ),
    ),
  ),
  about(
    'what is added to a set stays in it',
    ruled(list(integer, 'set'), 'self + [3] == []', 'self == [3, 3]'),
    [1, 2],
  ),
  about(
    'a set and values of other types',
    ruled(
      list(integer, 'set'),
      'self == dyn([1.0, 2.0])',
      'self == dyn([1u, 2u])',
      'self == dyn([null, type(1)])',
      "self == dyn([duration('1s'), timestamp('2020-01-01T00:00:00Z')])",
      'self == dyn([b"a", 1])',
      'self == dyn([{"a": 1}, 1])',
      'self == dyn([optional.of(1), optional.of(2)])',
      'self == dyn([optional.none(), 1])',
      '(dyn(self) + [b"a"]) == []',
      '(dyn(self) + [1.0, 1u])[2] == 1',
      '(dyn(self) + [1.5, timestamp("2020-01-01T00:00:00Z")])[2] == 1',
      '(dyn(self) + [1.5, timestamp("2020-01-01T00:00:00Z")])[3] == 1',
    ),
    [1, 2],
  ),
  ...[
    keyed(named, 'name'),
    keyed(named, 'name', 'port'),
    keyed(named, 'name', 'port', 'value'),
    keyed(named, 'name', 'port', 'value', 'more'),
    keyed(named),
  ].flatMap((schema, index) =>
    [
      [{ name: 'a', port: 1 }, { name: 'b' }],
      [{ name: 'a', port: 1, other: 1 }, { name: null }],
      [{ name: ['a'], port: { b: 1 } }, {}],
      ['a', { name: '1', port: '1' }],
      [{ name: 1 }, { name: '1' }],
    ].map((value) =>
      about(
        `a list with keys, as it was: ${JSON.stringify(value)} (${index})`,
        ruled(
          schema,
          ...optional(
            'self == oldSelf.value() && false',
            'oldSelf.value() == self && false',
            'self + oldSelf.value() == self && false',
            '(self + self).size() == 9',
            '(self + self) == self && false',
            'oldSelf.value()[0] == self[0] && false',
            'oldSelf.value() == oldSelf.value() && false',
          ),
          'self == self.map(x, x) && false',
          'self + self.filter(x, true) == self && false',
          'dyn(self) == [{"name": "a"}, {"name": "b"}] || false',
          '(dyn(self) + [{"name": "a"}])[2] == self[0]',
        ),
        value,
        value,
      ),
    ),
  ),
  about(
    'lists in a list, as they were',
    ruled(list(keyed(named)), ...optional('self == oldSelf.value() && false', 'oldSelf.value() == self && false')),
    [[{}]],
    [[{}]],
  ),
];
