import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { openApiSchemaOf } from '@kb/kubernetes/data';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { defaultProjectPaths, generate, memoryReader, type ProjectFile } from './index.ts';

const corpus = path.join(import.meta.dirname, '../../../../shared/corpus/crds');

const project: ProjectFile = {
  version: '3',
  domain: 'example.com',
  repo: '',
  projectName: 'prose',
  layout: [],
  paths: { ...defaultProjectPaths, api: ['api'], controller: [] },
  resources: [],
};

/** A description of controller-gen, put into a JSDoc comment, must become the same description again. */
test.skipIf(!existsSync(corpus))('the descriptions of real CRDs survive JSDoc comments unchanged', async () => {
  const found = new Set<string>();
  for (const schema of realSchemas()) collect(schema, found);
  const descriptions = [...found];
  const fields = descriptions.map((text, index) => `${jsDoc(text)}\n  f${index}: string;`);
  const source = `// +groupName=prose.example.com

import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Prose extends KubernetesObject {
${fields.join('\n')}
}
`;
  const reader = memoryReader({ 'api/package.json': '{ "name": "prose" }', 'api/src/v1/index.ts': source });
  const { files, diagnostics } = await generate({ root: '/project', project, reader, builtInDescriptions: false });
  // Many long descriptions in one definition give a warning.
  expect(diagnostics.map(({ code }) => code)).toEqual(['KB_SIZE_LIMIT']);
  const content = files.find((file) => file.path.endsWith('.yaml'))?.content ?? '';
  const { properties } = parse(content).spec.versions[0].schema.openAPIV3Schema;
  for (const [index, text] of descriptions.entries()) expect(properties[`f${index}`].description).toBe(text);
  expect(descriptions.length).toBeGreaterThan(5000);
});

test.skipIf(!existsSync(corpus))('describes apiVersion and kind as real CRDs do', () => {
  const { apiVersion, kind } = openApiSchemaOf('meta/v1.TypeMeta', { descriptions: true }).properties ?? {};
  for (const { properties } of realSchemas()) expect(properties).toMatchObject({ apiVersion, kind });
  expect(realSchemas().length).toBeGreaterThan(150);
});

if (!existsSync(corpus)) console.warn('SKIPPED: there is no corpus of real CRDs: their descriptions were not tried');

let parsed: readonly JsonObject[] | undefined;

/** The schemas of controller-gen 0.14 and later; earlier versions joined the lines of descriptions. */
function realSchemas(): readonly JsonObject[] {
  return (parsed ??= [...schemasIn(corpus)]);
}

function* schemasIn(folder: string): Generator<JsonObject> {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const text = /\.ya?ml$/.test(file) ? readFileSync(path.join(folder, file), 'utf8') : '';
    if (!/controller-gen\.kubebuilder\.io\/version: v0\.(?:1[4-9]|2\d)\./.test(text) || text.startsWith('{{')) continue;
    for (const { schema } of parse(text).spec.versions) yield schema.openAPIV3Schema;
  }
}

function collect(schema: JsonObject, found: Set<string>): void {
  const { description, properties, items, additionalProperties } = schema;
  if (typeof description === 'string') found.add(description);
  for (const inner of [items, additionalProperties, ...Object.values(isJsonObject(properties) ? properties : {})])
    if (isJsonObject(inner)) collect(inner, found);
}

function jsDoc(text: string): string {
  const lines = text.split('\n').map((line) => (line === '' ? '   *' : `   * ${line}`));
  return ['  /**', ...lines, '   */'].join('\n');
}
