import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryReader, parseProjectFile, type ProjectFile } from '@kb/codegen';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-support/run-kb.ts';
import { editedComponents } from '../components/switch-components.ts';
import { loadFrozenScaffold } from '../../update/base-scaffold.ts';
import { renderScaffold } from './render-scaffold.ts';
import { scaffoldFacts } from './scaffold-facts.ts';

const recorded = fileURLToPath(new URL('../../../testdata/scaffolds', import.meta.url));
const scaffolds = globSync('*/*.json', { cwd: recorded })
  .toSorted()
  .map((name) => {
    const { files } = JSON.parse(readFileSync(path.join(recorded, name), 'utf8')) as { files: Record<string, string> };
    return { name: name.replaceAll(path.sep, '/'), version: path.dirname(name), files };
  });

/** Files that `kb generate` writes, and the record of what was rendered. */
const GENERATED =
  /^config\/(?:crd\/bases\/.*|rbac\/role\.yaml|webhook\/manifests\.yaml)$|^packages\/client\/src\/|^PROJECT\.lock$/;

function writtenByTemplates(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([file]) => !GENERATED.test(file)));
}

function projectOf(files: Readonly<Record<string, string>>): ProjectFile {
  const { project } = parseProjectFile(files['PROJECT'] ?? '');
  if (project === undefined) throw new Error('PROJECT cannot be read');
  return project;
}

test.each(scaffolds)('$name: the frozen scaffold renders the recorded files', async ({ version, files }) => {
  const render = await loadFrozenScaffold(version);
  expect(render?.(projectOf(files), { kbVersion: version })).toEqual(writtenByTemplates(files));
});

test('every recorded version has a frozen scaffold, and other versions have none', async () => {
  const versions = [...new Set(scaffolds.map(({ version }) => version))];
  const frozen = globSync('*.js', { cwd: fileURLToPath(new URL('../../../scaffolds', import.meta.url)) });
  expect(frozen.map((file) => path.basename(file, '.js')).toSorted()).toEqual(versions);
  expect(await loadFrozenScaffold('0.0.1')).toBeUndefined();
  expect(await loadFrozenScaffold('../main')).toBeUndefined();
});

test('the templates of this version render what the commands write', async () => {
  using folder = testFolder();
  expect(await folder.kb('init', '--domain', 'example.com')).toMatchObject({ code: 0 });
  expect(await folder.kb('create', 'api', '--group', 'crew', '--kind', 'Captain')).toMatchObject({ code: 0 });
  expect(
    await folder.kb('create', 'api', '--group', 'crew', '--kind', 'Admiral', '--no-namespaced', '--no-controller'),
  ).toMatchObject({ code: 0 });
  expect(await folder.kb('create', 'api', '--group', 'crew', '--kind', 'Captain', '--version', 'v2')).toMatchObject({
    code: 0,
  });
  for (const flags of [
    ['--kind', 'Captain', '--version', 'v2', '--conversion', '--defaulting'],
    ['--kind', 'Admiral', '--programmatic-validation'],
    ['--group', 'core', '--kind', 'Pod', '--defaulting'],
  ])
    expect(await folder.kb('create', 'webhook', ...flags)).toMatchObject({ code: 0 });
  const files = folder.snapshot();
  const facts = scaffoldFacts(projectOf(files), memoryReader(files));
  expect(facts.components?.map(({ name }) => name)).toEqual(['webhook', 'cert-manager']);
  // The parts themselves are in no template.
  const kustomization = 'config/default/kustomization.yaml';
  files[kustomization] = editedComponents(files[kustomization] ?? '', facts.components ?? [], 'remove') ?? '';
  expect(renderScaffold(projectOf(files), facts)).toEqual(writtenByTemplates(files));
});
