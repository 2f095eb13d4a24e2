import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { mistakeIn, placeOf, readDocuments } from '@kb/apimachinery/yaml';

/** An object of a file. */
export interface FolderObject {
  /** `FILE:LINE`, the file below the folder. */
  readonly place: string;
  readonly object: JsonObject;
}

/** A mistake of the user, with what to do. */
export interface FolderProblem {
  readonly code: 'KB_MANIFEST_NOT_FOUND' | 'KB_MANIFEST_INVALID' | 'KB_MANIFEST_NO_DEFINITION';
  /** With the position, if it is in a file. */
  readonly message: string;
  readonly toDo: string;
}

/** What a folder has. */
export interface Folder {
  readonly definitions: readonly FolderObject[];
  readonly objects: readonly FolderObject[];
  /** If there are any, nothing can be compared. */
  readonly problems: readonly FolderProblem[];
}

const WHAT_IS_NEEDED =
  'a folder, or a file, with CustomResourceDefinitions and objects of their kinds, as YAML or JSON';

/**
 * Reads the definitions and the objects of a file, or of a folder at every depth: YAML and JSON, several documents a
 * file, lists. Kustomization files are left out. Never throws for what the user has written.
 */
export function readFolder(place: string): Folder {
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats === undefined) {
    const message = `there is no file or folder ${place}`;
    return {
      definitions: [],
      objects: [],
      problems: [{ code: 'KB_MANIFEST_NOT_FOUND', message, toDo: `name ${WHAT_IS_NEEDED}` }],
    };
  }
  const problems: FolderProblem[] = [];
  const found = filesIn(place, stats.isDirectory()).flatMap((file) => objectsIn(place, file, problems));
  const definitions = found.filter(({ object }) => isDefinition(object));
  if (definitions.length === 0 && problems.length === 0)
    problems.push({
      code: 'KB_MANIFEST_NO_DEFINITION',
      message: `there is no CustomResourceDefinition of apiextensions.k8s.io/v1 in ${place}: ${countOf(found)}`,
      toDo: `name ${WHAT_IS_NEEDED}`,
    });
  return { definitions, objects: found.filter(({ object }) => !isDefinition(object)), problems };
}

function countOf(found: readonly FolderObject[]): string {
  if (found.length === 0) return 'no .yaml, .yml or .json file in it has an object';
  const kinds = [...new Set(found.map(({ object }) => kindIn(object)))].slice(0, 5);
  return `its ${found.length} objects are of other kinds, such as ${kinds.join(', ')}`;
}

/** The files of a folder, sorted, as paths below it. */
function filesIn(place: string, isFolder: boolean): string[] {
  if (!isFolder) return [''];
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ya?ml|json)$/.test(file) && !path.basename(file).startsWith('kustomization.'))
    .filter((file) => statSync(path.join(place, file), { throwIfNoEntry: false })?.isFile() === true)
    .map((file) => file.split(path.sep).join('/'))
    .toSorted((a, b) => (a < b ? -1 : 1));
}

function objectsIn(place: string, file: string, problems: FolderProblem[]): FolderObject[] {
  const name = file === '' ? path.basename(place) : file;
  const invalid = (at: { line: number; column: number }, message: string, toDo: string): void => {
    problems.push({ code: 'KB_MANIFEST_INVALID', message: `${name}:${at.line}:${at.column}: ${message}`, toDo });
  };
  return readDocuments(readFileSync(path.join(place, file), 'utf8')).flatMap((document) => {
    const mistake = mistakeIn(document);
    const at = placeOf(document);
    const { value } = document.parsed;
    if (mistake !== undefined) invalid(mistake, mistake.message, mistake.hint ?? 'correct the document');
    else if (value !== null && value !== undefined) {
      const objects = isJsonObject(value) ? itemsOf(value) : [];
      if (objects.length > 0 || isList(value))
        return objects.map((object) => ({ place: `${name}:${at.line}`, object }));
      invalid(at, 'expected an object with apiVersion and kind', 'correct the document, or move the file elsewhere');
    }
    return [];
  });
}

function isList(value: unknown): boolean {
  return isJsonObject(value) && Array.isArray(value['items']);
}

/** The object, or those of a list; none if it is not an object of Kubernetes. */
function itemsOf(object: JsonObject): JsonObject[] {
  const { apiVersion, kind, items } = object;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return [];
  return kind.endsWith('List') && Array.isArray(items) ? items.filter(isJsonObject).flatMap(itemsOf) : [object];
}

/** The kind of an object; empty if it has none. */
export function kindIn({ kind }: JsonObject): string {
  return typeof kind === 'string' ? kind : '';
}

function isDefinition({ apiVersion, kind }: JsonObject): boolean {
  return kind === 'CustomResourceDefinition' && apiVersion === 'apiextensions.k8s.io/v1';
}
