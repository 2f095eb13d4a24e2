import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DefinitionNames } from '../definition.ts';
import { createNamesInUse, type OwnNames } from './names-in-use.ts';

const name = fc.constantFrom('', 'a', 'b', 'c', 'd');
const namesArbitrary: fc.Arbitrary<DefinitionNames> = fc.record({
  plural: name,
  singular: name,
  kind: name,
  listKind: name,
  shortNames: fc.array(name, { maxLength: 2 }),
  categories: fc.constant([]),
});
const group = fc.constantFrom('x.io', 'y.io');
const own: fc.Arbitrary<OwnNames> = fc.record({ group, accepted: namesArbitrary, wanted: namesArbitrary });
const definition = fc.constantFrom('one', 'two', 'three', 'four');

const resourcesOf = ({ plural, singular, shortNames }: DefinitionNames): string[] => [plural, singular, ...shortNames];
const kindsOf = ({ kind, listKind }: DefinitionNames): string[] => [kind, listKind];
const share = (left: readonly string[], right: readonly string[]): boolean => left.some((each) => right.includes(each));

test('returns the same as an iteration over all definitions', () => {
  const change = fc.tuple(definition, fc.option(own, { nil: undefined }));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const index = createNamesInUse();
      const model = new Map<string, OwnNames>();
      for (const [changed, names] of changes) {
        index.set(changed, names);
        if (names) model.set(changed, names);
        else model.delete(changed);
      }
      for (const asked of ['one', 'two', 'three', 'four']) {
        const others = [...model].filter(([other]) => other !== asked);
        for (const inGroup of ['x.io', 'y.io']) {
          const theirs = others.filter(([, names]) => names.group === inGroup).map(([, { accepted }]) => accepted);
          const { isResource, isKind } = index.ofOthers(asked, inGroup);
          for (const each of ['', 'a', 'b', 'c', 'd']) {
            expect(isResource(each)).toBe(theirs.some((names) => resourcesOf(names).includes(each)));
            expect(isKind(each)).toBe(theirs.some((names) => kindsOf(names).includes(each)));
          }
        }
        const mine = model.get(asked);
        const rivals = others.filter(
          ([, { group: theirGroup, wanted }]) =>
            mine?.group === theirGroup &&
            (share(resourcesOf(mine.accepted), resourcesOf(wanted)) || share(kindsOf(mine.accepted), kindsOf(wanted))),
        );
        expect(index.rivalsOf(asked)).toEqual(rivals.map(([rival]) => rival).sort());
      }
    }),
  );
});
