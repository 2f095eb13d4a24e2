import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { printYaml } from './print-yaml.ts';

const corpus = path.join(import.meta.dirname, '../../../../../shared/corpus');

/** Files that another tool rewrote after controller-gen, and what shows it. */
const rewritten: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../testdata/rewritten-crds.json'), 'utf8'),
);

test.skipIf(!existsSync(corpus))('prints the CRDs that controller-gen wrote with their own bytes', () => {
  const same: string[] = [];
  const different: string[] = [];
  for (const file of readdirSync(corpus, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.ya?ml$/.test(file)) continue;
    const text = readFileSync(path.join(corpus, file), 'utf8').replace(/^---\n/, '');
    // Files with several objects were put together by other tools; templates are no YAML.
    if (/^---$/m.test(text) || text.startsWith('{{')) continue;
    if (!/controller-gen\.kubebuilder\.io\/version: \(?v?(?:0\.\d+|devel|unknown)/.test(text)) continue;
    (printYaml(parse(text)) === text ? same : different).push(file.split(path.sep).join('/'));
  }
  console.log(
    `YAML of the corpus: ${same.length} of ${same.length + different.length}; the others were rewritten by other tools`,
  );
  expect(different).toEqual(Object.keys(rewritten).sort());
  expect(same.length).toBeGreaterThan(100);
});

if (!existsSync(corpus))
  console.warn('SKIPPED: there is no corpus of real CRDs beside the project, so that nothing was compared with it');
