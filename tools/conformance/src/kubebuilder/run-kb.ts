import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../import/round-trip/temporary-folder.ts';
import { endWithThisProcess } from '../processes.ts';
import { repositoryRoot } from '../targets/repository.ts';
import { nothingRendered, type Recording, type RenderedFolders, renderFolders } from './recording.ts';
import { toKb } from './to-kb.ts';

const launcher = path.join(repositoryRoot, 'packages/cli/bin/kb.js');

/** Renders a folder of a project: the YAML that kustomize prints. */
export type Render = (project: string, folder: string) => Promise<string>;

/** Runs the commands of a recording that kb has through kb, and renders what they scaffold. */
export async function renderedByKb({ name, commands, leftOut }: Recording, render: Render): Promise<RenderedFolders> {
  if (commands.every((_, index) => String(index) in leftOut)) return nothingRendered;
  using parent = temporaryFolder();
  // The name of a project is that of its folder.
  const project = path.join(parent.path, name);
  mkdirSync(project);
  for (const [index, said] of toKb(commands).entries()) {
    if (String(index) in leftOut) continue;
    if ('missing' in said) throw new Error(`the recording has a command that kb lacks: ${said.missing}; record again`);
    await runProgram(process.execPath, ['--conditions=@kb/source', launcher, ...said.args], project);
  }
  const groups = commands.flatMap((command) => command[command.indexOf('--group') + 1] ?? []);
  const single = !commands.some((command) => command.includes('--multigroup'));
  return await renderFolders(async (folder) => {
    const text = await render(project, folder);
    return single ? withoutGroups(text, name, groups) : text;
  });
}

/** kubebuilder names roles for people by the group only in projects of several groups, and kb always. */
function withoutGroups(text: string, name: string, groups: readonly string[]): string {
  const role = new RegExp(`(name: ${name}-)(?:${groups.join('|')})-([a-z]+-(?:admin|editor|viewer)-role)$`, 'gm');
  return text.replaceAll(role, '$1$2');
}

/** Runs a program to its end. Resolves with what it prints; rejects with what it says if it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const running = promisify(execFile)(program, [...args], { cwd, env, maxBuffer: 64 * 1024 * 1024 });
  endWithThisProcess(running.child);
  return (await running).stdout;
}
