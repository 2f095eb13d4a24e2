import { spawnSync } from 'node:child_process';

/** A guard against hanging, in milliseconds: with nothing cached, a build takes minutes. */
const LIMIT = 20 * 60_000;

/** Runs `go build` in a folder. Returns why it failed; undefined if it did not. */
export function buildGo(args: readonly string[], cwd: string): string | undefined {
  return runGo(['build', ...args], cwd);
}

/**
 * Fetches the modules that the package of a folder imports. Returns why one cannot be reached; undefined if all can.
 */
export function fetchGo(cwd: string): string | undefined {
  return runGo(['list', '-deps', '.'], cwd);
}

function runGo(args: readonly string[], cwd: string): string | undefined {
  const { status, error, stderr } = spawnSync('go', args, { cwd, encoding: 'utf8', timeout: LIMIT });
  if (status === 0) return undefined;
  if (error === undefined) return stderr.split('\n').slice(0, 3).join(' ');
  return 'code' in error && error.code === 'ENOENT' ? 'there is no Go' : error.message;
}
