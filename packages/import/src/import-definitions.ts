import { posix } from 'node:path';
import { type Diagnostic, planWrites, sortDiagnostics, type SourceReader, type WritePlan } from '@kb/codegen';
import { compareText } from '@kb/codegen/reporting';
import type { GroupImport, ImportedKind } from './merge/import-group.ts';
import type { KindWithLess, KindWithMore } from './merge/wanted-versions.ts';
import type { ReadDefinition } from './read/definition-place.ts';

/** What {@link importDefinitions} works on. */
export interface ImportOptions {
  /** Absolute: what all paths are relative to. */
  readonly root: string;
  /** The folder of the groups' folders, relative to `root`: types go to `<into>/<group>/<version>`. */
  readonly into: string;
  /** As `readDefinitions` gives them: no two of one name. */
  readonly definitions: readonly ReadDefinition[];
  /** How what is there is seen. */
  readonly reader: SourceReader;
  /**
   * Only these versions, and those that were imported before. Default: all; of a kind of another project that was
   * imported before, those that it was imported in.
   */
  readonly versions?: readonly string[];
  /** Replace imported files that were edited since. Default: false, which makes them an error. */
  readonly overwrite?: boolean;
  /** Generate from the new types in memory, and warn where a definition does not come back. Default: true. */
  readonly verify?: boolean;
  /**
   * The kinds belong to another project than the one whose folder it is: their CRDs are not among its own. Default:
   * false, but a group that is external already stays it.
   */
  readonly external?: boolean;
}

/** What an import found, and what it would do. */
export interface ImportResult {
  /** Sorted. A group with an error among them is left out of the plan whole; the others are in it. */
  readonly diagnostics: readonly Diagnostic[];
  /** For `applyPlan`. */
  readonly plan: WritePlan;
  /** The kinds of the definitions, each in each version, sorted. */
  readonly imported: readonly ImportedKind[];
  /**
   * Kinds of other projects whose definitions have more versions than those that they were imported in, which nobody
   * asked for.
   */
  readonly withMore: readonly KindWithMore[];
  /** Kinds that were imported in versions that their definitions do not have: their types go there. */
  readonly withLess: readonly KindWithLess[];
}

/**
 * Makes TypeScript types with markers of CustomResourceDefinitions, from which `kb generate` makes the same definitions
 * again. Writes nothing. Importing again updates what was imported before, and leaves what an author wrote beside it.
 */
export async function importDefinitions(options: ImportOptions): Promise<ImportResult> {
  const { root, definitions, reader, verify = true } = options;
  const into = posix.normalize(options.into || '.').replace(/(?<=.)\/$/, '');
  const { overwrite = false, external = false, versions } = options;
  // The compiler, the generator and the printer are loaded only here.
  const { importGroup } = await import('./merge/import-group.ts');
  const groups: GroupImport[] = [];
  for (const [group, own] of byGroup(definitions))
    groups.push(await importGroup(group, own, { into, reader, overwrite, external, versions }));
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
