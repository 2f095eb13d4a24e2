import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatDiagnostics, generate, hasErrors, memoryReader, parseProjectFile } from '@kb/codegen';
import { type Manifest, readManifests } from '@kb/cli/dev';
import type { UnionApi } from './union-api.ts';

/** The API group of the unions. */
export const UNION_GROUP = 'unions.example.com';

const PROJECT = `version: "3"
domain: example.com
repo: example.com/unions
projectName: unions
layout:
- typescript.kb/v1
`;

/** Generates the CRDs of the APIs. Throws if the generator reports an error. */
export async function generateCrds(apis: readonly UnionApi[]): Promise<Manifest[]> {
  const version = 'packages/api/src/unions/v1';
  const names = apis.map(({ kind }) => kind.toLowerCase());
  const files = Object.fromEntries(
    apis.map(({ kind, source }, index) => [`${version}/${names[index]}.ts`, sourceOf(kind, source)]),
  );
  const { project: settings } = parseProjectFile(PROJECT);
  if (settings === undefined) throw new Error('the project file is invalid');
  const reader = memoryReader({
    ...files,
    'packages/api/package.json': '{ "name": "@unions/api" }',
    [`${version}/groupversion-info.ts`]: `// +groupName=${UNION_GROUP}\nexport {};\n`,
    [`${version}/index.ts`]: apis
      .map(({ kind }, index) => `export type { ${kind} } from './${names[index]}.ts';\n`)
      .join(''),
  });
  const result = await generate({ root: '/project', project: settings, reader, builtInDescriptions: false });
  if (hasErrors(result.diagnostics)) throw new Error(formatDiagnostics(result.diagnostics));
  return manifestsOf(result.files.filter(({ path: file }) => file.startsWith('config/crd/')));
}

function sourceOf(kind: string, source: string): string {
  return `
    import type { int32, KubernetesObject } from '@kb/apimachinery';
    import type { ConfigMapKeySelector, SecretKeySelector } from '@kb/kubernetes/core/v1';
    ${source}
    // +kubebuilder:object:root=true
    export interface ${kind} extends KubernetesObject {
      spec: ${kind}Spec;
    }
  `;
}

function manifestsOf(files: readonly { readonly path: string; readonly content: string }[]): Manifest[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-unions-'));
  try {
    for (const { path: file, content } of files) writeFileSync(path.join(folder, path.basename(file)), content);
    return readManifests(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
