import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { generate, memoryReader, parseProjectFile } from '@kb/codegen';
import { makeApi } from '../generate/make-api.ts';
import { printTypeScript } from '../generate/print-typescript.ts';
import { emitDeclarations, writeManifest, writeText } from './source-files.ts';

/** How a program sees an API and its client: as published packages, or as sources in the workspace of a kb project. */
export type ApiForm = 'declarations' | 'sources';

/**
 * Installs an API with this many kinds and its generated client, `@bench/api` and `@bench/client`, into
 * `root`/node_modules.
 */
export async function installApi(root: string, kinds: number, form: ApiForm): Promise<void> {
  const modules = path.join(root, 'node_modules/@bench');
  const sources = path.join(root, 'packages');
  mkdirSync(modules, { recursive: true });
  for (const [file, text] of await sourcesOf(kinds)) writeText(path.join(root, file), text);
  for (const name of ['api', 'client']) {
    writeManifest(path.join(sources, name), `@bench/${name}`, { './*': './src/*/index.ts' });
    symlinkSync(path.join(sources, name), path.join(modules, name));
  }
  if (form === 'sources') return;
  const emitted = path.join(root, 'emitted-api');
  await emitDeclarations(path.join(root, 'api.json'), {
    rootDir: sources,
    outDir: emitted,
    include: [path.join(sources, '*/src')],
  });
  for (const name of ['api', 'client']) {
    rmSync(path.join(modules, name));
    renameSync(path.join(emitted, name), path.join(modules, name));
    writeManifest(path.join(modules, name), `@bench/${name}`, { './*': './src/*/index.d.ts' });
  }
}

/** Returns the sources of the API's types and of its generated client, by path. */
async function sourcesOf(kinds: number): Promise<(readonly [file: string, text: string])[]> {
  const project = printTypeScript(makeApi(kinds));
  const { project: settings } = parseProjectFile(project.get('PROJECT') ?? '');
  if (settings === undefined) throw new Error("the API's PROJECT file is invalid");
  const reader = memoryReader(Object.fromEntries(project));
  const { files, diagnostics } = await generate({
    root: '/project',
    project: settings,
    reader,
    builtInDescriptions: false,
  });
  const client = files.filter((file) => file.path.startsWith('packages/client/'));
  if (client.length === 0)
    throw new Error(`no client was generated: ${diagnostics.map(({ message }) => message).join('; ')}`);
  const api = [...project].filter(([file]) => file.startsWith('packages/api/src/'));
  return [...api, ...client.map(({ path: file, content }) => [file, content] as const)];
}
