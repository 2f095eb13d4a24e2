// Projects that earlier versions scaffolded, as they were written: each keeps working with this version.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testFolder } from './test-support/run-kb.ts';

/** A project as a version of kb scaffolded it. */
interface FrozenScaffold {
  /** The commands, in order, without `kb`. */
  readonly commands: readonly (readonly string[])[];
  /** Every file that they wrote, with its content. */
  readonly files: Readonly<Record<string, string>>;
}

const scaffolds = fileURLToPath(new URL('../testdata/scaffolds', import.meta.url));
const names = globSync('*/*.json', { cwd: scaffolds }).toSorted();

test('the scaffolds of 0.1.0 are there', () => {
  expect(names.map((name) => name.replaceAll(path.sep, '/'))).toEqual([
    '0.1.0/empty.json',
    '0.1.0/one-kind.json',
    '0.1.0/several-kinds.json',
  ]);
});

test.each(names)('%s: generated files are up to date, and a kind can be added', async (name) => {
  const { files } = JSON.parse(readFileSync(path.join(scaffolds, name), 'utf8')) as FrozenScaffold;
  using folder = testFolder();
  for (const [file, content] of Object.entries(files)) folder.write(file, content);
  expect(await folder.kb('generate', '--check')).toMatchObject({ code: 0, err: '' });
  const added = await folder.kb('create', 'api', '--group', 'late', '--version', 'v1', '--kind', 'Comer');
  expect(added).toMatchObject({ code: 0, err: '' });
  // What a person may have edited stays, but for the entries of the new kind.
  const after = folder.snapshot();
  const changed = Object.keys(files).filter((file) => after[file] !== files[file]);
  expect(
    changed.filter((file) => !/kustomization\.yaml$|\/(?:controllers|crds)\.ts$|^PROJECT$|role\.yaml$/.test(file)),
  ).toEqual([]);
});
