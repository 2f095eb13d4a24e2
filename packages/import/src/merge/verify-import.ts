import { posix } from 'node:path';
import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import { type Diagnostic, GROUP_VERSION_FILE, groupVersionText } from '@kb/codegen';
import { definitionsOfSources } from '@kb/codegen/importer';
import { compareDefinitions, type DefinitionDifference } from '../compare-definitions.ts';
import type { GroupImport, PlacedDefinition } from './import-group.ts';
import { refusedDefinitions, refusedMetadata } from './refused-definitions.ts';

/** The approximate size of the sources that are generated at once: more takes more memory, less takes more time. */
const BATCH_SIZE = 3_000_000;

/**
 * Generates from the new files, as `kb generate` does, and compares the result with the imported definitions. A
 * definition that differs gives a warning with the first difference; so does one that the generator refuses. `into` is
 * the folder of the groups.
 */
export function verifyImport(groups: readonly GroupImport[], into: string): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  let sources = new Map<string, string>();
  let batch: GroupImport[] = [];
  let size = 0;
  const verify = (): void => {
    if (batch.length > 0) diagnostics.push(...verifyBatch(batch, sources, into));
    sources = new Map();
    batch = [];
    size = 0;
  };
  for (const group of groups) {
    const own = sourcesOf(group);
    const length = own.reduce((sum, [, text]) => sum + text.length, 0);
    if (size + length > BATCH_SIZE) verify();
    for (const [path, text] of own) sources.set(path, text);
    batch.push(group);
    size += length;
  }
  verify();
  return diagnostics;
}

/**
 * Every source of a group's imported types after the import, with those that state the group and version of their
 * folders.
 */
function sourcesOf({ group, before, files, removed }: GroupImport): readonly (readonly [string, string])[] {
  const sources = new Map<string, string>();
  for (const { path, version, imported, authored } of before.values()) {
    for (const [name, { text }] of imported) sources.set(`${path}/${name}`, text);
    sources.set(`${path}/${GROUP_VERSION_FILE}`, authored.get(GROUP_VERSION_FILE) ?? groupVersionText(group, version));
  }
  for (const path of removed) sources.delete(path);
  for (const { path, content } of files) sources.set(path, content);
  return [...sources];
}

function verifyBatch(
  batch: readonly GroupImport[],
  sources: ReadonlyMap<string, string>,
  into: string,
): readonly Diagnostic[] {
  const generated = definitionsOfSources(sources, into, { checkSchemas: true });
  const byName = new Map(generated.definitions.map(({ definition }) => [nameOf(definition), definition]));
  // Errors in an author's own markers do not concern an import, and kb generate reports them.
  const errors = generated.diagnostics.filter(
    ({ file, severity }) => severity === 'error' && !file.endsWith(`/${GROUP_VERSION_FILE}`),
  );
  return batch.flatMap((group) => {
    const folder = posix.join(into, group.group, '/');
    const refused = refusedDefinitions(
      group,
      errors.filter(({ file }) => file.startsWith(folder)),
    );
    return group.definitions.flatMap((placed) => {
      const { name } = placed.definition.metadata;
      return refused.get(name) ?? refusedMetadata(placed) ?? differenceOf(placed, byName.get(name)) ?? [];
    });
  });
}

function nameOf(definition: JsonObject): string {
  const { metadata } = definition;
  return isJsonObject(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : '';
}

function differenceOf(
  { definition, place }: PlacedDefinition,
  generated: JsonObject | undefined,
): Diagnostic | undefined {
  const { name } = definition.metadata;
  // Definitions are JSON, although their type is more specific.
  const wanted: unknown = definition;
  const [difference] = generated === undefined ? [undefined] : compareDefinitions(wanted as JsonValue, generated);
  if (generated !== undefined && difference === undefined) return undefined;
  return {
    code: 'KB_IMPORT_DIFFERS',
    severity: 'warning',
    message: `the definition that kb generates for ${name} differs from the imported one: ${difference === undefined ? 'there is none' : inWords(difference)}`,
    hint: 'the types can be used, but this is a bug: please report it',
    file: place?.file ?? name,
    line: place?.line ?? 0,
    column: place === undefined ? 0 : 1,
    length: 1,
  };
}

function inWords({ path, wanted, given }: DefinitionDifference): string {
  const text = (value: JsonValue | undefined): string =>
    value === undefined ? 'not there' : shortened(stringifyJson(value));
  return `${path} was ${text(wanted)}, and is ${text(given)}`;
}

function shortened(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`;
}
