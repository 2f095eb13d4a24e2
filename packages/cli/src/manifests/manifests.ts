import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { KubernetesObject, ObjectInput } from '@kb/apimachinery';
import { mistakeIn, placeOf, readDocuments } from '@kb/apimachinery/yaml';
import { outputFolders } from '@kb/codegen';
import type { CrdManifest } from '@kb/testing';
import { CliError } from '../cli-error.ts';
import type { OpenProject } from '../open-project.ts';

/** An object of a manifest, and its place. */
export interface Manifest {
  readonly file: string;
  readonly object: ObjectInput<KubernetesObject> & { readonly apiVersion: string; readonly kind: string };
}

/**
 * Reads the objects of a YAML or JSON file, or of the files of a folder (without kustomization files), in order, as
 * kubectl would. Throws a CliError for anything that is not a manifest.
 */
export function readManifests(file: string): Manifest[] {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new CliError('KB_MANIFEST_NOT_FOUND', `there is no file or folder ${file}`);
  if (!stats.isDirectory()) return readFile(file);
  return readdirSync(file)
    .filter((name) => /\.(ya?ml|json)$/.test(name) && !name.startsWith('kustomization.'))
    .toSorted()
    .flatMap((name) => readFile(path.join(file, name)));
}

/**
 * Reads the CRDs that a project's operator needs: those of other projects' kinds, and its own, with the patches that
 * `config/crd/kustomization.yaml` names, such as those that add a conversion webhook. Throws a CliError if there are
 * none.
 */
export async function readProjectCrds({ root, project }: Pick<OpenProject, 'root' | 'project'>): Promise<Manifest[]> {
  const { crd, externalCrd } = outputFolders(project.paths);
  const folders = [externalCrd, crd].map((folder) => path.join(root, folder));
  const there = folders.filter((folder) => existsSync(folder));
  const manifests = (there.length > 0 ? there : folders).flatMap(readManifests);
  // Imported here, so that commands without a project do not load it.
  const { patchCrds } = await import('@kb/testing');
  // The patches apply to CRDs alone, and leave other objects as they are.
  const patched = await patchCrds(
    path.join(root, project.paths.config, 'crd'),
    manifests.map(({ object }) => object as unknown as CrdManifest),
  );
  return manifests.map((manifest, index) => ({
    ...manifest,
    object: (patched[index] ?? manifest.object) as unknown as Manifest['object'],
  }));
}

function readFile(file: string): Manifest[] {
  return parseManifests(readFileSync(file, 'utf8'), file);
}

/** Reads the objects of a YAML stream, in order. `file` is its name in errors, which are CliErrors. */
export function parseManifests(text: string, file: string): Manifest[] {
  return readDocuments(text).flatMap((document): Manifest[] => {
    const mistake = mistakeIn(document);
    if (mistake !== undefined) {
      const { line, column, message, hint } = mistake;
      throw new CliError('KB_MANIFEST_INVALID', `${file}:${line}:${column}: ${message}`, { hint });
    }
    const { value } = document.parsed;
    if (value === null || value === undefined) return [];
    if (!isManifest(value)) {
      const { line, column } = placeOf(document);
      throw new CliError(
        'KB_MANIFEST_INVALID',
        `${file}:${line}:${column}: expected an object with apiVersion, kind and metadata`,
      );
    }
    return [{ file, object: value }];
  });
}

function isManifest(value: unknown): value is Manifest['object'] {
  return (
    typeof value === 'object' &&
    value !== null &&
    'apiVersion' in value &&
    typeof value.apiVersion === 'string' &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    'metadata' in value &&
    typeof value.metadata === 'object' &&
    value.metadata !== null
  );
}
