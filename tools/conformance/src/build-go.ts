import { spawnSync } from 'node:child_process';

/** A guard against hanging, in milliseconds: with nothing cached, a build takes minutes. */
const limit = 20 * 60_000;

/** Runs `go build` in a folder; answers why it did not build, if it did not. */
export function buildGo(args: readonly string[], cwd: string): string | undefined {
  return runGo(['build', ...args], cwd);
}

/**
 * Fetches what the package of a folder imports, where it is not there yet; answers why not, if a module cannot be
 * reached.
 */
export function fetchGo(cwd: string): string | undefined {
  return runGo(['list', '-deps', '.'], cwd);
}

function runGo(args: readonly string[], cwd: string): string | undefined {
  const { status, error, stderr } = spawnSync('go', args, { cwd, encoding: 'utf8', timeout: limit });
  if (status === 0) return undefined;
  if (error === undefined) return stderr.split('\n').slice(0, 3).join(' ');
  return 'code' in error && error.code === 'ENOENT' ? 'there is no Go' : error.message;
}
