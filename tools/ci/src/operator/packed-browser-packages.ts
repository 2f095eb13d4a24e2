// Replaces `browser-packages.ts` of @kb/client's tests when they run on the packed packages.
import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { inject } from 'vitest';

const folder = dirname(realpathSync(inject('packedModules')));

/**
 * Like the one of the sources, for the installed package: the bundler finds it through its package.json, as a user's
 * does.
 */
export const browserPackages = {
  folder,
  conditions: ['import'],
  find: () => undefined,
  has: (module: string): boolean => module.startsWith(join(folder, 'node_modules') + sep),
};
