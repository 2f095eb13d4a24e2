import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../kubebuilder/run-kb.ts';
import { repositoryRoot } from '../targets/repository.ts';
import type { TextChange, Tutorial } from './tutorial.ts';

const launcher = path.join(repositoryRoot, 'packages/cli/bin/kb.js');
const testdata = fileURLToPath(new URL('../../../kubebuilder/testdata/tutorials', import.meta.url));
const modules = path.join(repositoryRoot, 'node_modules');

/** Runs kb in a project. Resolves with what it prints; rejects with what it says if it fails. */
export function kb(project: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  return runNode(project, [launcher, ...args], env);
}

/** Runs a program of Node in a folder, with the sources of kb. */
export function runNode(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  return runProgram(process.execPath, ['--conditions=@kb/source', ...args], cwd, { ...process.env, ...env });
}

/** Makes a tutorial's project in a folder: in each chapter the commands, the reader's files, then `kb generate`. */
export async function makeProject({ name, chapters }: Tutorial, parent: string): Promise<string> {
  const project = path.join(parent, name);
  mkdirSync(project);
  for (const { commands, files, changes = [] } of chapters) {
    for (const command of commands) await kb(project, command);
    cpSync(path.join(testdata, files), project, { recursive: true });
    for (const change of changes) changeText(project, change);
    await kb(project, ['generate']);
  }
  linkPackages(name, project);
  return project;
}

/** Changes a file; throws if nothing changes, for then the tutorial's file is another now. */
function changeText(project: string, { file, from, to }: TextChange): void {
  const place = path.join(project, file);
  const before = readFileSync(place, 'utf8');
  const after = before.replaceAll(from, to);
  if (after === before) throw new Error(`${file} has nothing like ${from.source}`);
  writeFileSync(place, after);
}

/** Does what `npm install` would: links the packages of this repository, and those of the project. */
function linkPackages(name: string, project: string): void {
  const into = path.join(project, 'node_modules');
  const link = (target: string, ...place: string[]): void => {
    mkdirSync(path.join(into, ...place.slice(0, -1)), { recursive: true });
    symlinkSync(target, path.join(into, ...place));
  };
  for (const entry of readdirSync(modules)) {
    if (!entry.startsWith('@')) {
      if (!entry.startsWith('.')) link(path.join(modules, entry), entry);
      continue;
    }
    for (const one of readdirSync(path.join(modules, entry))) link(path.join(modules, entry, one), entry, one);
  }
  for (const one of ['api', 'client', 'controller']) link(path.join(project, 'packages', one), `@${name}`, one);
}
