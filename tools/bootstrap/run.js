import { spawn } from 'node:child_process';

// Read first, so that a parent that dies during the installation is noticed too.
const parent = process.ppid;

/**
 * Runs a command to its end and gives its exit code. Ctrl-C and termination reach it once and are waited for, so that
 * it can end what it started; with `ipc`, it also notices when this process dies without a word. `output` gets what it
 * writes to streams
 * that are pipes.
 */
export function run(command, args, { ipc = false, stdio, output, ...options }) {
  return new Promise((resolve, reject) => {
    const streams = typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio;
    const child = spawn(command, args, { ...options, stdio: ipc ? [...streams, 'ipc'] : streams });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', output);
    // A terminal sends SIGINT to the whole group: the child has it already. A supervisor that signals only this process
    // needs it passed on.
    const interrupted = () => {
      if (!process.stdin.isTTY) child.kill('SIGINT');
    };
    const ended = () => child.kill('SIGTERM');
    // npm passes signals on only as far as its shell: without it, this process has lost its parent.
    const orphaned = setInterval(() => {
      if (process.ppid !== parent) ended();
    }, 500);
    orphaned.unref();
    process.on('SIGINT', interrupted);
    process.on('SIGTERM', ended);
    process.on('SIGHUP', ended);
    child.once('error', reject);
    child.once(output ? 'close' : 'exit', (code, signal) => {
      clearInterval(orphaned);
      process.off('SIGINT', interrupted);
      process.off('SIGTERM', ended);
      process.off('SIGHUP', ended);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}
