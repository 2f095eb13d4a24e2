import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testsOf } from './related-tests.ts';
import { type Mutant, sampleMutants } from './sample-mutants.ts';
import { createMutantTrial } from './try-mutant.ts';
import { copyRepository } from './work-copy.ts';

let scratch = '';
let root = '';

const LIMIT = `/** The largest number. */
export const LIMIT = 10;
`;

const FILES: Readonly<Record<string, string>> = {
  'vitest.config.ts': `export default { test: { include: ['src/**/*.test.ts'], passWithNoTests: false } };\n`,
  'packages/numbers/package.json': JSON.stringify({
    name: '@example/numbers',
    type: 'module',
    scripts: { test: 'vitest run' },
    exports: { '.': './src/limit.ts' },
  }),
  'packages/numbers/src/limit.ts': LIMIT,
  'packages/numbers/src/check.ts': `import { LIMIT } from './limit.ts';
export const isSmall = (number: number): boolean => number < LIMIT;
export const isEven = (number: number): boolean => number % 2 === 0;
`,
  'packages/numbers/src/check.test.ts': `import { expect, test } from 'vitest';
import { isEven, isSmall } from './check.ts';
test('small (or not)', () => expect([isSmall(9), isSmall(10)]).toEqual([true, false]));
test('even', () => expect(isEven(2)).toBe(true));
`,
  'packages/numbers/src/limit.test.ts': `import { expect, test } from 'vitest';
import * as numbers from '@example/numbers';
test('has a limit', () => expect(numbers).toHaveProperty('LIMIT'));
`,
  'packages/numbers/src/other.test.ts': `import { expect, test } from 'vitest';
test('fails in any case', () => expect(1).toBe(2));
`,
  'packages/untested/package.json': '{"name":"@example/untested"}',
  'packages/untested/src/a.ts': 'export const a = 1;\n',
};

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'kb-mutation-test-'));
  root = join(scratch, 'repository');
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  mkdirSync(join(root, 'node_modules/@example'), { recursive: true });
  symlinkSync('../../packages/numbers', join(root, 'node_modules/@example/numbers'));
  for (const name of ['vitest', 'vite']) {
    const installed = dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
    symlinkSync(installed, join(root, 'node_modules', name));
  }
});

afterAll(() => rmSync(scratch, { recursive: true }));

const samples = (words: readonly string[] = []): Mutant[] => sampleMutants({ root, seed: 1, count: 100, words });

test('draws one mutant per line, only of packages with tests, and the same ones for the same seed', () => {
  const lines = samples().map(({ file, line }) => `${file}:${line}`);
  expect(lines.toSorted()).toEqual([
    'packages/numbers/src/check.ts:2',
    'packages/numbers/src/check.ts:3',
    'packages/numbers/src/limit.ts:2',
  ]);
  expect(samples()).toEqual(samples());
  expect(samples(['limit']).map(({ replaced }) => replaced)).toEqual(['10']);
});

test('testsOf returns the tests that import a file, the nearest first', () => {
  const folder = join(root, 'packages/numbers');
  expect(testsOf(folder, 'src/limit.ts')).toEqual({
    related: ['src/limit.test.ts', 'src/check.test.ts'],
    others: ['src/other.test.ts'],
  });
  expect(testsOf(folder, 'src/check.ts').related).toEqual(['src/check.test.ts']);
});

test('a mutant is killed if a test in the copy detects it, and survives otherwise', async () => {
  const copy = join(scratch, 'copy');
  copyRepository(root, copy);
  const trial = createMutantTrial(copy);
  const mutant = (file: string, replaced: string, text: string): Mutant => {
    const path = `packages/numbers/src/${file}`;
    const source = readFileSync(join(root, path), 'utf8');
    const start = source.indexOf(replaced);
    const end = start + replaced.length;
    return { folder: 'packages/numbers', file: path, start, end, text, line: 1, what: 'changed', replaced, code: '' };
  };
  expect(await trial.run(mutant('limit.ts', '10;', '11;'), 'related')).toBe('killed');
  expect(await trial.run(mutant('limit.ts', '10;', '9 + 1;'), 'related')).toBe('survived');
  // This failure is not caused by the mutation.
  expect(await trial.run(mutant('limit.ts', '10;', '9 + 1;'), 'others')).toBe('undecided');
  expect(readFileSync(join(copy, 'packages/numbers/src/limit.ts'), 'utf8')).toBe(LIMIT);
});
