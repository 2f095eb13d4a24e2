import { expect, it } from 'vitest';
import { notKilledIn, withoutLine } from './mutant-text.ts';

it('reads the surviving mutants from the output of a run', () => {
  const output = [
    '1/4 killed      3 s  packages/a/src/one.ts:61: < to <=: <',
    '2/4 survived  120 s  packages/a/src/two.ts:7: 2 plus 1: 2',
    '3/4 survived   12 s  packages/a/src/three.ts:9: && to ||: &&',
    '4/4 undecided  12 s  packages/a/src/four.ts:9: ?? to &&: ??',
    'the other tests of the package, for the 2 that survived:',
    '1/2 survived   44 s  packages/a/src/two.ts:7: 2 plus 1: 2',
    '2/2 killed     31 s  packages/a/src/three.ts:9: && to ||: &&',
    'survived: packages/a/src/two.ts:7: 2 plus 1: 2',
  ].join('\n');
  expect([...notKilledIn(output)]).toEqual([
    'packages/a/src/two.ts: 2 plus 1: 2',
    'packages/a/src/four.ts: ?? to &&: ??',
  ]);
});

it('recognises a mutant whose line number has changed', () => {
  expect(withoutLine('packages/a/src/two.ts:8: 2 plus 1: 2')).toBe('packages/a/src/two.ts: 2 plus 1: 2');
});
