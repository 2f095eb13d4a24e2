// Stands for `browser-packages.ts` of @kb/client's tests when they run on the packed packages.
import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { inject } from 'vitest';

const folder = dirname(realpathSync(inject('packedModules')));

/** As that of the sources, of what is installed: the bundler finds it by its package.json, as an author's does. */
export const browserPackages = {
  folder,
  conditions: ['import'],
  find: () => undefined,
  has: (module: string): boolean => module.startsWith(join(folder, 'node_modules') + sep),
};
