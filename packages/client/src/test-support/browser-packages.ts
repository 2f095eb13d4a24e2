import { readFileSync } from 'node:fs';
import path from 'node:path';

const packages = path.join(import.meta.dirname, '../../..');

/** Where a bundler for browsers finds the packages that a program imports. */
export interface BrowserPackages {
  /** Folder of the program. */
  readonly folder: string;
  /** Conditions of `exports`, besides the one of browsers. */
  readonly conditions: readonly string[];
  /** The module that a package's name stands for. Undefined: as the bundler finds it. */
  readonly find: (specifier: string) => string | undefined;
  /** Whether this is a module of these packages, or of what they depend on. */
  readonly has: (module: string) => boolean;
}

/** The sources of this repository. The tests run on the packed packages too: tools/ci/src/operator/test-packed.ts. */
export const browserPackages: BrowserPackages = {
  folder: path.join(packages, 'client'),
  conditions: ['@kb/source', 'import'],
  find: (specifier) => {
    const [, name, entry = ''] = /^@kb\/(apimachinery|client|kubernetes)(\/.*)?$/.exec(specifier) ?? [];
    // The entries of @kb/kubernetes are a pattern, without anything of their own for browsers.
    if (name === 'kubernetes') return path.join(packages, `kubernetes/src${entry}.ts`);
    return name === undefined ? undefined : sourceOf(name, `.${entry}`);
  },
  has: (module) => module.startsWith(path.dirname(packages)),
};

/** What a bundler for browsers takes for an entry of a package: the target of its `browser` condition, as a source. */
function sourceOf(name: string, entry: string): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(packages, name, 'package.json'), 'utf8'));
  const { exports: exported } = manifest as { exports: Record<string, Readonly<Record<string, string>>> };
  const { browser, default: other = '' } = exported[entry] ?? {};
  return path.join(packages, name, (browser ?? other).replace('./dist/', 'src/').replace(/\.js$/, '.ts'));
}
