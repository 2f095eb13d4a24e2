import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject } from '@kb/apimachinery/codec';
import { readObjects } from '../manifests/read-objects.ts';
import { findProjectFile, rbacFailure } from './read-rbac.ts';

/**
 * Returns the folder with the RBAC manifests of the project whose controllers a file is part of: the project of the
 * file PROJECT above it. Undefined if there is none, or if the file is elsewhere in the project.
 */
export async function findRbacFolder(file: string): Promise<string | undefined> {
  const place = file.startsWith('file:') ? fileURLToPath(file) : path.resolve(file);
  const project = findProjectFile(place);
  return project === undefined ? undefined : rbacFolderOf(project, place);
}

async function rbacFolderOf(project: string, file: string): Promise<string | undefined> {
  const [content] = await readObjects(project, rbacFailure);
  const paths = isJsonObject(content) && isJsonObject(content.paths) ? content.paths : {};
  const root = path.dirname(project);
  const controllers = Array.isArray(paths.controller) ? paths.controller : [paths.controller ?? 'packages/controller'];
  const isController = controllers.some(
    (folder) => typeof folder === 'string' && file.startsWith(path.join(root, folder) + path.sep),
  );
  if (!isController) return undefined;
  const rbac = typeof paths.rbac === 'string' ? paths.rbac : path.join(textOr(paths.config, 'config'), 'rbac');
  const folder = path.join(root, rbac);
  return existsSync(folder) ? folder : undefined;
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
