import { existsSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { applyJsonPatch, applyMergePatch, JsonPatchError, readJsonPatch } from '@kb/apimachinery/patch';
import { type FileFailure, parseObjects, readObjects } from './read-objects.ts';

/** A patch that a kustomization names. */
export interface KustomizationPatch {
  /** Where it is, for messages. */
  readonly file: string;
  /** A merge patch, or a list of JSON patch operations. */
  readonly content: JsonValue;
  /** What a JSON patch applies to. Undefined: everything. */
  readonly kind: string | undefined;
  readonly name: string | undefined;
  readonly failure: FileFailure;
}

/** The parts of a kustomization that decide about CustomResourceDefinitions. */
export interface Kustomization {
  /** Files and folders, as paths. */
  readonly resources: readonly string[];
  readonly patches: readonly KustomizationPatch[];
}

/** Returns the kustomization file of a folder; undefined without one. */
export function kustomizationOf(folder: string): string | undefined {
  return ['kustomization.yaml', 'kustomization.yml', 'Kustomization']
    .map((name) => path.join(folder, name))
    .find((file) => existsSync(file));
}

/** Reads a kustomization file and its patches. */
export async function readKustomization(file: string, failure: FileFailure): Promise<Kustomization> {
  const [content] = await readObjects(file, failure);
  const kustomization = isJsonObject(content) ? content : {};
  const folder = path.dirname(file);
  const patches: KustomizationPatch[] = [];
  for (const entry of listOf(kustomization.patches)) {
    if (!isJsonObject(entry)) continue;
    const { path: named, patch: inline, target } = entry;
    const { kind, name } = isJsonObject(target) ? target : {};
    const where = typeof named === 'string' ? path.join(folder, named) : file;
    const documents =
      typeof inline === 'string' ? parseObjects(inline, file, failure) : await readObjects(where, failure);
    for (const document of documents)
      patches.push({ file: where, content: document as JsonValue, kind: textOf(kind), name: textOf(name), failure });
  }
  for (const entry of listOf(kustomization.patchesStrategicMerge)) {
    if (typeof entry !== 'string') continue;
    const isInline = entry.includes('\n');
    const where = isInline ? file : path.join(folder, entry);
    const documents = isInline ? parseObjects(entry, file, failure) : await readObjects(where, failure);
    for (const document of documents)
      patches.push({ file: where, content: document as JsonValue, kind: undefined, name: undefined, failure });
  }
  const resources = [...listOf(kustomization.resources), ...listOf(kustomization.bases)];
  return {
    resources: resources.flatMap((one) => (typeof one === 'string' && !isRemote(one) ? [path.join(folder, one)] : [])),
    patches,
  };
}

/** Applies a patch to an object if it is meant; otherwise returns the object. */
export function patched({ content, kind, name, file, failure }: KustomizationPatch, object: object): object {
  const target = object as JsonObject;
  const { metadata } = target;
  const own = isJsonObject(metadata) ? metadata.name : undefined;
  if (isJsonObject(content) && kind === undefined && name === undefined) {
    const named = isJsonObject(content.metadata) ? content.metadata.name : undefined;
    return content.kind === target.kind && named === own ? mergedWith(target, content) : object;
  }
  if ((kind !== undefined && kind !== target.kind) || (name !== undefined && name !== own)) return object;
  if (isJsonObject(content)) return mergedWith(target, content);
  try {
    return applyJsonPatch(target, readJsonPatch(content).operations) as JsonObject;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw failure('INVALID', `${file}: ${why}`, error instanceof JsonPatchError ? error : undefined);
  }
}

/** The fields of a patch that name an object do not change it. */
function mergedWith(object: JsonObject, patch: JsonObject): JsonObject {
  const { metadata } = patch;
  const { name: _, ...rest } = isJsonObject(metadata) ? metadata : {};
  return applyMergePatch(object, { ...patch, metadata: rest }) as JsonObject;
}

/** Whether a resource is fetched from elsewhere: such CRDs are files of `kb create api --external-api` in a project. */
const isRemote = (resource: string): boolean => resource.includes('://') || resource.startsWith('github.com/');

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);
const textOf = (value: JsonValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
