import type { DefinitionIdentity, ReadDefinition, ReadDefinitions } from '@kb/import';
import { nearestName } from '@kb/codegen/nearest-name';
import { CliError } from '../cli-error.ts';

/** Selects definitions. Undefined: all. */
export interface WantedDefinitions {
  readonly kind?: readonly string[] | undefined;
  readonly group?: readonly string[] | undefined;
  readonly version?: readonly string[] | undefined;
}

/**
 * Returns false for a diagnostic about another group or kind than the selected one. One without group and kind may be
 * about any.
 */
export function mayBeWanted({ group, kind }: DefinitionIdentity, wanted: Omit<WantedDefinitions, 'version'>): boolean {
  const fits = (name: string | undefined, values: readonly string[] | undefined): boolean =>
    name === undefined || values === undefined || values.includes(name);
  return fits(group, wanted.group) && fits(kind, wanted.kind);
}

/** The names that each flag selects by. */
const names = {
  group: ({ definition: { spec } }: ReadDefinition) => [spec.group],
  kind: ({ definition: { spec } }: ReadDefinition) => [spec.names.kind],
  version: ({ definition: { spec } }: ReadDefinition) => spec.versions.map(({ name }) => name),
} as const;

/**
 * Returns the definitions that the flags select, including those with one of the versions. Throws a CliError for a
 * kind, a group or a version that neither these nor the refused definitions have, rather than ignoring the flag.
 */
export function selectDefinitions(
  { definitions, refused }: Pick<ReadDefinitions, 'definitions' | 'refused'>,
  wanted: WantedDefinitions,
): readonly ReadDefinition[] {
  let selected = definitions;
  for (const flag of ['group', 'kind', 'version'] as const) {
    const values = wanted[flag];
    if (values === undefined) continue;
    const there = new Set(selected.flatMap(names[flag]));
    // The versions of a refused definition are unknown.
    const isRefused = (value: string): boolean => refused.some((each) => flag === 'version' || each[flag] === value);
    for (const value of values)
      if (!there.has(value) && !isRefused(value)) throw notThere(flag, value, [...there].sort());
    selected = selected.filter((read) => names[flag](read).some((name) => values.includes(name)));
  }
  return selected;
}

function notThere(flag: keyof typeof names, value: string, there: readonly string[]): CliError {
  const near = nearestName(value, there);
  const longest = 20;
  const listed = `${there.slice(0, longest).join(', ')}${there.length > longest ? `, and ${there.length - longest} more` : ''}`;
  return new CliError('KB_NOT_IN_SOURCE', `the sources have no ${flag} ${value}`, {
    hint: near === undefined ? `They have ${listed || 'none that can be read'}.` : `Did you mean --${flag} ${near}?`,
  });
}
