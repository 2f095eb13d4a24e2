import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeLines } from './merge-lines.ts';

const text = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');

// What "git merge-file -p yours base theirs" of git 2.39 prints.
test.each([
  ['changes far apart', text('a', 'b', 'c'), text('A', 'b', 'c'), text('a', 'b', 'C'), text('A', 'b', 'C'), []],
  ['the same change', text('a', 'b'), text('a', 'B'), text('a', 'B'), text('a', 'B'), []],
  ['a removed and a kept line', text('a', 'b', 'c'), text('a', 'c'), text('a', 'b', 'c', 'd'), text('a', 'c', 'd'), []],
  [
    'one line in two ways',
    text('a', 'b', 'c'),
    text('a', 'x', 'c'),
    text('a', 'y', 'c'),
    text('a', '<<<<<<< yours', 'x', '=======', 'y', '>>>>>>> kb 2', 'c'),
    [2],
  ],
  [
    'neighbouring lines',
    text('a', 'b'),
    text('A', 'b'),
    text('a', 'B'),
    text('<<<<<<< yours', 'A', 'b', '=======', 'a', 'B', '>>>>>>> kb 2'),
    [1],
  ],
  [
    'a removed line that the other side changed',
    text('a', 'b', 'c'),
    text('a', 'c'),
    text('a', 'B', 'c'),
    text('a', '<<<<<<< yours', '=======', 'B', '>>>>>>> kb 2', 'c'),
    [2],
  ],
  [
    'different additions at one place, with a common end',
    text('a'),
    text('a', 'x', 'end'),
    text('a', 'y', 'end'),
    text('a', '<<<<<<< yours', 'x', '=======', 'y', '>>>>>>> kb 2', 'end'),
    [2],
  ],
  ['a last line without a line break', 'a', 'b', 'c', text('<<<<<<< yours', 'b', '=======', 'c', '>>>>>>> kb 2'), [1]],
])('%s', (_name, base, yours, theirs, want, conflicts) => {
  expect(mergeLines({ base, yours, theirs }, 'kb 2')).toEqual({ text: want, conflicts });
});

const someText = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 8 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

test('a side without changes leaves the other side as it is', () => {
  fc.assert(
    fc.property(someText, someText, (base, other) => {
      expect(mergeLines({ base, yours: base, theirs: other }, 'x')).toEqual({ text: other, conflicts: [] });
      expect(mergeLines({ base, yours: other, theirs: base }, 'x')).toEqual({ text: other, conflicts: [] });
      expect(mergeLines({ base, yours: other, theirs: other }, 'x')).toEqual({ text: other, conflicts: [] });
    }),
  );
});

test('both sides conflict in the same places whichever is merged into the other', () => {
  fc.assert(
    fc.property(someText, someText, someText, (base, yours, theirs) => {
      const one = mergeLines({ base, yours, theirs }, 'x');
      const two = mergeLines({ base, yours: theirs, theirs: yours }, 'x');
      expect(two.conflicts).toEqual(one.conflicts);
      expect(two.text.split('\n').toSorted()).toEqual(one.text.split('\n').toSorted());
    }),
  );
});

test("a conflict keeps every line of the author's text, and marks what it has from the other", () => {
  fc.assert(
    fc.property(someText, someText, someText, (base, yours, theirs) => {
      const { text: merged, conflicts } = mergeLines({ base, yours, theirs }, 'x');
      const added = theirs.split('\n').filter((line) => !base.split('\n').includes(line));
      const lines = merged.split('\n');
      for (const line of added) expect(lines).toContain(line);
      const mine = yours.split('\n').filter((line) => !base.split('\n').includes(line));
      for (const line of mine) expect(lines).toContain(line);
      expect(conflicts.map((at) => lines[at - 1])).toEqual(conflicts.map(() => '<<<<<<< yours'));
    }),
  );
});
