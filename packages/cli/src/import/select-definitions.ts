import type { DefinitionIdentity, ReadDefinition, ReadDefinitions } from '@kb/import';
import { nearestName } from '@kb/codegen/nearest-name';
import { CliError } from '../cli-error.ts';

/** Which definitions are wanted. Undefined: all. */
export interface WantedDefinitions {
  readonly kind?: readonly string[] | undefined;
  readonly group?: readonly string[] | undefined;
  readonly version?: readonly string[] | undefined;
}

/**
 * Returns false for a diagnostic about another group or kind than the flags ask for. One without group and kind may be
 * about any.
 */
export function mayBeWanted({ group, kind }: DefinitionIdentity, wanted: Omit<WantedDefinitions, 'version'>): boolean {
  const fits = (name: string | undefined, values: readonly string[] | undefined): boolean =>
    name === undefined || values === undefined || values.includes(name);
  return fits(group, wanted.group) && fits(kind, wanted.kind);
}

/** What each flag looks at. */
const names = {
  group: ({ definition: { spec } }: ReadDefinition) => [spec.group],
  kind: ({ definition: { spec } }: ReadDefinition) => [spec.names.kind],
  version: ({ definition: { spec } }: ReadDefinition) => spec.versions.map(({ name }) => name),
} as const;

/**
 * The definitions that flags ask for, those with one of the versions among them. Throws a CliError for a kind, a group
 * or a version that none of them has, and none of those that were refused: it would be left out silently.
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
    // The versions of a refused definition are not known.
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
