import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The output of a command. */
export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** kubectl with the server of a test. */
export interface Kubectl {
  /** Runs a command until it ends; `input` is its standard input. */
  run(args: string, input?: string | object): Promise<Said>;
  /** Starts a command that keeps running; `said` returns its output so far. */
  start(args: string): { readonly said: () => string; readonly stop: () => Promise<void> };
  dispose(): void;
}

/** Whether kubectl is installed. */
export const hasKubectl: boolean = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;

/** Returns a kubectl with its own home directory, so that it neither reads nor leaves files of the user. */
export function createKubectl(kubeconfig: string): Kubectl {
  const home = mkdtempSync(join(tmpdir(), 'kb-kubectl-'));
  const config = join(home, 'config');
  writeFileSync(config, kubeconfig);
  const env = { PATH: process.env.PATH ?? '', HOME: home, KUBECONFIG: config };
  const split = (args: string): string[] =>
    (args.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/s, '$1'));
  return {
    run: (args, input) =>
      new Promise((resolve) => {
        const child = execFile('kubectl', split(args), { env, timeout: 120_000 }, (error, out, err) => {
          resolve({ code: error ? Number(error.code ?? 1) : 0, out, err });
        });
        if (input !== undefined) child.stdin?.end(typeof input === 'string' ? input : JSON.stringify(input));
      }),
    start: (args) => {
      const child: ChildProcess = spawn('kubectl', split(args), { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      return {
        said: () => said,
        stop: () => {
          child.kill();
          return ended;
        },
      };
    },
    dispose: () => rmSync(home, { recursive: true, force: true }),
  };
}
