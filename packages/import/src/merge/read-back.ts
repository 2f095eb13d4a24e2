import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type Diagnostic, GROUP_VERSION_FILE, groupVersionText, hasErrors } from '@kb/codegen';
import { definitionsOfSources } from '@kb/codegen/importer';
import type { CustomResourceDefinition } from '../read/custom-resource-definition.ts';
import { readDefinition } from '../read/read-definition.ts';
import type { VersionFolder } from './read-folder.ts';

/** Earlier imports, read from their types. */
export interface ReadBack {
  readonly definitions: readonly CustomResourceDefinition[];
  /** The errors in the types; if there are any, there are no definitions. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Builds the definitions of kinds that earlier imports wrote from their types, so that new types can be shared with
 * them. Only imported files are read, so an author's own settings and errors in the folder do not matter. `folders` are
 * those of one group.
 */
export function readBack(
  into: string,
  group: string,
  folders: readonly VersionFolder[],
  kinds: ReadonlySet<string>,
): ReadBack {
  const sources = new Map<string, string>();
  for (const { path, version, imported } of folders) {
    if (imported.size === 0) continue;
    sources.set(`${path}/${GROUP_VERSION_FILE}`, groupVersionText(group, version));
    for (const [name, { text }] of imported) sources.set(`${path}/${name}`, text);
  }
  const { definitions, diagnostics } = definitionsOfSources(sources, into, { checkSchemas: false });
  if (hasErrors(diagnostics)) return { definitions: [], diagnostics };
  const problems: Diagnostic[] = [];
  const read = definitions.flatMap(({ definition }) => {
    const own = readDefinition(definition, ({ code, message, severity = 'error' }) => {
      // Edited types can contain more than a definition can.
      const file = fileOf(definition, folders) ?? into;
      problems.push({ code, message, severity, file, line: 0, column: 0, length: 1 });
    });
    return own !== undefined && kinds.has(own.spec.names.kind) ? [own] : [];
  });
  return hasErrors(problems) ? { definitions: [], diagnostics: problems } : { definitions: read, diagnostics: [] };
}

/** The file that declares the kind of a definition. */
function fileOf({ spec }: JsonObject, folders: readonly VersionFolder[]): string | undefined {
  const names = isJsonObject(spec) ? spec['names'] : undefined;
  const kind = isJsonObject(names) ? names['kind'] : undefined;
  for (const { path, imported } of folders) {
    for (const [name, { kinds }] of imported) if (kinds.some((one) => one === kind)) return `${path}/${name}`;
  }
  return undefined;
}
