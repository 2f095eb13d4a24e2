import { beforeAll, describe, expect, test } from 'vitest';
import { compareSequence, formatDifference, startForArea, wantedSequences } from './compare-areas.ts';
import { type KnownDifference, knownDifferences } from './known-differences.ts';
import { readRecording } from './recordings.ts';
import type { Area, Requester } from './sequence.ts';

/**
 * Declares the tests of some areas: one for each sequence, which fails if the embedded server's answers differ from
 * kube-apiserver's, and one that each known difference of these sequences still occurs, so that none outlives its
 * reason.
 */
export function testAreas(areas: readonly Area[]): void {
  const met = new Set<KnownDifference>();
  describe.each(areas)('$name', (area) => {
    const recording = readRecording(area);
    let requester: Requester;
    beforeAll(async () => {
      requester = await startForArea(area);
    });
    test.each(wantedSequences(area).map((placed) => ({ name: placed.sequence.name, placed })))(
      '$name',
      async ({ placed }) => {
        expect(Object.keys(recording), 'nothing is recorded').toContain(placed.sequence.name);
        const found = await compareSequence(requester, placed, recording);
        for (const known of found.met) met.add(known);
        expect(found.differences.map(formatDifference)).toEqual([]);
      },
    );
  });
  const ofThese = knownDifferences.filter((known) => areas.some(({ name }) => name === known.area));
  if (ofThese.length === 0) return;
  test('every known difference occurs', () => {
    expect(ofThese.filter((known) => !met.has(known))).toEqual([]);
  });
}
