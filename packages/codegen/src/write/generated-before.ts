import { posix } from 'node:path';
import { isOwnCrd, isSource, isWebhookFile, printedRoles, WEBHOOK_FILE } from '../marks/generated-marks.ts';
import { isOnBothSides } from '../marks/merge-conflict.ts';
import type { PrintedObject } from '../marks/printed-objects.ts';
import type { OutputFolders } from '../project/output-folders.ts';
import type { SourceReader } from '../read/source-reader.ts';
import type { GeneratedFile } from './plan-writes.ts';

/** The places of generated files. */
export interface GeneratedPlaces {
  readonly folders: OutputFolders;
  /** The file of the roles, in their folder. */
  readonly roleFile: string;
  /** Whether the client is generated. */
  readonly client: boolean;
  /** What this run generates. */
  readonly files: readonly GeneratedFile[];
}

/** The output of earlier runs in the target folders that this run does not generate. */
export interface GeneratedBefore {
  /** Files that are certainly generated, and can be removed. */
  readonly stale: readonly string[];
  /**
   * If the file of the roles is new: other files of roles as a generator prints them. An earlier run may have written
   * them with another file name and role name, or another generator, or a person, so they are kept.
   */
  readonly doubtful: readonly string[];
}

/**
 * Finds the files that earlier runs generated and this one does not. Sources are identified by their first line, CRDs
 * by their annotation; hand-written files have neither. Roles and webhook configurations have no mark: they count as
 * generated if they are exactly what a generator prints, and are in their own file, or contain a role that this run
 * writes to another one, because nobody keeps a role twice on purpose.
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

/** The manifests directly in a folder. */
function manifestsIn(folder: string, reader: SourceReader): string[] {
  const parent = posix.normalize(folder);
  return reader.list(folder).filter((file) => /\.ya?ml$/.test(file) && posix.dirname(file) === parent);
}

function isTypeScript(file: string): boolean {
  return file.endsWith('.ts');
}
