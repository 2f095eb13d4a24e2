import { expect, test } from 'vitest';
import { compareLibraries } from './compare-libraries.ts';
import { libraryCases } from './libraries-suite.ts';
import type { LibraryCase } from './cases/library-case.ts';

test('each type of a library has a schema that agrees with tsc, or an error that suggests such a type', async () => {
  expect(libraryCases.length).toBeGreaterThan(100);
  expect(new Set(libraryCases.map(({ name }) => name)).size).toBe(libraryCases.length);
  expect(await compareLibraries(libraryCases, 1)).toEqual([]);
}, 120_000);

test('reports results that a case does not expect', async () => {
  const before =
    "import { z } from 'zod';\nconst schema = z.object({ a: z.string().min(3), b: z.string().nullable() });";
  const cases: LibraryCase[] = [
    { name: 'refused', type: 'z.infer<typeof schema>', before, refused: 'Date is not a JSON type', rules: 'min' },
    { name: 'silent', type: 'z.infer<typeof schema>', before },
    {
      name: 'way out',
      type: "z.infer<typeof schema>['a'] | { c: string }",
      before,
      refused: 'union',
      instead: 'Date',
      rules: 'min',
    },
  ];
  const failures = await compareLibraries(cases, 1);
  expect(failures.map(({ name }) => name)).toEqual(['refused', 'silent', 'way out, mended: Date']);
}, 60_000);
