import { expect, test } from 'vitest';
import { compareTwin } from './testdata/compare-twin.ts';
import { readTwin, twinNames } from './testdata/twins.ts';

test.each(twinNames)('%s: Go and TypeScript give what controller-gen 0.21 writes, byte for byte', async (name) => {
  for (const { file, expected, given } of await compareTwin(readTwin(name)))
    expect({ file, text: given }).toEqual({ file, text: expected });
});
