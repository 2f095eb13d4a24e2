import type { GeneratorSuite } from '../generator-suite.ts';
import { type Failure, messageOf } from '../suite.ts';
import { type Difference, differencesOf, isAbout } from './differences.ts';
import { knownDifferences } from './known-differences.ts';
import { buildPrograms } from './programs.ts';
import { folders, projects, readRecording, type Recording } from './recording.ts';
import { type Render, renderedByKb, runProgram } from './run-kb.ts';
import { missingCommands } from './to-kb.ts';

/**
 * What the commands of kubebuilder's `generate.sh` scaffold, through kb, against what kubebuilder scaffolded: rendered
 * by the same kustomize. One case for each object of each folder, and one for each known difference.
 */
export const kubebuilderSuite: GeneratorSuite = {
  name: 'kubebuilder',
  async run({ log }) {
    const recordings = projects.flatMap((name) => readRecording(name) ?? []);
    const renderer = await findRenderer();
    if ('reason' in renderer) return { skipped: renderer.reason };
    try {
      return await compare(recordings, renderer.render, log);
    } finally {
      renderer.close();
    }
  },
};

async function compare(
  recordings: readonly Recording[],
  render: Render,
  log: (line: string) => void,
): Promise<{ total: number; failures: Failure[] }> {
  const failures: Failure[] = projects
    .filter((name) => !recordings.some((recording) => recording.name === name))
    .map((name) => ({ name, message: 'there is no recording of it' }));
  const found = new Set<object>();
  let total = projects.length + knownDifferences.length;
  for (const recording of recordings) {
    const problem = outdated(recording);
    if (problem !== undefined) {
      failures.push({ name: recording.name, message: problem });
      continue;
    }
    logMissing(recording, log);
    const actual = await renderedByKb(recording, render).catch((error: unknown) => messageOf(error));
    if (typeof actual === 'string') {
      failures.push({ name: recording.name, message: actual });
      continue;
    }
    for (const folder of folders) {
      total += Object.keys(recording.rendered[folder]).length;
      const differences = differencesOf(recording.rendered[folder], actual[folder]);
      for (const difference of differences) {
        const known = knownDifferences.filter((one) => isAbout(one, difference));
        known.forEach((one) => found.add(one));
        if (known.length === 0) failures.push(failureOf(`${recording.name} ${folder}`, difference));
      }
    }
  }
  for (const known of knownDifferences) {
    if (!found.has(known))
      failures.push({ name: `${known.object} ${known.path}`, message: `no longer differs: ${known.reason}` });
  }
  return { total, failures };
}

/** A recording leaves out what kb does not have; when it has it, kubebuilder has to be run again. */
function outdated({ commands, leftOut }: Recording): string | undefined {
  return JSON.stringify(missingCommands(commands)) === JSON.stringify(leftOut)
    ? undefined
    : 'kb has other commands than when it was recorded; record it again with tools/conformance/src/kubebuilder/main.ts --record';
}

function logMissing({ name, leftOut, commands }: Recording, log: (line: string) => void): void {
  if (Object.keys(leftOut).length === 0) return;
  const counts = new Map<string, number>();
  for (const what of Object.values(leftOut)) counts.set(what, (counts.get(what) ?? 0) + 1);
  const words = [...counts].map(([what, count]) => `${what} (${count})`).join(', ');
  log(`${name}: ${Object.keys(leftOut).length} of ${commands.length} commands are missing in kb: ${words}`);
}

function failureOf(place: string, { object, path, expected, actual }: Difference): Failure {
  const message = `kubebuilder: ${JSON.stringify(expected) ?? 'nothing'}\nkb:          ${JSON.stringify(actual) ?? 'nothing'}`;
  return { name: `${place}: ${object} ${path}`.trimEnd(), message };
}

/** The kustomize of the recordings if it can be built, otherwise that of kubectl. */
async function findRenderer(): Promise<{ render: Render; close: () => void } | { reason: string }> {
  const built = buildPrograms(['kustomize']);
  if (!('reason' in built)) {
    const { kustomize } = built.paths;
    return { render: (cwd, folder) => runProgram(kustomize, ['build', folder], cwd), close: built.close };
  }
  try {
    await runProgram('kubectl', ['kustomize', '--help'], '.');
  } catch {
    return { reason: `${built.reason}, and there is no kubectl` };
  }
  return { render: (cwd, folder) => runProgram('kubectl', ['kustomize', folder], cwd), close: () => undefined };
}
