import { type Diagnostic, hasErrors } from '@kb/codegen';
import { type ReadDefinition, readDefinitions } from '@kb/import';
import { readSources } from '../import/read-sources.ts';
import { mayBeWanted } from '../import/select-definitions.ts';
import type { CommandContext } from '../command-line/command.ts';
import { chooseKind, type WantedKind } from './choose-kind.ts';
import { refuseBuiltInKind } from './refuse-group.ts';

/** A kind of a source, or the reason why it cannot be read. */
export interface ReadKind {
  /** Undefined if the diagnostics contain errors. */
  readonly kind: ReadDefinition | undefined;
  /** The diagnostics of the kind, or of the whole source if the kind was not read. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the selected definition from a source. Errors in other definitions do not matter if `--kind` names this one.
 * Throws a CliError if the kind is missing or ambiguous.
 */
export async function readKind(source: string, wanted: WantedKind, context: CommandContext): Promise<ReadKind> {
  const sources = await readSources([source], context);
  const { kind: name, group } = wanted;
  const asked = { kind: name === undefined ? undefined : [name], group: group === undefined ? undefined : [group] };
  const { definitions, diagnostics } = readDefinitions(sources.texts, {
    isWanted: (identity) => mayBeWanted(identity, asked),
  });
  const all = [...sources.diagnostics, ...diagnostics];
  const isThere = definitions.some(({ definition }) => definition.spec.names.kind === wanted.kind);
  if (hasErrors(all) && !isThere) return { kind: undefined, diagnostics: all };
  if (wanted.kind !== undefined && wanted.group === undefined && !isThere) refuseBuiltInKind(wanted.kind);
  const kind = chooseKind(definitions, wanted);
  return { kind, diagnostics: all.filter((diagnostic) => isAbout(diagnostic, kind, definitions)) };
}

/** Whether a diagnostic's place is in a definition: below its first line, and above the next definition. */
function isAbout(
  { file, line }: Diagnostic,
  { place }: ReadDefinition,
  definitions: readonly ReadDefinition[],
): boolean {
  if (file !== place.file || line < place.line) return false;
  return !definitions.some(
    (other) => other.place.file === file && other.place.line > place.line && other.place.line <= line,
  );
}
