import { equalJson } from '@kb/apimachinery';
import { quoteShort } from '@kb/apimachinery/yaml';
import { compareText, type Finding } from '@kb/codegen/reporting';
import { mergeVersions } from './merge-versions.ts';
import type { DefinitionPlace, ReadDefinition } from './definition-place.ts';

/** The place of a definition in messages. */
function placeText({ file, line }: DefinitionPlace): string {
  return `${file}:${line}`;
}

/**
 * Returns the definitions without duplicates, sorted by name. One that was read twice with the same content counts
 * once, and those that differ only in their versions are merged. Definitions of the same name that differ otherwise are
 * reported at each of them, and all are dropped: it is unknown which one is right, and the order of the files must not
 * decide.
 */
export function uniqueDefinitions(
  definitions: readonly ReadDefinition[],
  report: (read: ReadDefinition, finding: Finding) => void,
): ReadDefinition[] {
  const byName = withoutClashes(withMergedVersions(definitions, report), ({ definition }) => definition.metadata.name, {
    what: (name) => `the definition ${name}`,
    hint: 'give only one of the two, or make them the same',
    report,
  });
  // The file of a kind's types has a lower-case name, because some file systems ignore case.
  const byKind = withoutClashes(
    byName,
    ({ definition: { spec } }) => `${spec.names.kind.toLowerCase()} ${spec.group}`,
    {
      what: (name) => `the kind ${name.replace(' ', ' of ')}`,
      hint: 'an API server gives a name to one definition: import them into different folders',
      report,
    },
  );
  return byKind.sort((a, b) => compareText(a.definition.metadata.name, b.definition.metadata.name));
}

/** Merges definitions of the same name with different versions. The order of the files does not matter. */
function withMergedVersions(
  definitions: readonly ReadDefinition[],
  report: (read: ReadDefinition, finding: Finding) => void,
): ReadDefinition[] {
  const byName = new Map<string, ReadDefinition[]>();
  for (const read of definitions) {
    const { name } = read.definition.metadata;
    byName.set(name, [...(byName.get(name) ?? []), read]);
  }
  return [...byName.values()].flatMap((same) => {
    const [first, ...others] = same.toSorted((a, b) => comparePlaces(a.place, b.place));
    if (first === undefined || others.length === 0) return same;
    let { definition } = first;
    const stores: { readonly read: ReadDefinition; readonly storedNow: string }[] = [];
    for (const read of others) {
      const merged = mergeVersions(definition, read.definition);
      if (merged === undefined) return same;
      ({ definition } = merged);
      if (merged.storedNow !== undefined) stores.push({ read, storedNow: merged.storedNow });
    }
    for (const { read, storedNow } of stores.slice(-1)) {
      report(read, {
        code: 'KB_DEFINITION_CLASH',
        severity: 'warning',
        message: `${definition.metadata.name} is a different one in ${placeText(first.place)}, and each of them stores a different version; ${storedNow} is taken as the stored one`,
        hint: 'objects are stored in one version: write storage: false for the others in the definitions',
      });
    }
    return [{ ...first, definition }];
  });
}

function comparePlaces(a: DefinitionPlace, b: DefinitionPlace): number {
  return compareText(a.file, b.file) || a.document - b.document || a.line - b.line;
}

interface Clash {
  readonly what: (name: string) => string;
  readonly hint: string;
  readonly report: (read: ReadDefinition, finding: Finding) => void;
}

function withoutClashes(
  definitions: readonly ReadDefinition[],
  nameOf: (read: ReadDefinition) => string,
  { what, hint, report }: Clash,
): ReadDefinition[] {
  const groups = new Map<string, ReadDefinition[]>();
  for (const read of definitions) {
    const same = groups.get(nameOf(read)) ?? [];
    if (!same.some(({ definition }) => equalJson(definition, read.definition))) same.push(read);
    groups.set(nameOf(read), same);
  }
  return [...groups].flatMap(([name, same]) => {
    if (same.length === 1) return same;
    for (const [index, read] of same.entries()) {
      const other = same[index === 0 ? 1 : 0];
      if (other === undefined) continue;
      report(read, {
        code: 'KB_DEFINITION_CLASH',
        message: `${what(quoteShort(name).slice(1, -1))} is a different one in ${placeText(other.place)}, and the two differ`,
        hint,
      });
    }
    return [];
  });
}
