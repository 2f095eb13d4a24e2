import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryRoot } from '../workspace-packages.ts';
import type { BillOfMaterials } from './bill-of-materials.ts';

const execute = promisify(execFile);

/**
 * What npm says of everything in package-lock.json, development included: licences, hashes and who needs what. Asks no
 * registry.
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
