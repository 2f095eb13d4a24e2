import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTICES_FILE } from './third-party-notices.ts';

/** What the bundler writes above each module of another package. */
const REGION = /^\/\/ \S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm;

/**
 * The packages whose code is in the JavaScript of a published package, by what the bundler wrote above it: found
 * independently of how the notices are made.
 */
export function bundledNames(folder: string): Set<string> {
  const names = globSync('dist/**/*.js', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(REGION)].map(([, name = '']) => name),
  );
  return new Set(names);
}

/**
 * What is wrong with the notices of a published package: each package that is bundled, or `carried` in another way, has
 * to be in them with the text of its licence.
 */
export function missingNotices(folder: string, carried: readonly string[] = []): string[] {
  const names = new Set([...bundledNames(folder), ...carried]);
  const file = join(folder, NOTICES_FILE);
  if (names.size === 0) return [];
  if (!existsSync(file)) return [`it holds parts of ${[...names].join(', ')}, and has no ${NOTICES_FILE}`];
  const sections = readFileSync(file, 'utf8')
    .split(`${'='.repeat(80)}\n`)
    .slice(1);
  return [...names].flatMap((name) => {
    const section = sections.find((text) => text.startsWith(`${name} `));
    if (section === undefined) return [`${NOTICES_FILE} does not name ${name}, parts of which it holds`];
    // Every licence in use says one of these.
    return /copyright|permission/i.test(section) ? [] : [`${NOTICES_FILE} has no text of the licence of ${name}`];
  });
}
