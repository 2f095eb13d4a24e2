import { posix } from 'node:path';
import { type Diagnostic, planWrites, sortDiagnostics, type SourceReader, type WritePlan } from '@kb/codegen';
import { compareText } from '@kb/codegen/reporting';
import type { GroupImport, ImportedKind } from './merge/import-group.ts';
import type { KindWithLess, KindWithMore } from './merge/wanted-versions.ts';
import type { ReadDefinition } from './read/definition-place.ts';

/** Options of {@link importDefinitions}. */
export interface ImportOptions {
  /** The folder that all paths are relative to, absolute. */
  readonly root: string;
  /** The folder of the groups' folders, relative to `root`: types go to `<into>/<group>/<version>`. */
  readonly into: string;
  /** The result of `readDefinitions`: no two with the same name. */
  readonly definitions: readonly ReadDefinition[];
  /** Reads the existing files. */
  readonly reader: SourceReader;
  /**
   * Only these versions, and those that were imported before. Default: all; for a kind of another project that was
   * imported before, the versions of that import.
   */
  readonly versions?: readonly string[];
  /** Replace imported files even if they were edited. Default: false, which reports them as errors. */
  readonly overwrite?: boolean;
  /** Generate from the new types in memory, and warn if a definition differs. Default: true. */
  readonly verify?: boolean;
  /**
   * The kinds belong to another project, so that their CRDs are kept apart. Default: false, but a group that is already
   * external stays external.
   */
  readonly external?: boolean;
  /**
   * What new sources of the project's own kinds begin with: a header with an empty line after it. Those that are there
   * keep theirs. Default: nothing.
   */
  readonly header?: string;
}

/** The results of an import, before anything is written. */
export interface ImportResult {
  /** Sorted. A group with an error is left out of the plan completely; the others are in it. */
  readonly diagnostics: readonly Diagnostic[];
  /** For `applyPlan`. */
  readonly plan: WritePlan;
  /** The kinds of the definitions, each in each version, sorted. */
  readonly imported: readonly ImportedKind[];
  /** Kinds of other projects whose definitions serve more versions than were imported, and no others were requested. */
  readonly withMore: readonly KindWithMore[];
  /** Kinds with imported versions that their definitions no longer have: those types are removed. */
  readonly withLess: readonly KindWithLess[];
}

/**
 * Plans TypeScript types with markers for CustomResourceDefinitions, from which `kb generate` builds the same
 * definitions again. Writes nothing. Importing again updates what was imported before, and keeps what an author wrote
 * beside it.
 */
export async function importDefinitions(options: ImportOptions): Promise<ImportResult> {
  const { root, definitions, reader, verify = true } = options;
  const into = posix.normalize(options.into || '.').replace(/(?<=.)\/$/, '');
  const { overwrite = false, external = false, header = '', versions } = options;
  // Imported here, so that the compiler, the generator and the printer are loaded only when needed.
  const { importGroup } = await import('./merge/import-group.ts');
  const groups: GroupImport[] = [];
  for (const [group, own] of byGroup(definitions))
    groups.push(await importGroup(group, own, { into, reader, overwrite, external, header, versions }));
  const made = groups.filter(({ files, removed }) => files.length > 0 || removed.length > 0);
  const { verifyImport } = await import('./merge/verify-import.ts');
  const differences = verify ? verifyImport(made, into) : [];
  return {
    diagnostics: sortDiagnostics([...groups.flatMap(({ diagnostics }) => diagnostics), ...differences]),
    plan: planWrites({
      root,
      reader,
      files: made.flatMap(({ files }) => files),
      generatedBefore: made.flatMap(({ removed }) => removed),
    }),
    imported: made.flatMap(({ imported }) => imported),
    withMore: made.flatMap(({ withMore }) => withMore),
    withLess: made.flatMap(({ withLess }) => withLess),
  };
}

/** The definitions of each group, sorted by its name. */
function byGroup(definitions: readonly ReadDefinition[]): readonly (readonly [string, readonly ReadDefinition[]])[] {
  const groups = new Map<string, ReadDefinition[]>();
  for (const read of definitions) {
    const { group } = read.definition.spec;
    groups.set(group, [...(groups.get(group) ?? []), read]);
  }
  return [...groups].sort(([a], [b]) => compareText(a, b));
}
