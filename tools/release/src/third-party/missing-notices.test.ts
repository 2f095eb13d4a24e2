import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskSize, installedPackages } from './installed-packages.ts';
import { bundledNames, missingNotices } from './missing-notices.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kb-notices-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const line = '='.repeat(80);
const bundle = `// src/index.ts
const own = 1;
// ../../node_modules/@big/one/dist/a.js
const a = 1;
  // ../../node_modules/quoted/in-a-comment.js
// ../../node_modules/small/b.js
`;

test("finds third-party code by the bundler's comments", () => {
  write('dist/chunks/a.js', bundle);
  expect([...bundledNames(folder)]).toEqual(['@big/one', 'small']);
});

test('a package with only its own code needs no notices', () => {
  write('dist/index.js', '// src/index.ts\nexport {};\n');
  expect(missingNotices(folder)).toEqual([]);
});

test.each<[string, string | undefined, string[]]>([
  ['no notices at all', undefined, ['it contains code of @big/one, small, but no THIRD-PARTY-NOTICES.txt']],
  [
    'notices without one of them',
    `Notices\n${line}\n@big/one 1.0.0 (MIT)\n\nCopyright of one\n`,
    ['THIRD-PARTY-NOTICES.txt does not list small, whose code it contains'],
  ],
  [
    'a name without a licence',
    `Notices\n${line}\n@big/one 1.0.0 (MIT)\n\n${line}\nsmall 1.0.0 (ISC)\n\nPermission is granted\n`,
    ['THIRD-PARTY-NOTICES.txt lacks the licence text of @big/one'],
  ],
  [
    'complete notices',
    `Notices\n${line}\n@big/one 1.0.0 (MIT)\n\nCopyright of one\n${line}\nsmall 1.0.0 (ISC)\n\nPermission is granted\n`,
    [],
  ],
])('a bundle with %s', (_what, notices, problems) => {
  write('dist/index.js', bundle);
  if (notices !== undefined) write('THIRD-PARTY-NOTICES.txt', notices);
  expect(missingNotices(folder)).toEqual(problems);
});

test('code that is not bundled but contained in another way needs notices too', () => {
  write('dist/index.js', 'export {};\n');
  expect(missingNotices(folder, ['words'])).toEqual(['it contains code of words, but no THIRD-PARTY-NOTICES.txt']);
});

test('counts each copy of an installed package, and sizes in whole disk blocks', () => {
  for (const at of ['node_modules/a', 'node_modules/@b/c', 'node_modules/a/node_modules/@b/c']) {
    write(
      `${at}/package.json`,
      JSON.stringify({ name: at.slice(at.lastIndexOf('node_modules/') + 13), version: '1.0.0', license: 'MIT' }),
    );
    write(`${at}/deep/package.json`, '{"type":"module"}');
  }
  expect(installedPackages(folder).map(({ name }) => name)).toEqual(['@b/c', '@b/c', 'a']);
  write('node_modules/a/large.js', 'x'.repeat(4097));
  expect(diskSize(join(folder, 'node_modules/@b'))).toBe(4 * 4096);
  expect(diskSize(join(folder, 'node_modules/a/deep'))).toBe(4096);
});
