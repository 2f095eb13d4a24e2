import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildGo } from '../build-go.ts';
import { endWithThisProcess, signal } from '../processes.ts';
import type { Suite } from '../suite.ts';
import type { Target } from '../targets/target.ts';
import { type Chapter, compareChapters, readChapters } from './chapters.ts';

const source = fileURLToPath(new URL('../../../client-go', import.meta.url));
const expectedFile = join(source, 'testdata', 'expected.txt');

/**
 * What client-go's clients and informers see of an API server, against what they see of the real one. `lists` says how
 * informers get their first objects: by a list, or by a watch that sends them; what they see has to be the same.
 */
function suiteOf(name: string, lists: 'lists' | 'streams'): Suite {
  return {
    name,
    workloads: false,
    live: true,
    async run(target) {
      const program = buildProgram();
      if ('reason' in program) return { skipped: program.reason };
      try {
        const said = await runProgram(program.binary, target, lists);
        return compareChapters(readChapters(readFileSync(expectedFile, 'utf8')), said);
      } finally {
        program.close();
      }
    },
  };
}

/** The program in tools/client-go, in both ways. */
export const clientGoSuites: readonly Suite[] = [
  suiteOf('client-go', 'lists'),
  suiteOf('client-go with streamed lists', 'streams'),
];

/** Keeps what the program says of a target. */
export async function recordClientGo(target: Target): Promise<void> {
  const program = buildProgram();
  if ('reason' in program) throw new Error(program.reason);
  try {
    const chapters = await runProgram(program.binary, target, 'lists');
    writeFileSync(expectedFile, chapters.map(({ name, lines }) => [`# ${name}`, ...lines, ''].join('\n')).join(''));
  } finally {
    program.close();
  }
}

function buildProgram(): { readonly binary: string; readonly close: () => void } | { readonly reason: string } {
  const folder = mkdtempSync(join(tmpdir(), 'kb-client-go-'));
  const binary = join(folder, 'client-go');
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  const problem = buildGo(['-o', binary, '.'], source);
  if (problem === undefined) return { binary, close };
  close();
  return { reason: problem };
}

/**
 * Runs it to its end. It says on standard error when the server has to forget its history, and goes on when it hears
 * that it did.
 */
async function runProgram(binary: string, target: Target, lists: 'lists' | 'streams'): Promise<Chapter[]> {
  const env = { ...process.env, KUBE_FEATURE_WatchListClient: String(lists === 'streams') };
  const child = endWithThisProcess(spawn(binary, ['-kubeconfig', target.kubeconfig], { env }));
  const ended = Promise.withResolvers<number | null>();
  child.once('error', ended.reject).once('close', ended.resolve);
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const errors: string[] = [];
  let relists = 0;
  // Writing to a program that has ended fails; its end is reported below.
  child.stdin.on('error', () => undefined);
  try {
    for await (const line of createInterface({ input: child.stderr })) {
      if (line === 'compact') {
        await target.compact();
        child.stdin.write('done\n');
      } else if (line === 'listed again') relists += 1;
      else errors.push(line);
    }
  } catch (error) {
    signal(child, 'SIGKILL');
    throw error;
  }
  const code = await ended.promise;
  if (code !== 0)
    throw new Error(`the program ended with ${code}:\n${errors.slice(-30).join('\n')}\n${out.slice(-500)}`);
  // kube-apiserver's cache still knows what etcd has forgotten.
  if (relists === 0 && !target.real) throw new Error('the informer did not list again, though the history was gone');
  return readChapters(out);
}
