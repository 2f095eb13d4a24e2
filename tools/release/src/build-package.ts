/**
 * Builds the package in the current folder: writes declarations (by TypeScript) and JavaScript (by rolldown) to `dist`.
 * The arguments are further entries, relative to `src`.
 *
 *   node ../../tools/release/src/build-package.ts [FILE …]
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundlePackage } from './bundle-package.ts';

const folder = process.cwd();
rmSync(join(folder, 'dist'), { recursive: true, force: true });

const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const compiler = spawnSync(
  process.execPath,
  [join(typescript, 'bin', 'tsc'), '-p', 'tsconfig.build.json', '--emitDeclarationOnly'],
  { cwd: folder, stdio: 'inherit' },
);
if (compiler.status === 0) await bundlePackage({ folder, entries: process.argv.slice(2) });
else process.exitCode = 1;
