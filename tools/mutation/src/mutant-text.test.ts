import { expect, it } from 'vitest';
import { survivorsIn, withoutLine } from './mutant-text.ts';

it('reads the surviving mutants from the output of a run', () => {
  const output = [
    '1/3 killed      3 s  packages/a/src/one.ts:61: < to <=: <',
    '2/3 survived  120 s  packages/a/src/two.ts:7: 2 plus 1: 2',
    '3/3 survived   12 s  packages/a/src/three.ts:9: && to ||: &&',
    'the other tests of the package, for the 2 that survived:',
    '1/2 survived   44 s  packages/a/src/two.ts:7: 2 plus 1: 2',
    '2/2 killed     31 s  packages/a/src/three.ts:9: && to ||: &&',
    'survived: packages/a/src/two.ts:7: 2 plus 1: 2',
  ].join('\n');
  expect([...survivorsIn(output)]).toEqual(['packages/a/src/two.ts: 2 plus 1: 2']);
});

it('recognises a mutant whose line number has changed', () => {
  expect(withoutLine('packages/a/src/two.ts:8: 2 plus 1: 2')).toBe('packages/a/src/two.ts: 2 plus 1: 2');
});
