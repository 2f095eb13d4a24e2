import type { JsonValue } from '../../../../json.ts';
import { about, integer, keyed, list, mapOf, named, point, ruled, text, type ChosenObject } from './about.ts';

/** Values of other types. */
const otherTypes: readonly JsonValue[] = ['a', 1.5, { b: 1 }, [1]];

/** Rules about old values. */
export const chosenTransitions: readonly ChosenObject[] = [
  about('a change', ruled(integer, 'self >= oldSelf'), 1, 2),
  about('no change', ruled(integer, 'self > oldSelf'), 1, 1),
  about('no old value', ruled(integer, 'self >= oldSelf'), 1),
  about('an old null', ruled({ ...integer, nullable: true }, 'self >= oldSelf'), 1, null),
  about('optional, created', ruled(integer, { rule: 'oldSelf.hasValue()', optionalOldSelf: true }), 1),
  about('optional, changed', ruled(integer, { rule: 'oldSelf.value() < self', optionalOldSelf: true }), 1, 2),
  about('optional, an old null', ruled(integer, { rule: 'oldSelf.hasValue()', optionalOldSelf: true }), 1, null),
  ...["string(oldSelf.value()) + 'a'", "string(oldSelf.orValue(3)) + 'a'"].flatMap((messageExpression) =>
    [undefined, 2].map((old) =>
      about(
        `optional: ${messageExpression}`,
        ruled(integer, { rule: 'oldSelf.orValue(9) < self', optionalOldSelf: true, messageExpression }),
        1,
        old,
      ),
    ),
  ),
  about('optional false', ruled(integer, { rule: 'oldSelf < self', optionalOldSelf: false }), 1, 2),
  about('in a map', mapOf(ruled(text, 'self == oldSelf')), { a: 'a', b: 'b', c: 'c' }, { a: 'a', b: 'c' }),
  about(
    'in an atomic map',
    { ...mapOf(ruled(text, 'self == oldSelf')), 'x-kubernetes-map-type': 'atomic' },
    { a: 'b' },
    { a: 'a' },
  ),
  about('in a list', list(ruled(text, 'self == oldSelf')), ['b'], ['a']),
  about('in a set', list(ruled(text, 'self == oldSelf'), 'set'), ['b'], ['a']),
  about(
    'in a list with keys',
    keyed(ruled(named, 'self.value == oldSelf.value'), 'name'),
    [{ name: 'b', value: '1' }, { name: 'a', value: '2' }, { value: '3' }, { name: 'new', value: '4' }],
    [{ name: 'a', value: '1' }, { name: 'b', value: '2' }, { value: '4' }],
  ),
  about(
    'in a list with two keys',
    keyed(ruled(named, 'self.value == oldSelf.value'), 'name', 'port'),
    [
      { name: 'a', port: 1, value: '1' },
      { name: 'a', port: 2, value: '2' },
    ],
    [
      { name: 'a', port: 2, value: '1' },
      { name: 'a', port: 2, value: '9' },
      { name: 'a', port: 1, value: '2' },
    ],
  ),
  ...otherTypes.flatMap((old) => [
    about(
      `optional, of another type: ${JSON.stringify(old)}`,
      ruled(
        integer,
        ...[
          'oldSelf.value() == self',
          'oldSelf == optional.of(self)',
          'oldSelf.hasValue()',
          'oldSelf.orValue(1) > 1',
        ].map((rule) => ({ rule, optionalOldSelf: true })),
      ),
      1,
      old,
    ),
    about(
      `optional, with another type: ${JSON.stringify(old)}`,
      ruled(point, { rule: 'oldSelf.?x.orValue(1) > 1', optionalOldSelf: true }),
      { x: 1 },
      { x: old },
    ),
  ]),
  about('of another type', ruled(integer, 'self == oldSelf'), 1, 'a'),
  about('a list in place of a map', { ...mapOf(ruled(text, 'self == oldSelf')) }, { a: 'a' }, ['a']),
];
