import { posix } from 'node:path';
import { isOwnCrd, isSource, isWebhookFile, printedRoles, WEBHOOK_FILE } from '../marks/generated-marks.ts';
import { isOnBothSides } from '../marks/merge-conflict.ts';
import type { PrintedObject } from '../marks/printed-objects.ts';
import type { OutputFolders } from '../project/output-folders.ts';
import type { SourceReader } from '../read/source-reader.ts';
import type { GeneratedFile } from './plan-writes.ts';

/** Where generated files are. */
export interface GeneratedPlaces {
  readonly folders: OutputFolders;
  /** The file of the roles, in their folder. */
  readonly roleFile: string;
  /** Whether the client is generated. */
  readonly client: boolean;
  /** What this run generates. */
  readonly files: readonly GeneratedFile[];
}

/** What earlier runs left in the folders that are generated into, and this run does not make. */
export interface GeneratedBefore {
  /** Files that are surely generated: they can go. */
  readonly stale: readonly string[];
  /**
   * Where the file of the roles is new: other files of roles as a generator prints them. An earlier run may have made
   * them, with another name of the file and of the role, or another generator, or a person: they stay.
   */
  readonly doubtful: readonly string[];
}

/**
 * The files that earlier runs generated and this one does not. Sources are known by their first line, CRDs by their
 * annotation; a file that was written by hand has neither. Roles and webhook configurations have no mark. They are
 * generated when they are exactly what a generator prints, and are in their own file, or hold a role that this run
 * makes in another one: no folder has a role twice on purpose.
 */
export function generatedBefore(reader: SourceReader, places: GeneratedPlaces): GeneratedBefore {
  const { folders, client, files } = places;
  const made = new Set(files.map(({ path }) => path));
  const found = (inFolder: readonly string[], is: (text: string) => boolean): string[] =>
    inFolder.filter((file) => !made.has(file) && isOnBothSides(reader.read(file) ?? '', is));
  const roles = rolesBefore(reader, places, made);
  return {
    stale: [
      ...(client ? found(reader.list(folders.client).filter(isTypeScript), isSource) : []),
      ...found(
        [...new Set([folders.crd, folders.externalCrd].flatMap((folder) => manifestsIn(folder, reader)))],
        isOwnCrd,
      ),
      ...roles.stale,
      ...found([posix.join(folders.webhook, WEBHOOK_FILE)], isWebhookFile),
    ],
    doubtful: roles.doubtful,
  };
}

function rolesBefore(
  reader: SourceReader,
  { folders, roleFile, files }: GeneratedPlaces,
  made: ReadonlySet<string>,
): GeneratedBefore {
  const own = posix.join(folders.rbac, roleFile);
  const now = new Set(printedRoles(files.find(({ path }) => path === own)?.content).map(identityOf));
  const isNew = made.has(own) && reader.read(own) === undefined;
  const stale: string[] = [];
  const doubtful: string[] = [];
  for (const file of new Set([own, ...manifestsIn(folders.rbac, reader)])) {
    if (made.has(file)) continue;
    const roles = printedRoles(reader.read(file));
    if (roles.length === 0) continue;
    if (file === own || roles.some((role) => now.has(identityOf(role)))) stale.push(file);
    else if (isNew) doubtful.push(file);
  }
  return { stale, doubtful };
}

function identityOf({ kind, namespace, name }: PrintedObject): string {
  return JSON.stringify([kind, namespace, name]);
}

/** The manifests that are directly in a folder. */
function manifestsIn(folder: string, reader: SourceReader): string[] {
  const parent = posix.normalize(folder);
  return reader.list(folder).filter((file) => /\.ya?ml$/.test(file) && posix.dirname(file) === parent);
}

function isTypeScript(file: string): boolean {
  return file.endsWith('.ts');
}
