import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryRoot } from '../workspace-packages.ts';
import type { BillOfMaterials } from './bill-of-materials.ts';

const execute = promisify(execFile);

/**
 * Returns npm's bill of materials of package-lock.json, with development dependencies: licences, hashes and
 * dependencies. Sends no requests to a registry.
 */
export async function installedBom(): Promise<BillOfMaterials> {
  const { stdout } = await execute('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  });
  return JSON.parse(stdout) as BillOfMaterials;
}
