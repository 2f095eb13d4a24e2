import { spawn } from 'node:child_process';
import { repositoryRoot } from '@kb/tools-release';

/**
 * Builds every package with nx, which takes unchanged ones from its cache. Rejects with the output of nx when a build
 * fails.
 */
export function buildPackages(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['tools/bootstrap/bootstrap.js', 'nx', 'run-many', '-t', 'build', '--outputStyle=static'],
      {
        cwd: repositoryRoot,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`the build failed:\n${output}`));
    });
  });
}
