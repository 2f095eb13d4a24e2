import { stat } from 'node:fs/promises';
import type { ObjectInput } from '@kb/apimachinery';
import type { CustomResourceDefinition } from '@kb/kubernetes/apiextensions/v1';
import type { TestingErrorCode } from '../error-codes.ts';
import { kustomizationOf, type KustomizationPatch, patched, readKustomization } from './kustomization.ts';
import { type FileFailure, manifestFiles, readObjects } from './read-objects.ts';

/** A CustomResourceDefinition as written in a file. */
export type CrdManifest = ObjectInput<CustomResourceDefinition>;

/** The error for a path without readable CRDs. */
export class CrdFileError extends Error {
  override readonly name = 'CrdFileError';
  readonly code: Extract<TestingErrorCode, `KB_CRD_FILE_${string}`>;
  constructor(code: CrdFileError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Reads the CustomResourceDefinitions in YAML or JSON files, or in all such files of folders (without subfolders).
 * Ignores other objects. Of a folder with a `kustomization.yaml`, it reads the `resources` that this file names, and
 * applies its patches to them, such as those that add a conversion webhook. Throws a {@link CrdFileError} when a path
 * does not exist, contains no CRD, or cannot be parsed.
 */
export async function readCrds(paths: readonly string[]): Promise<CrdManifest[]> {
  const found: CrdManifest[] = [];
  for (const each of paths) {
    const crds = await crdsAt(each, MAX_DEPTH);
    if (crds.length === 0)
      throw new CrdFileError('KB_CRD_FILE_EMPTY', `${each}: there is no CustomResourceDefinition in it`);
    found.push(...crds);
  }
  return found;
}

/**
 * Applies the patches that a folder's `kustomization.yaml` names to CustomResourceDefinitions, as kustomize would:
 * merge patches by name, and JSON patches by their target. Returns them unchanged if there is no such file.
 */
export async function patchCrds<T extends CrdManifest>(folder: string, crds: readonly T[]): Promise<T[]> {
  const file = kustomizationOf(folder);
  if (file === undefined) return [...crds];
  const { patches } = await readKustomization(file, failure);
  return applyPatches(crds, patches);
}

/** How deep folders of kustomizations may name each other. */
const MAX_DEPTH = 10;

async function crdsAt(at: string, depth: number): Promise<CrdManifest[]> {
  const file = (await isFolder(at)) ? kustomizationOf(at) : undefined;
  if (file === undefined) return (await Promise.all((await manifestFiles(at, failure)).map(readCrdFile))).flat();
  if (depth === 0) throw failure('INVALID', `${file}: its resources are nested too deeply`);
  const { resources, patches } = await readKustomization(file, failure);
  const crds: CrdManifest[] = [];
  for (const resource of resources) crds.push(...(await crdsAt(resource, depth - 1)));
  return applyPatches(crds, patches);
}

function applyPatches<T extends CrdManifest>(crds: readonly T[], patches: readonly KustomizationPatch[]): T[] {
  // A patch changes fields, and the API server validates the result.
  return crds.map((crd) => patches.reduce<T>((object, patch) => patched(patch, object) as T, crd));
}

const isFolder = async (at: string): Promise<boolean> =>
  stat(at).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

const codes = { NOT_FOUND: 'KB_CRD_FILE_NOT_FOUND', INVALID: 'KB_CRD_FILE_INVALID' } as const;

const failure: FileFailure = (problem, message, cause) => new CrdFileError(codes[problem], message, { cause });

async function readCrdFile(file: string): Promise<CrdManifest[]> {
  return (await readObjects(file, failure)).filter(isCrd);
}

/** Whether a value is a CRD. The API server validates the rest, with better messages. */
function isCrd(value: unknown): value is CrdManifest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'CustomResourceDefinition' &&
    'metadata' in value &&
    'spec' in value
  );
}
