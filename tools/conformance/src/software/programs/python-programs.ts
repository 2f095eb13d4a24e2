import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../support/cache-folder.ts';
import { installGoProgram } from '../support/go-program.ts';
import { type Command, runCommand, whyNotInstalled } from '../support/run-command.ts';
import type { Software } from '../support/software.ts';
import { readTap } from '../support/tap.ts';

/** The folder with the programs of cases in Python, and the packages that they need. */
const sources = fileURLToPath(new URL('../../../../software/python', import.meta.url));

/**
 * A program of cases in Python, which prints lines of the Test Anything Protocol.
 *
 * @param install - Installs the program that the cases drive; its path is their argument. Default: they need none.
 */
function pythonSoftware(
  name: string,
  file: string,
  install?: () => Promise<{ readonly binary: string } | { readonly skipped: string }>,
): Software {
  return {
    name,
    async prepare() {
      const driven = await install?.();
      if (driven && 'skipped' in driven) return driven;
      const installed = await installPackages();
      if ('skipped' in installed) return installed;
      return async ({ kubeconfig, folder }) =>
        readTap(
          await runCommand([installed.python, path.join(sources, file), ...(driven ? [driven.binary] : [])], {
            cwd: folder,
            // Compiled files do not belong into the repository.
            env: { KUBECONFIG: kubeconfig, HOME: folder, PYTHONDONTWRITEBYTECODE: '1' },
            minutes: 15,
          }),
        );
    },
  };
}

/** Installs the packages once for each content of `requirements.txt`, outside the repository. */
async function installPackages(): Promise<{ readonly python: string } | { readonly skipped: string }> {
  const requirements = path.join(sources, 'requirements.txt');
  const key = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = cacheFolder(`python-${key}`);
  const python = path.join(folder, 'bin', 'python');
  if (existsSync(path.join(folder, 'whole'))) return { python };
  rmSync(folder, { recursive: true, force: true });
  const steps: Command[] = [
    ['python3', '-m', 'venv', folder],
    [path.join(folder, 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check', '-r', requirements],
    ['touch', path.join(folder, 'whole')],
  ];
  const skipped = await whyNotInstalled(steps, { cwd: sources });
  return skipped === undefined ? { python } : { skipped };
}

/** The official Python client. */
export const pythonClient: Software = pythonSoftware('the Python client', 'python_client.py');

/** An operator with kopf, the framework for operators in Python. */
export const kopf: Software = pythonSoftware('an operator with kopf', 'kopf_cases.py');

/** k9s, in a terminal whose screen is read. */
export const k9s: Software = pythonSoftware('k9s', 'k9s_cases.py', () =>
  installGoProgram({ name: 'k9s', package: 'github.com/derailed/k9s', version: 'v0.50.16' }),
);
