import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, keyOfFiles } from './cache-folder.ts';
import { type Command, mustRun, whyNotInstalled } from './run-command.ts';

/** A program in Go that its module proxy has. */
export interface GoProgram {
  /** The name of the binary. */
  readonly name: string;
  /** The import path of its main package. */
  readonly package: string;
  readonly version: string;
}

/** A built program, or why there is none. */
export type Built = { readonly binary: string } | { readonly skipped: string };

/** Installs a program once for each version, outside the repository. A cold build takes minutes. */
export function installGoProgram(program: GoProgram): Promise<Built> {
  return buildOnce(program, [['go', 'install', `${program.package}@${program.version}`]]);
}

/** The same for a program whose module replaces others, which `go install` refuses: built as a dependency. */
export function buildGoDependency(program: GoProgram): Promise<Built> {
  return buildOnce(program, [
    ['go', 'mod', 'init', 'example.com/build'],
    ['go', 'get', `${program.package}@${program.version}`],
    ['go', 'build', '-o', program.name, program.package],
  ]);
}

/** A module that declares another path than its own: Go cannot install it, so its programs are built in its folder. */
export interface RenamedGoModule {
  /** The path under which the module proxy has it. */
  readonly path: string;
  readonly version: string;
  /** The folders of its programs. */
  readonly programs: readonly string[];
}

/** Builds the programs of a module once for each version. Resolves with the folders of the binaries and the module. */
export async function buildRenamedGoModule({
  path: module,
  version,
  programs,
}: RenamedGoModule): Promise<{ readonly binaries: string; readonly sources: string } | { readonly skipped: string }> {
  const binaries = cacheFolder(`${path.basename(module)}-${version}`);
  const download = ['go', 'mod', 'download', '-json', `${module}@${version}`] as const;
  const skipped = await whyNotInstalled([download], { cwd: binaries, minutes: 20 });
  if (skipped !== undefined) return { skipped };
  const { Dir: sources } = JSON.parse(await mustRun(download, { cwd: binaries })) as { Dir: string };
  const missing = programs.filter((program) => !existsSync(path.join(binaries, path.basename(program))));
  if (missing.length === 0) return { binaries, sources };
  const build = ['go', 'build', '-o', `${binaries}${path.sep}`, ...missing] as const;
  const failed = await whyNotInstalled([build], { cwd: sources, minutes: 20 });
  return failed === undefined ? { binaries, sources } : { skipped: failed };
}

/** Builds a program of a folder of this repository once for each content of its files. */
export async function buildGoFolder(name: string, sources: string): Promise<Built> {
  const binary = path.join(cacheFolder(`${name}-${keyOfFiles(sources, '*.{go,mod,sum}')}`), name);
  if (existsSync(binary)) return { binary };
  const skipped = await whyNotInstalled([['go', 'mod', 'download']], { cwd: sources, minutes: 20 });
  if (skipped !== undefined) return { skipped };
  await mustRun(['go', 'build', '-o', binary, '.'], { cwd: sources, minutes: 20 });
  return { binary };
}

/** Returns the folder with the files of a module that the module in a folder requires. */
export async function folderOfGoModule(module: string, sources: string): Promise<string> {
  return (await mustRun(['go', 'list', '-m', '-f', '{{.Dir}}', module], { cwd: sources })).trim();
}

async function buildOnce({ name, version }: GoProgram, steps: readonly Command[]): Promise<Built> {
  const folder = cacheFolder(`${name}-${version}`);
  const binary = path.join(folder, name);
  if (existsSync(binary)) return { binary };
  rmSync(path.join(folder, 'go.mod'), { force: true });
  const skipped = await whyNotInstalled(steps, { cwd: folder, env: { GOBIN: folder }, minutes: 20 });
  return skipped === undefined ? { binary } : { skipped };
}
