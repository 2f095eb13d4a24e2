import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundlePackage } from './bundle-package.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kb-bundle-'));
  write('package.json', {
    name: '@kb/sample',
    version: '1.0.0',
    type: 'module',
    exports: {
      '.': { '@kb/source': './src/index.ts', default: './dist/index.js' },
      './*/v1': { '@kb/source': './src/*/v1.ts', default: './dist/*/v1.js' },
      './package.json': './package.json',
    },
    dependencies: { '@kb/other': '1.0.0' },
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, content: object | string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
}

async function filesOf(entries: string[] = []): Promise<Record<string, readonly string[]>> {
  const files = await bundlePackage({ folder, entries });
  return Object.fromEntries(files.map(({ file, sources }) => [file, sources.toSorted()]));
}

/** What the built package exports. */
async function load(file: string): Promise<unknown> {
  return { ...((await import(pathToFileURL(join(folder, 'dist', file)).href)) as object) };
}

test('entries stay at their paths, and what they share is in a chunk', async () => {
  write('src/index.ts', `import { one } from './one.ts';\nexport const two: number = one() + one();\n`);
  write('src/shop/v1.ts', `import { one } from '../one.ts';\nexport const three: number = one() + 2;\n`);
  write('src/one.ts', `/** One. */\nexport const one = (): number => 1;\nexport const never = 'unused';\n`);
  write('src/one.test.ts', `throw new Error('not built');\n`);
  expect(await filesOf()).toEqual({
    'index.js': ['index.ts'],
    'shop/v1.js': ['shop/v1.ts'],
    'chunks/one.js': ['one.ts'],
  });
  expect(await load('index.js')).toEqual({ two: 2 });
  expect(await load('shop/v1.js')).toEqual({ three: 3 });
  expect(readFileSync(join(folder, 'dist/chunks/one.js'), 'utf8')).toMatch(/One\.[^]*const one = /);
});

test('what is imported lazily is a file of its own, and so is what asks where it is', async () => {
  write(
    'src/index.ts',
    `import { here } from './deep/here.ts';\nexport { here };\nexport const late = async (): Promise<number> => (await import('./deep/late.ts')).late;\n`,
  );
  write('src/deep/here.ts', `export const here: string = new URL('../../data/', import.meta.url).href;\n`);
  write('src/deep/late.ts', `import { here } from './here.ts';\nexport const late: number = here.length;\n`);
  write('src/shop/v1.ts', `export { here } from '../deep/here.ts';\n`);
  expect(await filesOf()).toEqual({
    'index.js': ['index.ts'],
    'deep/here.js': ['deep/here.ts'],
    'deep/late.js': ['deep/late.ts'],
    'shop/v1.js': ['shop/v1.ts'],
  });
  const here = pathToFileURL(join(folder, 'data/')).href;
  expect(await load('shop/v1.js')).toEqual({ here });
  expect(await load('deep/late.js')).toEqual({ late: here.length });
});

test('what is not published is not built', async () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
  write('package.json', { ...manifest, files: ['dist', 'src', '!src/shows'] });
  write('src/index.ts', 'export const one = 1;\n');
  write('src/shows/find.ts', 'export const here: string = import.meta.url;\n');
  write('src/shop/v1.ts', 'export {};\n');
  expect(Object.keys(await filesOf())).not.toContain('shows/find.js');
});

test('files of the package beside its sources are imported from where they are', async () => {
  write('plain/answer.js', 'export const answer = 42;\n');
  write('src/index.ts', `export { answer } from './deep/answer.ts';\n`);
  write('src/deep/answer.ts', `export { answer } from '../../plain/answer.js';\n`);
  write('src/shop/v1.ts', 'export {};\n');
  await filesOf();
  expect(await load('index.js')).toEqual({ answer: 42 });
});

test('files that something starts by their path are entries, with what they do', async () => {
  write('src/index.ts', 'export const one = 1;\n');
  write('src/started.ts', `import { one } from './index.ts';\nprocess.env.STARTED = String(one);\n`);
  write('src/shop/v1.ts', 'export {};\n');
  expect(await filesOf(['started.ts'])).toMatchObject({ 'started.js': ['started.ts'], 'index.js': ['index.ts'] });
  expect(readFileSync(join(folder, 'dist/started.js'), 'utf8')).toMatch(/process\.env\.STARTED = /);
});

test('other packages are imported', async () => {
  write('src/index.ts', `import { a, type B } from '@kb/other/deep';\nexport const b: B = a();\n`);
  write('src/shop/v1.ts', `import { type B } from '@kb/other';\nexport const c: B = { type: 'of nothing' };\n`);
  await filesOf();
  expect(readFileSync(join(folder, 'dist/index.js'), 'utf8')).toContain('from "@kb/other/deep"');
  // Types alone load nothing.
  expect(readFileSync(join(folder, 'dist/shop/v1.js'), 'utf8')).not.toContain('@kb/other');
});

test.each([
  [
    'a package that is no dependency',
    `import '@kb/third';\n`,
    /imports @kb\/third, which the dependencies .* do not name/,
  ],
  ['a file of another package', `import '../../other/src/index.ts';\n`, /which is outside of its package/],
  ['a file that is not there', `export * from './nothing.ts';\n`, /nothing\.ts/],
])('%s is an error', async (_what, source, message) => {
  write('src/index.ts', source);
  write('src/shop/v1.ts', 'export {};\n');
  await expect(bundlePackage({ folder })).rejects.toThrow(message);
});

test('an export without a source is an error', async () => {
  write('src/index.ts', 'export {};\n');
  await expect(bundlePackage({ folder })).rejects.toThrow('exports ./src/*/v1.ts, which is not there');
});

test('two builds give the same bytes', async () => {
  for (const name of ['a', 'b', 'c', 'd'])
    write(`src/${name}/shared.ts`, `export const ${name} = (): string => '${name}';\n`);
  write(
    'src/index.ts',
    `export { a } from './a/shared.ts';\nexport { b } from './b/shared.ts';\nexport { c } from './c/shared.ts';\n`,
  );
  write(
    'src/x/v1.ts',
    `export { b } from '../b/shared.ts';\nexport { c } from '../c/shared.ts';\nexport { d } from '../d/shared.ts';\n`,
  );
  write(
    'src/y/v1.ts',
    `export { c } from '../c/shared.ts';\nexport { d } from '../d/shared.ts';\nexport { a } from '../a/shared.ts';\n`,
  );
  const files = Object.keys(await filesOf());
  const texts = files.map((file) => readFileSync(join(folder, 'dist', file), 'utf8'));
  expect(Object.keys(await filesOf())).toEqual(files);
  expect(files.map((file) => readFileSync(join(folder, 'dist', file), 'utf8'))).toEqual(texts);
  expect(files.length).toBeGreaterThan(4);
});
