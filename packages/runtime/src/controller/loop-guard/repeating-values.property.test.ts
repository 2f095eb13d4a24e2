import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRepeatingValues } from './repeating-values.ts';

/** Writes of several fields: the run, the field and the value. */
const start = fc.array(fc.record({ field: fc.constantFrom('a', 'b', 'c'), value: fc.jsonValue({ maxDepth: 2 }) }), {
  maxLength: 20,
});
const cycle = fc.array(fc.record({ field: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.integer() }), {
  minLength: 1,
  maxLength: 40,
});

test('a cycle is detected within a few rounds, whatever came before, and as long as it continues', () => {
  fc.assert(
    fc.property(start, cycle, (before, round) => {
      const values = createRepeatingValues();
      for (const { field, value } of before) values.add(new Map([[field, value]]));
      const answers: boolean[] = [];
      for (let run = 0; run < 6 * (before.length + round.length) + 8; run += 1) {
        const { field, value } = round[run % round.length] ?? { field: 'a', value: 0 };
        answers.push(values.add(new Map([[field, value]])));
      }
      const found = answers.indexOf(true);
      expect(found).toBeGreaterThanOrEqual(0);
      expect(found).toBeLessThanOrEqual(4 * (before.length + round.length) + 4);
      expect(answers.at(-1)).toBe(true);
      expect(values.fields().length).toBeLessThanOrEqual(4);
    }),
  );
});

test('values that are new each time never repeat, even when other fields flip', () => {
  fc.assert(
    fc.property(cycle, fc.integer({ min: 1, max: 300 }), (round, runs) => {
      const values = createRepeatingValues();
      for (let run = 0; run < runs; run += 1) {
        const { field, value } = round[run % round.length] ?? { field: 'a', value: 0 };
        expect(
          values.add(
            new Map<string, unknown>([
              [field, value],
              ['counter', run],
            ]),
          ),
        ).toBe(false);
      }
    }),
  );
});

test('any number of fields is followed in bounded memory', () => {
  const values = createRepeatingValues();
  for (let run = 0; run < 1000; run += 1) {
    values.add(new Map([[`f${run}`, run]]));
    expect(values.fields().length).toBeLessThanOrEqual(32);
  }
});

test('integers past 2^53 and removed fields have values too; values that are not JSON never repeat', () => {
  const values = createRepeatingValues();
  const written = [2n ** 60n, undefined, 2n ** 60n, undefined, 2n ** 60n, undefined];
  expect(written.map((value) => values.add(new Map([['a', value]]))).at(-1)).toBe(true);
  const odd = createRepeatingValues();
  const answers = Array.from({ length: 50 }, (_, run) =>
    odd.add(new Map([['a', run % 2 === 0 ? Number.NaN : () => 1]])),
  );
  expect(answers).toEqual(Array<boolean>(50).fill(false));
});
