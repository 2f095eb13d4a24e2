import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, Package } from '@arethetypeswrong/core';
import type { PackedPackage } from '@kb/tools-release';
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

/** Returns the problems that publint and arethetypeswrong find in a published package, one line each. */
export async function problemsOfPacked(item: PackedPackage): Promise<string[]> {
  return [...(await publintProblems(item)), ...(await typeProblems(item))];
}
