import type { ConditionInput } from '@kb/apimachinery';
import type { DefinitionNames } from '../definition.ts';
import type { NamesOfOthers } from './names-in-use.ts';

/** The usable names of a definition. */
export interface NamesOutcome {
  /** The accepted names: those that are free, and those that were accepted before. */
  readonly accepted: DefinitionNames;
  readonly condition: ConditionInput;
}

/**
 * Decides which names of a definition are usable, given its accepted names and those of other definitions in its group.
 * Resource names (plural, singular, short) must differ, and so must kinds.
 */
export function acceptNames(
  wanted: DefinitionNames,
  before: DefinitionNames,
  { isResource, isKind }: NamesOfOthers,
): NamesOutcome {
  // A name that the definition uses in another role counts as used.
  const ownResources = new Set([before.plural, before.singular, ...before.shortNames]);
  const ownKinds = new Set([before.kind, before.listKind]);
  const resourceTaken = (name: string, kept: boolean): boolean => !kept && (isResource(name) || ownResources.has(name));
  const kindTaken = (name: string, kept: boolean): boolean => !kept && (isKind(name) || ownKinds.has(name));

  const conflicts: [reason: string, message: string][] = [];
  const use = (field: 'plural' | 'singular' | 'kind' | 'listKind', taken: typeof kindTaken, reason: string): string => {
    const name = wanted[field];
    if (!taken(name, name === before[field])) return name;
    conflicts.push([reason, inUse([name])]);
    return before[field];
  };
  const plural = use('plural', resourceTaken, 'PluralConflict');
  const singular = use('singular', resourceTaken, 'SingularConflict');
  const taken = wanted.shortNames.filter((name) => resourceTaken(name, before.shortNames.includes(name)));
  if (taken.length > 0) conflicts.push(['ShortNamesConflict', inUse(taken)]);
  const kind = use('kind', kindTaken, 'KindConflict');
  const listKind = use('listKind', kindTaken, 'ListKindConflict');
  // The last conflict is reported.
  const [reason, message] = conflicts.at(-1) ?? ['NoConflicts', 'no conflicts found'];
  return {
    accepted: {
      plural,
      singular,
      shortNames: taken.length > 0 ? before.shortNames : wanted.shortNames,
      kind,
      listKind,
      categories: wanted.categories,
    },
    condition: { type: 'NamesAccepted', status: conflicts.length === 0 ? 'True' : 'False', reason, message },
  };
}

function inUse(names: readonly string[]): string {
  const texts = names.map((name) => `"${name}" is already in use`);
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}
