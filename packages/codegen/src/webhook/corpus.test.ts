import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../index.ts';
import {
  expectedWebhooks,
  manifestCorpus as corpus,
  printedManifest,
  runManifestTwins as run,
  webhookTwins as names,
} from '../test-support/corpus-manifests.ts';

/** The markers of controller-gen's own tests, in TypeScript. */
const twins = path.join(import.meta.dirname, '../testdata');
const hasCorpus = existsSync(corpus);
if (!hasCorpus)
  console.warn(`SKIPPED: webhooks and roles are not compared with controller-gen's, ${corpus} is not there`);

/** Formats diagnostics on one line each, without the markers that they are about. */
function short(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ line, code, message }) => `${line} ${code} ${message}\n`).join('');
}

test.runIf(hasCorpus).each(names.filter((name) => !name.startsWith('invalid-')))(
  "%s gives controller-gen's output",
  (name) => {
    const { files } = run([`corpus-webhook/${name}`]);
    expect(files.map(({ path: made }) => made)).toEqual(['none/webhook/manifests.yaml']);
    expect(files[0]?.content).toBe(expectedWebhooks(name));
  },
);

describe.each(names)('webhooks of the corpus: %s', (name) => {
  const { diagnostics } = run([`corpus-webhook/${name}`]);
  const diagnosticsFile = path.join(twins, 'corpus-webhook', name, 'diagnostics.txt');
  const isValid = !name.startsWith('invalid-');

  test('reports what the API server, or controller-gen, refuses', () => {
    const said = short(diagnostics);
    if (process.env['KB_UPDATE'] === '1' && said !== '') writeFileSync(diagnosticsFile, said);
    expect(said).toBe(existsSync(diagnosticsFile) ? readFileSync(diagnosticsFile, 'utf8') : '');
    expect(isValid || said !== '').toBe(true);
  });
});

test('does not depend on the order of the packages', () => {
  const folder = 'corpus-webhook/valid-crosspkg-stable';
  const folders = [`${folder}/v1`, `${folder}/v1alpha1`];
  expect(run(folders).files).toHaveLength(1);
  expect(run(folders.toReversed()).files).toEqual(run(folders).files);
});

test.runIf(hasCorpus)('roles of the corpus', () => {
  const { files, diagnostics } = run(['corpus-rbac']);
  expect(short(diagnostics)).toBe('');
  expect(files.map(({ content }) => content)).toEqual([printedManifest('rbac/testdata/role.yaml')]);
});

test.runIf(hasCorpus)('every folder of the corpus has a twin', () => {
  const folders = readdirSync(path.join(corpus, 'webhook/testdata'), { withFileTypes: true });
  const wanted = folders.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  expect(names).toEqual(expect.arrayContaining(wanted));
});
