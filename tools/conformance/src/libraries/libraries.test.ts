import { expect, test } from 'vitest';
import { compareLibraries } from './compare-libraries.ts';
import { libraries, libraryCases } from './libraries-suite.ts';
import type { LibraryCase } from './cases/library-case.ts';

test('there are more than a hundred types, each with a unique name', () => {
  expect(libraryCases.length).toBeGreaterThan(100);
  expect(new Set(libraryCases.map(({ name }) => name)).size).toBe(libraryCases.length);
});

test.each(Object.entries(libraries))(
  'each type of %s has a schema that agrees with tsc, or an error that suggests such a type',
  async (_, cases) => {
    expect(await compareLibraries(cases, 1)).toEqual([]);
  },
);

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
});
