import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packedSuites } from './test-packed.ts';

test.each(packedSuites)(
  'the tests of $folder that run on the package, and the modules that they replace, exist',
  (suite) => {
    const { folder, replaced, tests } = suite;
    const paths = [...Object.keys(replaced), ...tests].map((path) => `../../../../${folder}/${path}`);
    expect(paths.filter((path) => !existsSync(fileURLToPath(new URL(path, import.meta.url))))).toEqual([]);
  },
);
