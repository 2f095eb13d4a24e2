import type { ReadDefinition } from '@kb/import';
import { nearestName } from '@kb/codegen/nearest-name';
import { CliError } from '../cli-error.ts';

/** The selected kind of a source, as far as flags give it. */
export interface WantedKind {
  readonly kind?: string | undefined;
  /** The whole group. */
  readonly group?: string | undefined;
}

/**
 * Returns the selected definition. Throws a CliError that lists the source's kinds if there is none, or if there are
 * several.
 */
export function chooseKind(definitions: readonly ReadDefinition[], { kind, group }: WantedKind): ReadDefinition {
  const found = definitions.filter(
    ({ definition: { spec } }) =>
      (kind === undefined || spec.names.kind === kind) && (group === undefined || spec.group === group),
  );
  const [only, ...others] = found;
  if (only === undefined) throw notThere(definitions, { kind, group });
  if (others.length > 0) {
    throw new CliError('KB_KIND_AMBIGUOUS', `the source has ${found.length} kinds${listed(found)}`, {
      hint: kind === undefined ? 'Select one with --kind.' : 'Select its group with --group.',
    });
  }
  return only;
}

function notThere(definitions: readonly ReadDefinition[], { kind, group }: WantedKind): CliError {
  const asked = [kind ?? 'any kind', ...(group === undefined ? [] : [`of the group ${group}`])].join(' ');
  const kinds = definitions.map(({ definition: { spec } }) => spec.names.kind);
  const groups = definitions.map(({ definition: { spec } }) => spec.group);
  const near =
    (kind === undefined || kinds.includes(kind) ? undefined : hintOf('--kind', nearestName(kind, kinds))) ??
    (group === undefined ? undefined : hintOf('--group', nearestName(group, groups)));
  return new CliError(
    'KB_KIND_NOT_FOUND',
    `the source does not have ${asked}${definitions.length === 0 ? '' : `; it has${listed(definitions)}`}`,
    near === undefined ? {} : { hint: near },
  );
}

function hintOf(flag: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `Did you mean ${flag} ${value}?`;
}

/** The list is limited, because a source can be a whole cluster. */
const LONGEST_LIST = 40;

/** The kinds, a line each. */
function listed(definitions: readonly ReadDefinition[]): string {
  const lines = definitions.map(
    ({ definition: { spec } }) =>
      `--kind ${spec.names.kind} --group ${spec.group}  (${spec.versions.map(({ name }) => name).join(', ')})`,
  );
  const more = lines.length > LONGEST_LIST ? [`and ${lines.length - LONGEST_LIST} more`] : [];
  return `:\n${[...lines.slice(0, LONGEST_LIST), ...more].map((line) => `  ${line}`).join('\n')}`;
}
