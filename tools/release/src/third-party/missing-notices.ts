import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTICES_FILE } from './third-party-notices.ts';

/** The comment that the bundler writes above each module of another package. */
const REGION = /^\/\/ \S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm;

/**
 * Lists the packages whose code is in the JavaScript of a published package, according to the bundler's comments. This
 * does not depend on how the notices are made.
 */
export function bundledNames(folder: string): Set<string> {
  const names = globSync('dist/**/*.js', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(REGION)].map(([, name = '']) => name),
  );
  return new Set(names);
}

/**
 * Reports problems with the notices of a published package. They must list each package that is bundled, or `carried`
 * in another way, with the text of its licence.
 */
export function missingNotices(folder: string, carried: readonly string[] = []): string[] {
  const names = new Set([...bundledNames(folder), ...carried]);
  const file = join(folder, NOTICES_FILE);
  if (names.size === 0) return [];
  if (!existsSync(file)) return [`it contains code of ${[...names].join(', ')}, but no ${NOTICES_FILE}`];
  const sections = readFileSync(file, 'utf8')
    .split(`${'='.repeat(80)}\n`)
    .slice(1);
  return [...names].flatMap((name) => {
    const section = sections.find((text) => text.startsWith(`${name} `));
    if (section === undefined) return [`${NOTICES_FILE} does not list ${name}, whose code it contains`];
    // Every licence in use contains one of these words.
    return /copyright|permission/i.test(section) ? [] : [`${NOTICES_FILE} lacks the licence text of ${name}`];
  });
}
