import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finding, MOST_FUNCTION_LINES } from './limits.ts';

/** The part of oxlint's report that is used here. */
interface LintReport {
  readonly diagnostics: readonly { readonly code?: string; readonly message: string; readonly filename: string }[];
}

/**
 * Returns the functions with too many lines in the sources of some folders, as oxlint counts them. Paths are relative
 * to `root`. Tests, generated files and scaffold templates are left out.
 */
export function largeFunctions(root: string, folders: readonly string[]): Finding[] {
  const scratch = mkdtempSync(join(tmpdir(), 'kb-structure-'));
  try {
    const config = join(scratch, 'oxlintrc.json');
    const rules = { 'max-lines-per-function': ['error', { max: MOST_FUNCTION_LINES }] };
    writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules }));
    const ignored = [
      '**/*.test.ts',
      '**/testdata/**',
      '**/test-support/**',
      '**/scenarios/**',
      '**/dist/**',
      '**/templates/**',
      '**/*.js',
    ];
    const args = ['--config', config, '--format', 'json', ...ignored.flatMap((glob) => ['--ignore-pattern', glob])];
    return findingsOf(JSON.parse(runOxlint(root, [...args, ...folders])) as LintReport);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** oxlint's findings by file and function. Those of the same name in one file become one, of the largest size. */
export function findingsOf({ diagnostics }: LintReport): Finding[] {
  const sizes = new Map<string, number>();
  for (const { code, message, filename } of diagnostics) {
    if (code !== 'eslint(max-lines-per-function)') throw new Error(`oxlint failed on ${filename}: ${message}`);
    const lines = Number(/too many lines \((\d+)\)/.exec(message)?.[1]);
    const name = `${filename} ${/`([^`]+)`/.exec(message)?.[1] ?? 'a function without a name'}`;
    sizes.set(name, Math.max(lines, sizes.get(name) ?? 0));
  }
  return [...sizes].map(([name, size]) => ({ name, size }));
}

/** Runs oxlint, which ends with 1 when it finds anything. */
function runOxlint(root: string, args: readonly string[]): string {
  try {
    return execFileSync(join(root, 'node_modules/.bin/oxlint'), args, { cwd: root, encoding: 'utf8' });
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string' && error.stdout !== '')
      return error.stdout;
    throw error;
  }
}
