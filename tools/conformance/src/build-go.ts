import { spawnSync } from 'node:child_process';

/** The time limit of a Go command, in milliseconds: without caches, a build takes minutes. */
const LIMIT = 20 * 60_000;

/** Runs `go build` in a folder. Returns why it failed; undefined if it succeeded. */
export function buildGo(args: readonly string[], cwd: string): string | undefined {
  return runGo(['build', ...args], cwd);
}

/**
 * Downloads the modules that the package in a folder imports. Returns why one is not available; undefined if all are.
 */
export function fetchGo(cwd: string): string | undefined {
  return runGo(['list', '-deps', '.'], cwd);
}

function runGo(args: readonly string[], cwd: string): string | undefined {
  const { status, error, stderr } = spawnSync('go', args, { cwd, encoding: 'utf8', timeout: LIMIT });
  if (status === 0) return undefined;
  if (error === undefined) return stderr.split('\n').slice(0, 3).join(' ');
  return 'code' in error && error.code === 'ENOENT' ? 'Go is not installed' : error.message;
}
