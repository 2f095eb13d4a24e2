import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a command said. */
export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** kubectl, on a server of a test. */
export interface Kubectl {
  /** Runs a command to its end; `input` is its standard input. */
  run(args: string, input?: string | object): Promise<Said>;
  /** Starts a command that goes on; `said` grows. */
  start(args: string): { readonly said: () => string; readonly stop: () => Promise<void> };
  dispose(): void;
}

/** Whether there is a kubectl on this machine. */
export const hasKubectl: boolean = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;

/** kubectl with a home of its own, so that it neither sees nor leaves anything on this machine. */
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
