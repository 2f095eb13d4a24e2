import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Its code is part of the built package, not one that is installed beside it. */
const bundled = new Map([['@kb/serving/http', createRequire(import.meta.url).resolve('@kb/serving/http')]]);
const start = fileURLToPath(new URL('adapters/election-thread.ts', import.meta.url));

/** Everything that a module imports at run time, transitively, lazily too. Types are left out. */
function importsOf(file: string, seen = new Map<string, string>()): ReadonlyMap<string, string> {
  const text = readFileSync(file, 'utf8');
  const found = [
    ...text.matchAll(/^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)';/gm),
    ...text.matchAll(/\bimport\('([^']+)'\)/g),
  ];
  for (const [, specifier = ''] of found) {
    const target = specifier.startsWith('.')
      ? path.resolve(path.dirname(file), specifier)
      : (bundled.get(specifier) ?? specifier);
    if (seen.has(target)) continue;
    seen.set(target, file);
    if (path.isAbsolute(target)) importsOf(target, seen);
  }
  return seen;
}

test("the thread loads only Node's modules and a few of our own: each package would be in memory twice", () => {
  const imports = importsOf(start);
  const packages = [...imports].filter(([target]) => !path.isAbsolute(target) && !target.startsWith('node:'));
  expect(packages).toEqual([]);
  expect(imports.size).toBeGreaterThan(15);
  expect(imports.size).toBeLessThan(50);
});
