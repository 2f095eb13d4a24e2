import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { kinds } from '../../src/data/kinds.ts';
import { packageNames, typesOf } from '../../src/data/types.ts';
import { clientNodeFolder } from './client-node-folder.ts';
import { clientNodeNames } from './client-node-names.ts';
import { listMapKeysSource } from './list-map-keys.ts';
import { packageSource } from './package-source.ts';

/** Every generated file of the package at `root`, by path from there. */
export async function generatedFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const classes = clientNodeNames(clientNodeFolder(root));
  for (const name of packageNames()) {
    // Packages without a version (resource, intstr…) have nothing that @kb/apimachinery has not.
    if (!name.includes('/')) continue;
    const source = packageSource(name, typesOf(name), kinds(), classes);
    if (source !== undefined) files.set(`src/${name}.ts`, source);
  }
  files.set('src/wire/list-map-keys.ts', listMapKeysSource());
  const config = await resolveConfig(join(root, 'package.json'));
  for (const [file, source] of files) files.set(file, await format(source, { ...config, parser: 'typescript' }));

  files.set('data/not-exported.json', notExported(files));
  const byClass = [...classes]
    .map(([type, className]) => [className, type] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  files.set('data/client-node.json', `${JSON.stringify(Object.fromEntries(byClass), null, 1)}\n`);
  return files;
}

/** The types of the data file that have no export in the sources of their packages, as the text of a data file. */
function notExported(files: ReadonlyMap<string, string>): string {
  const missing: Record<string, readonly string[]> = {};
  for (const name of packageNames()) {
    const source = files.get(`src/${name}.ts`);
    if (source === undefined) continue;
    const exported = new Set(
      [...source.matchAll(/^export (?:type|interface|const) (?:\{ (?:\w+ as )?)?(\w+)/gm)].map(([, own]) => own),
    );
    const names = typesOf(name).flatMap(({ localName }) => (exported.has(localName) ? [] : [localName]));
    if (names.length > 0) missing[name] = names;
  }
  return `${JSON.stringify(missing, null, 1)}\n`;
}

/** Files in the places of generated ones: those of group versions that are there, by path from the package's folder. */
export function presentFiles(root: string): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^v\d\w*\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}
