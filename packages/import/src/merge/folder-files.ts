import { posix } from 'node:path';
import { type GeneratedFile, GROUP_VERSION_FILE, groupVersionText } from '@kb/codegen';
import { saysGroup, withImportHeader } from '@kb/codegen/importer';
import type { ImportedFolder } from '../declaration.ts';
import { printFile } from '../print/print-file.ts';
import { INDEX_FILE, indexText } from './index-file.ts';
import type { VersionFolder } from './read-folder.ts';

/** The changes of an import in the folder of a group version. */
export interface FolderFiles {
  readonly files: readonly GeneratedFile[];
  /** Paths. */
  readonly removed: readonly string[];
}

/**
 * Returns the files of a folder: the types, the index and, unless it is stated already, the group version. Files of
 * earlier imports that are not generated again are removed; with the last of them the index, unless an author has a
 * line in it, and the group version, unless it or another file is an author's.
 */
export async function folderFiles(
  { path, version, imported, authored }: VersionFolder,
  folder: ImportedFolder,
  { external, header }: { readonly external: boolean; readonly header: string },
): Promise<FolderFiles> {
  const at = (name: string): string => posix.join(path, name);
  const names = folder.files.map(({ name }) => name);
  const removed = [...imported.keys()].filter((name) => !names.includes(name));
  // The header belongs to the project's own kinds.
  const first = external ? '' : header;
  const bare = (name: string): string | undefined => authored.get(name)?.replace(first, '');
  const index = indexText(bare(INDEX_FILE), names, removed, authored.keys());
  const info = groupVersionText(folder.group, version);

  const files: GeneratedFile[] = [];
  for (const file of folder.files) {
    const folderMarkers = external ? [...new Set([...file.folderMarkers, '+kb:external'])] : file.folderMarkers;
    const text = await printFile({ ...file, folderMarkers }, folder);
    files.push({
      path: at(file.name),
      content: `${imported.get(file.name)?.header ?? first}${withImportHeader(text)}`,
    });
  }
  if (names.length === 0 && index === '') {
    const others = [...authored.keys()].filter((name) => name !== INDEX_FILE && name !== GROUP_VERSION_FILE);
    const isUntouched = others.length === 0 && bare(GROUP_VERSION_FILE) === info;
    const left = [...(authored.has(INDEX_FILE) ? [INDEX_FILE] : []), ...(isUntouched ? [GROUP_VERSION_FILE] : [])];
    return { files, removed: [...removed, ...left].map(at) };
  }
  const isIndexWithout = authored.get(INDEX_FILE)?.startsWith(first) === false;
  files.push({ path: at(INDEX_FILE), content: isIndexWithout ? index : first + index });
  if (!authored.has(GROUP_VERSION_FILE) && ![...authored.values()].some(saysGroup))
    files.push({ path: at(GROUP_VERSION_FILE), content: first + info });
  return { files, removed: removed.map(at) };
}
