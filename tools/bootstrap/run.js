import { spawn } from 'node:child_process';

// Read first, to detect a parent that dies during the installation.
const parent = process.ppid;

/**
 * Runs a command and resolves with its exit code. It gets Ctrl-C and termination once, and this process waits for it,
 * so that it can end what it started; with `ipc`, it also detects when this process is killed. `output` receives its
 * piped output.
 */
export function run(command, args, { ipc = false, stdio, output, ...options }) {
  return new Promise((resolve, reject) => {
    const streams = typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio;
    const child = spawn(command, args, { ...options, stdio: ipc ? [...streams, 'ipc'] : streams });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', output);
    // A terminal sends SIGINT to the whole group, including the child. A supervisor may signal only this process; then
    // it must be forwarded.
    const interrupted = () => {
      if (!process.stdin.isTTY) child.kill('SIGINT');
    };
    const ended = () => child.kill('SIGTERM');
    // npm forwards signals only to its shell: without it, this process has lost its parent.
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
