import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readGenerateScript } from './generate-script.ts';
import { kubebuilderSource, type ProgramName, type Programs } from './programs.ts';
import { nothingRendered, projects, renderFolders, type Recording, type RenderedFolders } from './recording.ts';
import { runProgram } from './run-kb.ts';
import { missingCommands } from './to-kb.ts';

/**
 * Runs the commands of kubebuilder's `generate.sh`, and renders what they scaffold: one project after another. `only`:
 * the name of the only one.
 */
export async function* recordProjects(
  programs: Programs<ProgramName>,
  log: (line: string) => void,
  only?: string,
): AsyncGenerator<Recording> {
  const script = readFileSync(path.join(kubebuilderSource(), 'test/testdata/generate.sh'), 'utf8');
  const scripted = readGenerateScript(script);
  const names = scripted.map(({ name }) => name);
  if (names.join() !== projects.join()) throw new Error(`generate.sh has other projects: ${names.join(', ')}`);
  for (const { name, commands } of scripted.filter((one) => only === undefined || one.name === only)) {
    const leftOut = missingCommands(commands);
    const known = commands.filter((_, index) => !(String(index) in leftOut));
    log(`${name}: ${known.length} of ${commands.length} commands`);
    const rendered = known.length === 0 ? nothingRendered : await scaffold(programs, name, known);
    yield { name, commands, leftOut, rendered };
  }
}

async function scaffold(
  { paths }: Programs<ProgramName>,
  name: string,
  commands: readonly (readonly string[])[],
): Promise<RenderedFolders> {
  const parent = mkdtempSync(path.join(tmpdir(), 'kb-scaffolded-'));
  const cwd = path.join(parent, name);
  mkdirSync(cwd);
  try {
    await runProgram('go', ['mod', 'init', `sigs.k8s.io/kubebuilder/testdata/${name}`], cwd);
    const env = withoutTidying(parent);
    for (const command of commands.filter((words) => !isForChart(words)))
      await runProgram(paths.kubebuilder, withoutMake(command), cwd, env);
    await runProgram('go', ['mod', 'tidy'], cwd);
    // What `make manifests` runs.
    const generators = ['rbac:roleName=manager-role', 'crd', 'webhook'];
    const to = 'output:crd:artifacts:config=config/crd/bases';
    await runProgram(paths['controller-gen'], [...generators, 'paths=./...', to], cwd);
    return await renderFolders((folder) => runProgram(paths.kustomize, ['build', folder], cwd));
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Every command ends with `go mod tidy`, which takes most of its time; once at the end is enough. */
function withoutTidying(folder: string): NodeJS.ProcessEnv {
  const go = path.join(folder, 'bin', 'go');
  mkdirSync(path.dirname(go));
  const real = '#!/bin/sh\nPATH="${PATH#*:}"\n[ "$1 $2" = "mod tidy" ] || exec go "$@"\n';
  writeFileSync(go, real, { mode: 0o755 });
  return { ...process.env, PATH: `${path.dirname(go)}${path.delimiter}${process.env['PATH'] ?? ''}` };
}

/** The plugin for charts writes nothing into `config/`, and needs a rendered installer. */
function isForChart(command: readonly string[]): boolean {
  return command[0] === 'edit' && command.some((word) => word.startsWith('--plugins=helm.'));
}

/** The code that `make generate` writes does not change what is rendered. */
function withoutMake(command: readonly string[]): string[] {
  const can = command[0] === 'create' && !command.some((word) => word.startsWith('--make'));
  const manifests = command.some((word) => word.startsWith('--image=')) ? ['--manifests=false'] : [];
  return [...command, ...(can ? ['--make=false'] : []), ...manifests];
}
