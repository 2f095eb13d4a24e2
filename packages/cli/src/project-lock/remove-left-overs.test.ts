import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { defaultProjectPaths } from '@kb/codegen';
import { expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';
import { removeLeftOvers } from './remove-left-overs.ts';

const leftOver = 'shop.ts.kb-0123456789abcdef.tmp';

/** The left-overs of a folder. */
const leftIn = (folder: TestFolder): string[] =>
  readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(leftOver))
    .toSorted();

test('removes them in the folders that kb writes to, and through links that stay in the project', () => {
  using project = testFolder();
  for (const folder of ['packages/api/src', 'config/crd', 'shared', 'mine']) project.write(`${folder}/${leftOver}`, '');
  project.write('packages/api/src/shop.ts', '');
  symlinkSync('../../../shared', path.join(project.path, 'packages/api/src/shared'));
  symlinkSync('.', path.join(project.path, 'packages/api/src/round'));
  symlinkSync('nowhere', path.join(project.path, 'packages/api/src/broken'));
  symlinkSync('shop.ts', path.join(project.path, 'packages/api/src/link.ts'));
  removeLeftOvers(project.path, defaultProjectPaths);
  expect(leftIn(project)).toEqual([`mine/${leftOver}`]);
});

test.each(['packages/api/src/shared', 'config'])('does not follow a link %s out of the project', (link) => {
  using project = testFolder();
  using other = testFolder();
  other.write(leftOver, 'theirs');
  other.write(`crd/${leftOver}`, 'theirs');
  mkdirSync(path.dirname(path.join(project.path, link)), { recursive: true });
  symlinkSync(other.path, path.join(project.path, link));
  removeLeftOvers(project.path, defaultProjectPaths);
  expect(leftIn(other)).toEqual([`crd/${leftOver}`, leftOver]);
});

test('follows a path of PROJECT that is itself outside', () => {
  using project = testFolder();
  using other = testFolder();
  other.write(`crd/${leftOver}`, '');
  removeLeftOvers(project.path, { ...defaultProjectPaths, config: path.relative(project.path, other.path) });
  expect(leftIn(other)).toEqual([]);
});
