import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { heldPackages, NOTICES_FILE } from '../third-party/third-party-notices.ts';
import { workspacePackages } from '../workspace-packages.ts';
import type { ReleasedPackage } from './release-bom.ts';

/** Returns the packages that are released, from their last build. */
export function releasedPackages(): ReleasedPackage[] {
  return workspacePackages().map(({ folder, manifest }) => {
    const bundled = new Set(manifest.kb?.bundled ?? []);
    const notices = join(folder, 'dist', NOTICES_FILE);
    return {
      name: manifest.name,
      version: manifest.version,
      dependencies: Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).filter(
        (name) => !bundled.has(name),
      ),
      held: existsSync(notices) ? heldPackages(readFileSync(notices, 'utf8')) : [],
    };
  });
}
