import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { problemsOfPacked } from './problems-of-packed.ts';

const folder = mkdtempSync(join(tmpdir(), 'kb-packed-test-'));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const good = {
  'package.json': JSON.stringify({
    name: '@example/shop',
    version: '1.0.0',
    type: 'module',
    license: 'MIT',
    files: ['dist'],
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' },
    engines: { node: '>=20' },
    sideEffects: false,
  }),
  'dist/index.js': 'export const price = 1;\n',
  'dist/index.d.ts': 'export declare const price: number;\n',
};

function problemsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return problemsOfPacked({ name: '@example/shop', version: '1.0.0', folder });
}

test('a correct package has no problems', async () => {
  expect(await problemsOf(good)).toEqual([]);
});

test('an entry whose file is missing is a problem of publint', async () => {
  const { 'dist/index.js': _, ...rest } = good;
  expect((await problemsOf(rest)).join('\n')).toContain('publint: ');
});

test('types that import what cannot be resolved are a problem of arethetypeswrong', async () => {
  const types = "export * from './other';\n";
  expect((await problemsOf({ ...good, 'dist/index.d.ts': types })).join('\n')).toContain('arethetypeswrong: ');
});

test('a package of commands alone needs no types', async () => {
  const { exports: _exports, ...rest } = JSON.parse(good['package.json']) as Record<string, unknown>;
  const manifest = { ...rest, files: ['bin'], bin: 'bin/shop.js', exports: { './package.json': './package.json' } };
  const command = '#!/usr/bin/env node\nconsole.log(1);\n';
  expect(await problemsOf({ 'package.json': JSON.stringify(manifest), 'bin/shop.js': command })).toEqual([]);
});

test('types of a package that is not installed are a problem', async () => {
  const types =
    "import type { A } from '@example/other/a';\nimport type { B } from 'node:fs';\nexport type C = A | B;\n";
  expect(await problemsOf({ ...good, 'dist/index.d.ts': types })).toEqual([
    'types: dist/index.d.ts imports @example/other/a, which is not installed with it',
  ]);
});

test('files of tests are a problem', async () => {
  const tests = { 'src/price.test.ts': '', 'src/testdata/prices.json': '{}', 'src/test-support/shop.ts': '' };
  expect(await problemsOf({ ...good, ...tests })).toEqual([
    'files: src/price.test.ts is of tests only',
    'files: src/test-support/shop.ts is of tests only',
    'files: src/testdata/prices.json is of tests only',
  ]);
});
