import path from 'node:path';

/**
 * Returns the key that distinguishes runs of `generate`: the arguments after the command, as one string. `--check` and
 * `--dry-run` are left out, since they make no difference when nothing has changed. Undefined for runs that must not
 * use the cache: with `--no-cache`, and with `--format`, which prints more than the recorded output.
 */
export function cacheKey(argv: readonly string[], root: string, cwd: string): string | undefined {
  if (argv.some((argument) => argument === '--no-cache' || argument.startsWith('--format'))) return undefined;
  const others = argv.filter((argument) => argument !== '--check' && argument !== '--dry-run');
  // Arguments can be paths, which are relative to the working folder.
  return others.length === 0 ? '' : JSON.stringify([path.relative(root, cwd), ...others]);
}
