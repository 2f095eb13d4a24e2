import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

const packages = path.join(import.meta.dirname, '../../..');
const repository = path.dirname(packages);
// Installed packages may be links into another folder: a bundler names the files that they lead to.
const installed = path.dirname(realpathSync(path.join(repository, 'node_modules/rolldown')));

/** How a bundler for browsers resolves the packages that a program imports. */
export interface BrowserPackages {
  /** Folder of the program. */
  readonly folder: string;
  /** Conditions of `exports`, in addition to `browser`. */
  readonly conditions: readonly string[];
  /** Resolves a specifier to a module. Undefined: as the bundler resolves it. */
  readonly find: (specifier: string) => string | undefined;
  /** Whether a module belongs to these packages or their dependencies. */
  readonly has: (module: string) => boolean;
}

/**
 * Resolves to the sources of this repository. tools/ci/src/operator/test-packed.ts runs the same tests on the packed
 * packages.
 */
export const browserPackages: BrowserPackages = {
  folder: path.join(packages, 'client'),
  conditions: ['@kb/source', 'import'],
  find: (specifier) => {
    const [, name, entry = ''] = /^@kb\/(apimachinery|client|kubernetes)(\/.*)?$/.exec(specifier) ?? [];
    // The entries of @kb/kubernetes are a pattern, without a `browser` condition.
    if (name === 'kubernetes') return path.join(packages, `kubernetes/src${entry}.ts`);
    return name === undefined ? undefined : sourceOf(name, `.${entry}`);
  },
  has: (module) => [repository, installed].some((folder) => module.startsWith(folder)),
};

/** Returns the source of a package's entry for browsers: the target of its `browser` condition. */
function sourceOf(name: string, entry: string): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(packages, name, 'package.json'), 'utf8'));
  const { exports: exported } = manifest as { exports: Record<string, Readonly<Record<string, string>>> };
  const { browser, default: other = '' } = exported[entry] ?? {};
  return path.join(packages, name, (browser ?? other).replace('./dist/', 'src/').replace(/\.js$/, '.ts'));
}
