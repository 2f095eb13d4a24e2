import { spawn } from 'node:child_process';
import type { ProgramResult, RunProgram } from '../../surroundings/run-program.ts';

/** The most bytes of output. A program that writes more is killed. */
const MAX_OUTPUT_LENGTH = 1 << 20;

/** Runs a program of this machine, which ends with this process at the latest. */
export const runProgram: RunProgram = (command, args, { env, interactive }) =>
  new Promise<ProgramResult>((resolve, reject) => {
    const outer = interactive ? 'inherit' : 'pipe';
    const child = spawn(command, args, {
      env: { ...env },
      stdio: [interactive ? 'inherit' : 'ignore', 'pipe', outer],
      windowsHide: true,
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let length = 0;
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_OUTPUT_LENGTH) child.kill();
      else chunks.push(chunk);
    };
    child.stdout?.on('data', collect(stdout));
    child.stderr?.on('data', collect(stderr));
    const end = (): void => void child.kill();
    process.once('exit', end);
    child.once('error', (error) => {
      process.off('exit', end);
      reject(error);
    });
    child.once('close', (code) => {
      process.off('exit', end);
      resolve({ code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') });
    });
  });

/** Whether this process has a terminal at which the user can be prompted. */
export function isInteractive(): boolean {
  return process.stdin.isTTY;
}
