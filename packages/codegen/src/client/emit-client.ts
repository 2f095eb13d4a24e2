import path from 'node:path';
import type { Reporter } from '../diagnostic/reporter.ts';
import type { GroupVersion, Kind, Model } from '../model/model.ts';
import type { GeneratedFile } from '../write/plan-writes.ts';
import { groupVersionFiles } from './group-version-files.ts';

/** What {@link emitClient} needs besides the model. */
export interface ClientOptions {
  /** The folder of the package, relative to the project's folder. */
  readonly folder: string;
  readonly reporter: Reporter;
}

/**
 * Emits the typed client of a model: a folder for each group version that has kinds. Reports kinds that a client cannot
 * import, and group versions whose folders would be the same.
 */
export function emitClient(model: Model, { folder, reporter }: ClientOptions): GeneratedFile[] {
  // Paths that differ only in case are the same file on some disks.
  const owners = new Map<string, GroupVersion>();
  const byGroupVersion = grouped(model.kinds, ({ groupVersion }) => groupVersion);
  const versionsOf = grouped(model.kinds, nameAndGroup);
  return model.groupVersions.flatMap((groupVersion) => {
    const kinds = (byGroupVersion.get(groupVersion) ?? []).filter((kind) => !kind.facts.skipped);
    const exported = kinds.filter((kind) => isExported(kind, reporter));
    const [first] = exported;
    if (first === undefined) return [];
    const described = exported.map((kind) => ({ kind, versions: versionsOf.get(nameAndGroup(kind)) ?? [kind] }));
    const files = groupVersionFiles(model, groupVersion, described, reporter).map(({ path: file, content }) => ({
      path: path.posix.join(folder, 'src', groupVersion.path, file),
      content,
    }));
    const taken = files.find((file) => owners.has(file.path.toLowerCase()));
    const other = taken && owners.get(taken.path.toLowerCase());
    if (taken !== undefined && other !== undefined) {
      reporter.report(first.span, {
        code: 'KB_CLIENT_CLASH',
        message: `the clients of ${other.folder} and ${groupVersion.folder} would both have the file ${taken.path}`,
        hint: 'the path below src names a group version in the client: put one of the two into a folder of its group',
      });
      return [];
    }
    for (const file of files) owners.set(file.path.toLowerCase(), groupVersion);
    return files;
  });
}

/** `Map.groupBy`, which Node 20 lacks. */
function grouped<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

function nameAndGroup({ name, groupVersion }: Kind): string {
  return `${name}.${groupVersion.group}`;
}

function isExported({ groupVersion, type, name, span }: Kind, reporter: Reporter): boolean {
  if (groupVersion.exports.has(type)) return true;
  reporter.report(span, {
    code: 'KB_NOT_EXPORTED',
    message: `${name} is not exported from ${groupVersion.folder}/index.ts, so that a client cannot import it`,
    hint: `export type * from './${span.file.split('/').at(-1) ?? ''}';`,
  });
  return false;
}
