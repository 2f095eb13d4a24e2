import { messageOfThrown, type ResourceDefinition, resourceId } from '@kb/apimachinery';
import { formatFieldSelector, parseFieldSelector, parseLabelSelector } from '@kb/apimachinery/selectors';
import {
  aBoolean,
  aFunction,
  checkOptions,
  oneOf,
  type OptionRule,
  shown,
  someMilliseconds,
} from '../../check-options.ts';
import { hours } from '../../durations.ts';
import { DEFAULT_MIN_WATCH_TIMEOUT } from '../../reflector/shared/lister-watcher.ts';
import {
  ALL_OTHER_NAMESPACES,
  type CachedResourceRestriction,
  type CacheOptions,
  type CacheSelection,
  type NamespaceSelections,
} from './cache-options.ts';

/** The selection of one watch of a resource, with every default filled in. */
export interface ResolvedSelection extends Required<Omit<CacheSelection, 'transform'>> {
  /**
   * The namespace of the watch in the cache. Empty: every namespace, or every one that has no watch of its own.
   */
  readonly namespace: string;
  /** The namespace in the URL: `namespace`, or the one that the field selector names. Empty: all. */
  readonly requestNamespace: string;
  readonly transform: CacheSelection['transform'];
}

/** Returns the watches of a resource: one for each namespace that is held on its own, or one for all. */
export type SelectionsOf = (resource: ResourceDefinition) => readonly ResolvedSelection[];

/**
 * Makes the function that finds the watches of a resource in {@link CacheOptions}. Throws a TypeError when the options
 * contradict themselves or a selector is invalid.
 */
export function resolveSelections(options: CacheOptions): SelectionsOf {
  const restrictions = new Map<string, CachedResourceRestriction>();
  checkSelection(options, 'cache');
  checkOptions('cache', options, {
    watchErrorHandler: aFunction,
    onMissingInformer: oneOf('fail', 'start'),
    readTimeout: someMilliseconds,
  });
  checkNamespaces(options.namespaces, 'cache.namespaces');
  for (const restriction of options.byResource ?? []) {
    const { resource, namespaces } = restriction;
    const id = resourceId(resource);
    const where = `cache.byResource of ${resource.plural}`;
    if (restrictions.has(id)) throw new TypeError(`${where}: it is there twice; put both into one entry`);
    if (namespaces !== undefined && !resource.namespaced) {
      throw new TypeError(
        `${where}: ${resource.plural} are cluster-scoped and cannot be restricted to namespaces; leave \`namespaces\` out`,
      );
    }
    checkSelection(restriction, where);
    checkNamespaces(namespaces, `${where}, namespaces`);
    restrictions.set(id, restriction);
  }

  return (resource) => {
    const restriction = restrictions.get(resourceId(resource));
    const wide = recordOf(options.namespaces);
    const narrow = recordOf(restriction?.namespaces ?? options.namespaces);
    const namespaces = resource.namespaced ? Object.keys(narrow).sort() : [];
    if (namespaces.length === 0) {
      const all = resolve('', [restriction, options], []);
      // A cluster-scoped resource has no URL with a namespace: the server decides about such a selector.
      return [resource.namespaced ? all : { ...all, requestNamespace: '' }];
    }
    const named = namespaces.filter((namespace) => namespace !== ALL_OTHER_NAMESPACES);
    return namespaces.map((namespace) => {
      const own = restriction?.namespaces === undefined ? undefined : narrow[namespace];
      const levels = [own, restriction, wide[namespace], options];
      return resolve(namespace, levels, namespace === ALL_OTHER_NAMESPACES ? named : []);
    });
  };
}

type Levels = readonly (CacheSelection | undefined)[];

/** Takes every setting from the first level that has it. `excluded`: the namespaces that have a watch of their own. */
function resolve(namespace: string, levels: Levels, excluded: readonly string[]): ResolvedSelection {
  const first = <K extends keyof CacheSelection>(name: K): CacheSelection[K] | undefined =>
    levels.find((level) => level?.[name] !== undefined)?.[name];
  const ownFields = parseFieldSelector(first('fieldSelector') ?? '');
  const others = excluded.map((value) => ({ field: 'metadata.namespace', operator: '!=' as const, value }));
  const exact = ownFields.find(({ field, operator }) => field === 'metadata.namespace' && operator === '=');
  return {
    namespace,
    requestNamespace: namespace === '' ? (exact?.value ?? '') : namespace,
    labelSelector: first('labelSelector') ?? '',
    fieldSelector: formatFieldSelector([...others, ...ownFields]),
    transform: first('transform'),
    watchBookmarks: first('watchBookmarks') ?? true,
    minWatchTimeout: first('minWatchTimeout') ?? DEFAULT_MIN_WATCH_TIMEOUT,
    syncPeriod: first('syncPeriod') ?? hours(10),
    mutation: first('mutation') ?? 'freeze',
  };
}

const isList = (namespaces: NamespaceSelections): namespaces is readonly string[] => Array.isArray(namespaces);

function recordOf(namespaces: NamespaceSelections | undefined): Readonly<Record<string, CacheSelection>> {
  if (namespaces === undefined) return {};
  return isList(namespaces) ? Object.fromEntries(namespaces.map((namespace) => [namespace, {}])) : namespaces;
}

function checkNamespaces(namespaces: NamespaceSelections | undefined, where: string): void {
  for (const [namespace, selection] of Object.entries(recordOf(namespaces))) {
    checkSelection(selection, `${where}["${namespace}"]`);
  }
}

function checkSelection(selection: CacheSelection, where: string): void {
  const { labelSelector, fieldSelector, syncPeriod } = selection;
  checkOptions(where, selection, {
    transform: aFunction,
    watchBookmarks: aBoolean,
    minWatchTimeout: aSecondOrMore,
    mutation: oneOf('freeze', 'detect', 'copy', 'trust'),
  });
  if (labelSelector !== undefined) checked(`${where}: labelSelector`, () => parseLabelSelector(labelSelector));
  if (fieldSelector !== undefined) checked(`${where}: fieldSelector`, () => parseFieldSelector(fieldSelector));
  if (syncPeriod !== undefined && !someMilliseconds.holds(syncPeriod)) {
    throw new TypeError(`${where}: syncPeriod is milliseconds from 0 on (0: never), not ${shown(syncPeriod)}`);
  }
}

const aSecondOrMore: OptionRule = {
  expected: 'milliseconds from 1000 on',
  holds: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 1000,
};

function checked(where: string, parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    throw new TypeError(`${where}: ${messageOfThrown(error)}`, { cause: error });
  }
}
