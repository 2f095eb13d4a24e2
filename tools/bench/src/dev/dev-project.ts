import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '@kb/tools-release';

/** A new project whose operator says at each reconcile which code runs. */
export interface DevProject {
  readonly folder: string;
  /** Changes the code of the controller, so that its reconciles print this text. */
  saveController(text: string): void;
  /** Adds a field with this name to the type. */
  saveType(field: string): void;
  remove(): void;
}

const CONTROLLER = 'packages/controller/src/shop.controller.ts';
const TYPES = 'packages/api/src/shop/v1/shop.types.ts';

/** The arguments that run kb from the sources of this repository. */
export const kbArguments: readonly string[] = [
  '--conditions=@kb/source',
  path.join(repositoryRoot, 'packages/cli/bin/kb.js'),
];

/** Makes a project with one kind. Its packages of kb are the sources of this repository. */
export function makeDevProject(): DevProject {
  const parent = mkdtempSync(path.join(tmpdir(), 'kb-bench-dev-'));
  const folder = path.join(parent, 'shop');
  mkdirSync(folder);
  const kb = (...args: string[]): void =>
    void execFileSync(process.execPath, [...kbArguments, ...args], { cwd: folder, stdio: 'ignore' });
  kb('init', '--domain', 'example.com', '--repo', 'example.com/shop');
  kb('create', 'api', '--group', 'shop', '--version', 'v1', '--kind', 'Shop');
  kb('generate');
  const modules = path.join(folder, 'node_modules');
  mkdirSync(path.join(modules, '@shop'), { recursive: true });
  symlinkSync(path.join(repositoryRoot, 'node_modules/@kb'), path.join(modules, '@kb'));
  for (const name of ['api', 'client'])
    symlinkSync(path.join(folder, 'packages', name), path.join(modules, '@shop', name));
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  const [controller, types] = [read(CONTROLLER), read(TYPES)];
  const saveController = (text: string): void =>
    writeFileSync(
      path.join(folder, CONTROLLER),
      changed(controller, '  const object =', `  console.log('${text}');\n  const object =`),
    );
  return {
    folder,
    saveController,
    saveType: (field) =>
      writeFileSync(
        path.join(folder, TYPES),
        changed(types, '  foo?: string;', `  foo?: string;\n  ${field}?: string;`),
      ),
    remove: () => rmSync(parent, { recursive: true }),
  };
}

function changed(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the scaffold has no "${from}"`);
  return text.replace(from, to);
}
