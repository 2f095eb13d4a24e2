import { globSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { checkPackage, Package } from '@arethetypeswrong/core';
import { packageName, type PackedPackage } from '@kb/tools-release';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/**
 * Module resolutions that our packages do not support: they are ES modules with `exports`, for Node >= 20.19 and
 * bundlers.
 */
const otherResolutions: ReadonlySet<string> = new Set(['node10', 'node16-cjs']);

async function publintProblems({ folder }: PackedPackage): Promise<string[]> {
  const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true, level: 'warning' });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

async function typeProblems({ name, version, folder }: PackedPackage): Promise<string[]> {
  const { exports = {} } = manifestOf(folder);
  if (Object.keys(exports).every((entry) => entry === './package.json')) return [];
  const files = globSync('**/*', { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
  const contents = files.map((file) => [`/node_modules/${name}/${file}`, readFileSync(join(folder, file))] as const);
  const analysis = await checkPackage(new Package(Object.fromEntries(contents), name, version));
  if (!analysis.types) return ['arethetypeswrong: it has no types'];
  return analysis.problems.flatMap((problem) => {
    if ('resolutionKind' in problem && otherResolutions.has(problem.resolutionKind)) return [];
    if (problem.kind === 'CJSResolvesToESM') return [];
    return [`arethetypeswrong: ${JSON.stringify(problem)}`];
  });
}

/** The packages that a declaration imports. */
const IMPORTED = /(?:\bfrom |\bimport |\bimport\()['"]([^'".][^'"\n]*)['"]/g;

interface PackedManifest {
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): PackedManifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackedManifest;
}

/**
 * Finds declarations that import a package that is not installed with this one. A user's compiler takes their types for
 * `any`; publint and arethetypeswrong do not check this.
 */
function missingTypes({ name, folder }: PackedPackage): string[] {
  const manifest = manifestOf(folder);
  const installed = new Set([name, ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })]);
  return globSync('**/*.d.ts', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(IMPORTED)]
      .map(([, specifier = '']) => specifier)
      .filter((specifier) => !isBuiltin(specifier) && !installed.has(packageName(specifier)))
      .map((specifier) => `types: ${file} imports ${specifier}, which is not installed with it`),
  );
}

/** Finds files that serve only the tests of the package. */
function testFiles({ folder }: PackedPackage): string[] {
  const found = globSync(['**/*.test.ts', '**/{testdata,test-support}/**/*.*'], { cwd: folder });
  return found.toSorted().map((file) => `files: ${file} is of tests only`);
}

/**
 * Returns the problems of a published package, one line each: those that publint and arethetypeswrong find, imports of
 * types that are not installed, and files of tests.
 */
export async function problemsOfPacked(item: PackedPackage): Promise<string[]> {
  return [...(await publintProblems(item)), ...(await typeProblems(item)), ...missingTypes(item), ...testFiles(item)];
}
