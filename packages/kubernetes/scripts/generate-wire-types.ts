/**
 * Writes src/<group>/<version>.ts (wire types, apply types and resource handles of the built-in kinds)
 * and data/client-node.json, from the data file and the names of @kubernetes/client-node's types. With `--check` it
 * writes nothing, and fails when a file differs.
 *
 *   node scripts/generate-wire-types.ts [--check]
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedFiles, presentFiles } from './wire-types/generated-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const files = await generatedFiles(root);
const differing: string[] = [];

for (const [file, content] of files) {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === content) continue;
  differing.push(file);
  if (check) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
for (const file of presentFiles(root)) {
  if (files.has(file)) continue;
  differing.push(file);
  if (!check) rmSync(join(root, file));
}
if (check && differing.length > 0) {
  console.error(
    `not as generated: ${differing.join(', ')}\nrun \`npm run wire-types -w @kb/kubernetes\` and commit the result`,
  );
  process.exitCode = 1;
}
