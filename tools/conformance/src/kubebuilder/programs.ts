import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildGo } from '../build-go.ts';

const modules = fileURLToPath(new URL('../../../kubebuilder/go', import.meta.url));

/** The packages of the programs, each of which has a Go module of its own that names an exact version. */
const packages = {
  kubebuilder: 'sigs.k8s.io/kubebuilder/v4',
  kustomize: 'sigs.k8s.io/kustomize/kustomize/v5',
  'controller-gen': 'sigs.k8s.io/controller-tools/cmd/controller-gen',
} as const;

/** A program of kubebuilder's workflow. */
export type ProgramName = keyof typeof packages;

/** The paths of programs, in a folder that `close` removes. */
export interface Programs<T extends ProgramName> {
  readonly paths: Readonly<Record<T, string>>;
  readonly close: () => void;
}

/** Builds programs. Returns why it is not possible, such as a missing Go. */
export function buildPrograms<T extends ProgramName>(names: readonly T[]): Programs<T> | { readonly reason: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-kubebuilder-'));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  for (const name of names) {
    const problem = buildGo(['-o', path.join(folder, name), packages[name]], path.join(modules, name));
    if (problem === undefined) continue;
    close();
    return { reason: `${name} cannot be built: ${problem}` };
  }
  // The list has every name of the type.
  const paths = Object.fromEntries(names.map((name) => [name, path.join(folder, name)])) as Record<T, string>;
  return { paths, close };
}

/** The folder of kubebuilder's module, which has its scripts. */
export function kubebuilderSource(): string {
  const args = ['list', '-m', '-f', '{{.Dir}}', packages.kubebuilder];
  return execFileSync('go', args, { cwd: path.join(modules, 'kubebuilder'), encoding: 'utf8' }).trim();
}
