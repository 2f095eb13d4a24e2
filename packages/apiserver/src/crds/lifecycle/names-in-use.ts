import { compareUtf8 } from '@kb/apimachinery/codec';
import type { DefinitionNames } from '../definition.ts';

/** The names of the other definitions of a group. */
export interface NamesOfOthers {
  readonly isResource: (name: string) => boolean;
  readonly isKind: (name: string) => boolean;
}

/** The names of one definition. */
export interface OwnNames {
  readonly group: string;
  readonly accepted: DefinitionNames;
  /** The requested names. */
  readonly wanted: DefinitionNames;
}

/** The accepted and requested names of all definitions. */
export interface NamesInUse {
  /** Sets the names of a definition; undefined removes it. */
  readonly set: (definition: string, names: OwnNames | undefined) => void;
  /** The names of a group's definitions, without this one. */
  readonly ofOthers: (definition: string, group: string) => NamesOfOthers;
  /** The other definitions that request a name of this one, in order. */
  readonly rivalsOf: (definition: string) => readonly string[];
}

/**
 * Creates an empty {@link NamesInUse}. The cost of finding a name or its rivals does not depend on the number of
 * definitions.
 */
export function createNamesInUse(): NamesInUse {
  const accepted = createIndex();
  const wanted = createIndex();
  return {
    set: (definition, names) => {
      accepted.set(definition, names ? keysOf(names.group, names.accepted) : []);
      wanted.set(definition, names ? keysOf(names.group, names.wanted) : []);
    },
    ofOthers: (definition, group) => {
      const isTaken = (key: string): boolean => {
        const definitions = accepted.definitionsWith(key);
        return definitions.size > 1 || (definitions.size === 1 && !definitions.has(definition));
      };
      return {
        isResource: (name) => isTaken(resourceKey(group, name)),
        isKind: (name) => isTaken(kindKey(group, name)),
      };
    },
    rivalsOf: (definition) => {
      const rivals = new Set(accepted.keysOf(definition).flatMap((key) => [...wanted.definitionsWith(key)]));
      rivals.delete(definition);
      return [...rivals].sort(compareUtf8);
    },
  };
}

interface Index {
  readonly set: (definition: string, keys: readonly string[]) => void;
  readonly keysOf: (definition: string) => readonly string[];
  readonly definitionsWith: (key: string) => ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

function createIndex(): Index {
  const keysByDefinition = new Map<string, readonly string[]>();
  const definitionsByKey = new Map<string, Set<string>>();
  const keysOf = (definition: string): readonly string[] => keysByDefinition.get(definition) ?? [];
  return {
    set: (definition, keys) => {
      for (const key of keysOf(definition)) {
        const definitions = definitionsByKey.get(key);
        definitions?.delete(definition);
        if (definitions?.size === 0) definitionsByKey.delete(key);
      }
      for (const key of keys) definitionsByKey.set(key, (definitionsByKey.get(key) ?? new Set()).add(definition));
      if (keys.length > 0) keysByDefinition.set(definition, keys);
      else keysByDefinition.delete(definition);
    },
    keysOf,
    definitionsWith: (key) => definitionsByKey.get(key) ?? none,
  };
}

function keysOf(group: string, { plural, singular, shortNames, kind, listKind }: DefinitionNames): string[] {
  return [
    ...[plural, singular, ...shortNames].map((name) => resourceKey(group, name)),
    ...[kind, listKind].map((name) => kindKey(group, name)),
  ];
}

const resourceKey = (group: string, name: string): string => `${group} resource ${name}`;
const kindKey = (group: string, name: string): string => `${group} kind ${name}`;
