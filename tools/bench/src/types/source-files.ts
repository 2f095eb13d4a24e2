import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCompiler } from './run-compiler.ts';

/** The compiler options of a new project's tsconfig.json. */
export const compilerOptions: object = {
  target: 'es2024',
  lib: ['es2025'],
  module: 'nodenext',
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  declaration: true,
  skipLibCheck: true,
};

/** Writes a file, and creates its folder if needed. */
export function writeText(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes the package.json of a package with these type declarations, by entry. */
export function writeManifest(folder: string, name: string, types: Readonly<Record<string, string>>): void {
  const exports = Object.fromEntries(Object.entries(types).map(([entry, file]) => [entry, { types: file }]));
  writeText(path.join(folder, 'package.json'), JSON.stringify({ name, version: '0.0.0', type: 'module', exports }));
}

/** Emits the declarations of sources. All paths are absolute. `configuration`: where to write the tsconfig for it. */
export async function emitDeclarations(
  configuration: string,
  paths: {
    readonly rootDir: string;
    readonly outDir: string;
    readonly include: readonly string[];
    readonly exclude?: readonly string[];
  },
  more: object = {},
): Promise<void> {
  const { rootDir, outDir, include, exclude = [] } = paths;
  const emit = { rootDir, outDir, emitDeclarationOnly: true, rewriteRelativeImportExtensions: true };
  writeText(
    configuration,
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...emit, ...more }, include, exclude }),
  );
  await runCompiler(['-p', configuration]);
}
