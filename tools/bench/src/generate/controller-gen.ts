import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Command } from '../process-tree.ts';

const run = promisify(execFile);
const oracle = path.join(import.meta.dirname, '../../../controller-gen');

/** Modules come from Go's module cache or proxy; go.mod may be updated, but go mod tidy is not run. */
const environment = { GOFLAGS: '-mod=mod', GOWORK: 'off' };

/** A released controller-gen, built. */
export interface ControllerGen {
  /** Makes a folder a Go module that depends on Kubernetes' types. */
  makeModule(folder: string): void;
  /**
   * Returns the command that generates what a kubebuilder project does: methods, CRDs, roles and webhook
   * configurations.
   */
  generateIn(folder: string): Command;
}

/**
 * Builds controller-gen at the version in tools/controller-gen/go.mod. Rejects with Go's error if there is no Go, or if
 * its modules are not available.
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
