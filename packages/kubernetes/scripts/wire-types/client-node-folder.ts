import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The folder of @kubernetes/client-node as the package at `root` sees it. Throws when it is not the version that the
 * repository's package.json pins.
 */
export function clientNodeFolder(root: string): string {
  const manifest = createRequire(join(root, 'package.json')).resolve('@kubernetes/client-node/package.json');
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  const { devDependencies }: { devDependencies: { [name: string]: string } } = JSON.parse(
    readFileSync(join(root, '../../package.json'), 'utf8'),
  );
  const pinned = devDependencies['@kubernetes/client-node'];
  if (version !== pinned) throw new Error(`@kubernetes/client-node is ${version}, and package.json pins ${pinned}`);
  return dirname(manifest);
}
