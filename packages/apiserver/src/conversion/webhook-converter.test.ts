import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conversionBatches } from './webhook-converter.ts';

test('batches hold all objects in order, within the limits of number and size, a larger object alone', () => {
  const length = fc.oneof(fc.nat(100), fc.constantFrom(200_000, 600_000));
  fc.assert(
    fc.property(fc.array(length, { maxLength: 700 }), (lengths) => {
      const objects = lengths.map((characters) => Object.freeze({ text: 'x'.repeat(characters) }));
      const batches = [...conversionBatches(objects)];
      expect(batches.flat()).toEqual(objects);
      for (const batch of batches) {
        const characters = batch.reduce((sum, object) => sum + JSON.stringify(object).length, 0);
        expect(batch.length).toBeLessThanOrEqual(250);
        expect(batch.length === 1 || characters <= 512 * 1024).toBe(true);
      }
      // No two neighbours fit into one batch.
      expect(batches.length).toBeLessThanOrEqual(
        1 + (2 * objects.length) / 250 + lengths.filter((it) => it > 1000).length * 2,
      );
    }),
    { numRuns: 30 },
  );
});
