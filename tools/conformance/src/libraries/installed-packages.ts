import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../../..');
const folders = [path.join(root, 'tools/conformance'), root];

/**
 * Reads the files of packages that are installed for this tool as those of a project that has installed them: by paths
 * from the project, below `node_modules`.
 */
export function installedPackages(): (file: string) => string | undefined {
  return (file) => {
    const place = /^(?:.*\/)?(node_modules\/.*)$/.exec(file)?.[1];
    if (place === undefined || (file !== place && !/^(?:\.\.\/)*node_modules\//.test(file))) return undefined;
    for (const folder of folders) {
      const name = path.join(folder, place);
      if (!existsSync(name)) continue;
      try {
        return readFileSync(name, 'utf8');
      } catch {
        return undefined;
      }
    }
    return undefined;
  };
}
