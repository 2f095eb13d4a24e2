import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Command } from '../process-tree.ts';

const run = promisify(execFile);
const oracle = path.join(import.meta.dirname, '../../../controller-gen');

/** Modules come from where Go keeps them; go.mod is not to be tidied for one command. */
const environment = { GOFLAGS: '-mod=mod', GOWORK: 'off' };

/** controller-gen as it is released, built. */
export interface ControllerGen {
  /** Makes a folder a Go module in which the types of Kubernetes are found. */
  makeModule(folder: string): void;
  /** Generates what kubebuilder's projects generate: methods, CRDs, roles and webhook configurations. */
  generateIn(folder: string): Command;
}

/**
 * Builds controller-gen, at the version that tools/controller-gen names. Rejects with Go's own words where there is no
 * Go, or its modules cannot be had.
 */
export async function buildControllerGen(into: string): Promise<ControllerGen> {
  const binary = path.join(into, 'controller-gen');
  const build = path.join(into, 'build');
  const makeModule = (folder: string): void => {
    mkdirSync(folder, { recursive: true });
    const module = readFileSync(path.join(oracle, 'go.mod'), 'utf8');
    writeFileSync(path.join(folder, 'go.mod'), module.replace(/^module .*/m, 'module example.com/bench'));
    copyFileSync(path.join(oracle, 'go.sum'), path.join(folder, 'go.sum'));
  };
  makeModule(build);
  await run('go', ['build', '-o', binary, 'sigs.k8s.io/controller-tools/cmd/controller-gen'], {
    cwd: build,
    env: { ...process.env, ...environment },
  });
  return {
    makeModule,
    generateIn: (folder) => ({
      program: binary,
      args: [
        'object',
        'crd',
        'rbac:roleName=manager-role',
        'webhook',
        'paths=./...',
        'output:crd:artifacts:config=config/crd/bases',
      ],
      cwd: folder,
      env: environment,
    }),
  };
}
