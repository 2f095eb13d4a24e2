import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

/** Imports a built file and returns its exports. */
async function load(file: string): Promise<unknown> {
  return { ...((await import(pathToFileURL(join(folder, 'dist', file)).href)) as object) };
}

test('entries keep their paths, and code that they share is in a chunk', async () => {
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

test('lazily imported modules are separate files, and so are those that use import.meta.url', async () => {
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

test('unpublished modules are not built', async () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
  write('package.json', { ...manifest, files: ['dist', 'src', '!src/shows'] });
  write('src/index.ts', 'export const one = 1;\n');
  write('src/shows/find.ts', 'export const here: string = import.meta.url;\n');
  write('src/shop/v1.ts', 'export {};\n');
  expect(Object.keys(await filesOf())).not.toContain('shows/find.js');
});

test('files of the package outside of its sources are imported in place', async () => {
  write('plain/answer.js', 'export const answer = 42;\n');
  write('src/index.ts', `export { answer } from './deep/answer.ts';\n`);
  write('src/deep/answer.ts', `export { answer } from '../../plain/answer.js';\n`);
  write('src/shop/v1.ts', 'export {};\n');
  await filesOf();
  expect(await load('index.js')).toEqual({ answer: 42 });
});

test('files that are started by their path are entries, with side effects', async () => {
  write('src/index.ts', 'export const one = 1;\n');
  write('src/started.ts', `import { one } from './index.ts';\nprocess.env.STARTED = String(one);\n`);
  write('src/shop/v1.ts', 'export {};\n');
  expect(await filesOf(['started.ts'])).toMatchObject({ 'started.js': ['started.ts'], 'index.js': ['index.ts'] });
  expect(readFileSync(join(folder, 'dist/started.js'), 'utf8')).toMatch(/process\.env\.STARTED = /);
});

describe('a bundled package', () => {
  function install(name: string, license: string | undefined, files: Record<string, string>): void {
    write(`node_modules/${name}/package.json`, { name, version: '1.2.3', type: 'module', license, main: './index.js' });
    for (const [file, text] of Object.entries(files)) write(`node_modules/${name}/${file}`, text);
  }
  const notices = (): string => readFileSync(join(folder, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');

  beforeEach(() => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
    write('package.json', { ...manifest, dependencies: { big: '1.2.3' }, kb: { bundled: ['big'] } });
    write('src/index.ts', `export { used } from 'big/deep/used.js';\n`);
    write('src/shop/v1.ts', `export const late = async (): Promise<string> => (await import('big')).whole;\n`);
    install('big', 'MIT', {
      'index.js': `import { part } from 'small';\nexport const whole = 'whole ' + part;\n`,
      'deep/used.js': `import { never } from './never.js';\nexport const used = 'used';\nexport const other = never;\n`,
      'deep/never.js': `export const never = 'never';\n`,
      LICENSE: 'Copyright of big',
    });
    install('small', 'ISC', {
      'index.js': `export const part = 'part';\n`,
      'license.md': 'Copyright of small',
      'NOTICE.txt': 'small says',
    });
  });

  test('is in the bundle with its imports, without unused code', async () => {
    expect(await filesOf()).toMatchObject({
      'index.js': ['big/deep/never.js', 'big/deep/used.js', 'index.ts'],
      'third-party/big/index.js': ['big/index.js', 'small/index.js'],
    });
    expect(readFileSync(join(folder, 'dist/index.js'), 'utf8')).not.toContain('never');
    rmSync(join(folder, 'node_modules'), { recursive: true });
    expect(await load('index.js')).toEqual({ used: 'used' });
    const { late } = (await load('shop/v1.js')) as { late: () => Promise<string> };
    expect(await late()).toBe('whole part');
  });

  test('is listed in the notices, with its licence and the files that contain its code', async () => {
    await filesOf();
    expect(notices()).toMatch(/^Third-party notices of @kb\/sample\n/);
    expect(notices()).toMatch(
      /big 1\.2\.3 \(MIT\)\n.*\nContained in dist\/index\.js, dist\/third-party\/big\/index\.js\..*\n\nCopyright of big\n/,
    );
    expect(notices()).toMatch(/small 1\.2\.3 \(ISC\)\n[^=]*\nCopyright of small\n\nsmall says\n/);
  });

  test('is not listed when none of its code is used', async () => {
    write('src/shop/v1.ts', 'export {};\n');
    await filesOf();
    expect(notices()).not.toContain('small');
  });

  test.each<[string, () => void, RegExp]>([
    [
      'without a licence file',
      () => rmSync(join(folder, 'node_modules/small/license.md')),
      /small 1\.2\.3 is bundled, and has no licence file/,
    ],
    ['without a licence', () => install('small', undefined, {}), /small 1\.2\.3 declares no licence/],
    [
      'that is not a dependency',
      () => write('package.json', { name: '@kb/sample', kb: { bundled: ['big'] } }),
      /bundles big, which is not among its dependencies/,
    ],
  ])('%s is an error', async (_what, change, message) => {
    change();
    await expect(bundlePackage({ folder })).rejects.toThrow(message);
  });

  test('is listed when the package contains another part of it', async () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
    write('package.json', { ...manifest, kb: { carried: { small: 'Held in data: its words.' } }, dependencies: {} });
    write('src/index.ts', 'export {};\n');
    write('src/shop/v1.ts', 'export {};\n');
    await filesOf();
    expect(notices()).toMatch(/small 1\.2\.3 \(ISC\)\n.*\nHeld in data: its words\.\n\nCopyright of small/);
  });
});

test('a private package of this repository is bundled, and its dependencies have notices', async () => {
  write('package.json', {
    name: '@kb/sample',
    type: 'module',
    exports: { '.': { '@kb/source': './src/index.ts', default: './dist/index.js' } },
    dependencies: { '@kb/own': '0.0.0' },
    kb: { bundled: ['@kb/own'] },
  });
  const exports = { './a': './src/a.ts', './late': './src/late.ts' };
  write('own/package.json', { name: '@kb/own', private: true, type: 'module', exports });
  write('own/src/late.ts', `export const late: string = 'late';\nexport const never: string = 'never';\n`);
  write('own/src/a.ts', `export const a = async (): Promise<string> => (await import('big')).big;\n`);
  write('node_modules/big/package.json', {
    name: 'big',
    version: '1.2.3',
    type: 'module',
    license: 'MIT',
    main: 'i.js',
  });
  write('node_modules/big/i.js', `export const big = 'big';\n`);
  write('node_modules/big/LICENSE', 'Copyright of big');
  mkdirSync(join(folder, 'node_modules/@kb'));
  symlinkSync('../../own', join(folder, 'node_modules/@kb/own'));
  write(
    'src/index.ts',
    `export { a } from '@kb/own/a';\nexport const late = async (): Promise<string> => (await import('@kb/own/late')).late;\n`,
  );
  const files = await filesOf();
  expect(Object.keys(files).toSorted()).toEqual(['chunks/late.js', 'index.js', 'third-party/big/i.js']);
  const notices = readFileSync(join(folder, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  expect(notices).toContain('big 1.2.3 (MIT)');
  expect(notices).not.toContain('@kb/own');
  rmSync(join(folder, 'node_modules'), { recursive: true });
  rmSync(join(folder, 'own'), { recursive: true });
  const { a, late } = (await load('index.js')) as Record<'a' | 'late', () => Promise<string>>;
  expect([await a(), await late()]).toEqual(['big', 'late']);
});

test('other packages are imported', async () => {
  write('src/index.ts', `import { a, type B } from '@kb/other/deep';\nexport const b: B = a();\n`);
  write('src/shop/v1.ts', `import { type B } from '@kb/other';\nexport const c: B = { type: 'of nothing' };\n`);
  await filesOf();
  expect(readFileSync(join(folder, 'dist/index.js'), 'utf8')).toContain('from "@kb/other/deep"');
  // Importing only types loads nothing.
  expect(readFileSync(join(folder, 'dist/shop/v1.js'), 'utf8')).not.toContain('@kb/other');
});

test.each([
  [
    'a package that is not a dependency',
    `import '@kb/third';\n`,
    /imports @kb\/third, which is not among the dependencies/,
  ],
  ['a file of another package', `import '../../other/src/index.ts';\n`, /which is outside of its package/],
  ['a missing file', `export * from './nothing.ts';\n`, /nothing\.ts/],
])('%s is an error', async (_what, source, message) => {
  write('src/index.ts', source);
  write('src/shop/v1.ts', 'export {};\n');
  await expect(bundlePackage({ folder })).rejects.toThrow(message);
});

test('an export without a source is an error', async () => {
  write('src/index.ts', 'export {};\n');
  await expect(bundlePackage({ folder })).rejects.toThrow('exports ./src/*/v1.ts, which does not exist');
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
