import path from 'node:path';

/**
 * The words behind `generate` that tell one run from another, as one text. Whether it writes is not among them: where
 * nothing has changed it is all the same. Undefined for runs that are never answered from a record: when the caller
 * says so, or when they print more than an answer.
 */
export function optionsOf(words: readonly string[], root: string, cwd: string): string | undefined {
  if (words.some((word) => word === '--no-cache' || word.startsWith('--format'))) return undefined;
  const others = words.filter((word) => word !== '--check' && word !== '--dry-run');
  // Words can be paths, which are relative to where the command was called.
  return others.length === 0 ? '' : JSON.stringify([path.relative(root, cwd), ...others]);
}
