import type { ReadDefinition } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { closest } from '../closest.ts';

/** Which of a source's kinds is wanted, as far as flags say it. */
export interface WantedKind {
  readonly kind?: string | undefined;
  /** The whole group. */
  readonly group?: string | undefined;
}

/**
 * The one definition that is wanted. Throws a CliError that lists what there is when it is none of the source's, or not
 * clear which.
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
      hint: kind === undefined ? 'Say which one with --kind.' : 'Say of which group with --group.',
    });
  }
  return only;
}

function notThere(definitions: readonly ReadDefinition[], { kind, group }: WantedKind): CliError {
  const asked = [kind ?? 'any kind', ...(group === undefined ? [] : [`of the group ${group}`])].join(' ');
  const kinds = definitions.map(({ definition: { spec } }) => spec.names.kind);
  const groups = definitions.map(({ definition: { spec } }) => spec.group);
  const near =
    (kind === undefined || kinds.includes(kind) ? undefined : hintOf('--kind', closest(kind, kinds))) ??
    (group === undefined ? undefined : hintOf('--group', closest(group, groups)));
  return new CliError(
    'KB_KIND_NOT_FOUND',
    `the source does not have ${asked}${definitions.length === 0 ? '' : `; it has${listed(definitions)}`}`,
    near === undefined ? {} : { hint: near },
  );
}

function hintOf(flag: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `Did you mean ${flag} ${value}?`;
}

/** A source can be a whole cluster. */
const longestList = 40;

/** The kinds, a line each. */
function listed(definitions: readonly ReadDefinition[]): string {
  const lines = definitions.map(
    ({ definition: { spec } }) =>
      `--kind ${spec.names.kind} --group ${spec.group}  (${spec.versions.map(({ name }) => name).join(', ')})`,
  );
  const more = lines.length > longestList ? [`and ${lines.length - longestList} more`] : [];
  return `:\n${[...lines.slice(0, longestList), ...more].map((line) => `  ${line}`).join('\n')}`;
}
