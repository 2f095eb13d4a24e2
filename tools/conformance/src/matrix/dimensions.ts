/** One value of each dimension, by the names of the dimensions. */
export type Combination = Readonly<Record<DimensionName, string>>;

/** A thing in which projects differ. */
interface Dimension {
  readonly name: string;
  readonly values: readonly Value[];
}

interface Value {
  readonly name: string;
  /** A word of the help of a command, without which kb does not have the value. Default: every kb has it. */
  readonly needs?: { readonly command: string; readonly word: string };
}

/** The things in which projects differ: a project has one value of each. */
export const dimensions = [
  { name: 'groups', values: [{ name: 'one group' }, { name: 'two groups' }] },
  { name: 'scope', values: [{ name: 'namespaced kinds' }, { name: 'cluster-scoped kinds' }] },
  {
    name: 'operator',
    values: [
      { name: 'an operator of the cluster' },
      { name: 'an operator of one namespace', needs: { command: 'init', word: '--namespaced' } },
    ],
  },
  {
    name: 'webhooks',
    values: [{ name: 'no webhook' }, { name: 'defaulting' }, { name: 'validation' }, { name: 'conversion' }],
  },
  {
    name: 'certificates',
    values: [
      { name: 'cert-manager' },
      { name: 'own certificates', needs: { command: 'edit', word: 'own-certificates' } },
    ],
  },
  { name: 'package', values: [{ name: 'kustomize' }, { name: 'Helm', needs: { command: 'edit', word: 'helm' } }] },
] as const satisfies readonly Dimension[];

type DimensionName = (typeof dimensions)[number]['name'];

/** The values that a kb has, and the names of those that it lacks. `helpOf`: what a command prints about itself. */
export function availableValues(helpOf: (command: string) => string): {
  readonly values: readonly (readonly [dimension: string, names: readonly string[]])[];
  readonly missing: readonly string[];
} {
  const missing: string[] = [];
  const has = ({ name, needs }: Value): boolean => {
    const isThere = needs === undefined || helpOf(needs.command).toLowerCase().includes(needs.word);
    if (!isThere) missing.push(name);
    return isThere;
  };
  const all: readonly Dimension[] = dimensions;
  const values = all.map(({ name, values: some }) => [name, some.filter(has).map((one) => one.name)] as const);
  return { values, missing };
}

/** Every combination of values that decides about something: without webhooks there are no certificates. */
export function combinationsOf(
  values: readonly (readonly [dimension: string, names: readonly string[]])[],
): Combination[] {
  const all = values.reduce<Record<string, string>[]>(
    (rows, [dimension, names]) => rows.flatMap((row) => names.map((name) => ({ ...row, [dimension]: name }))),
    [{}],
  );
  // Each row has a value of each dimension now.
  return (all as Combination[]).filter(
    ({ webhooks, certificates }) => webhooks !== 'no webhook' || certificates === 'cert-manager',
  );
}

/** A few of the combinations, in which every two values that occur together in one of them do so too. */
export function pairwise(combinations: readonly Combination[]): Combination[] {
  return withTogether(2, combinations, []);
}

/**
 * All combinations in another order: first those of `pairwise`, then what every three values together need, and so on,
 * so that the first ones find the most.
 */
export function mostDifferentFirst(combinations: readonly Combination[]): Combination[] {
  const sizes = dimensions.map((_, index) => index + 1).filter((size) => size > 1);
  return sizes.reduce<Combination[]>((chosen, size) => [...chosen, ...withTogether(size, combinations, chosen)], []);
}

/** What is missing beside some combinations, so that values occur together, `size` at a time, as they can. */
function withTogether(
  size: number,
  combinations: readonly Combination[],
  beside: readonly Combination[],
): Combination[] {
  const groups = new Map(combinations.map((one) => [one, groupsOf(size, Object.values(one))]));
  const open = new Set([...groups.values()].flat());
  const close = (one: Combination): void => groups.get(one)?.forEach((group) => open.delete(group));
  beside.forEach(close);
  const chosen: Combination[] = [];
  const gain = (one: Combination): number => groups.get(one)?.filter((group) => open.has(group)).length ?? 0;
  while (open.size > 0) {
    const best = combinations.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    close(best);
    chosen.push(best);
  }
  return chosen;
}

/** The ways to choose so many of the names, each as one text. */
function groupsOf(size: number, names: readonly string[]): string[] {
  if (size === 0) return [''];
  return names.flatMap((name, index) => groupsOf(size - 1, names.slice(index + 1)).map((rest) => `${name} + ${rest}`));
}

/** The commands that make a project of these values, in an empty folder. */
export function commandsFor(combination: Combination): string[][] {
  const { groups, scope, operator, webhooks, certificates, package: format } = combination;
  const namespaced = scope === 'namespaced kinds' ? [] : ['--no-namespaced'];
  const captain = ['create', 'api', '--group', 'crew', '--kind', 'Captain', ...namespaced, '--version'];
  const webhook = ['create', 'webhook', '--kind', 'Captain', '--version', 'v1'];
  const flags: Readonly<Record<string, readonly string[]>> = {
    defaulting: ['--defaulting'],
    validation: ['--programmatic-validation'],
    conversion: ['--conversion', '--spoke', 'v2'],
  };
  return [
    ['init', '--domain', 'example.com', ...(operator === 'an operator of one namespace' ? ['--namespaced'] : [])],
    [...captain, 'v1'],
    ...(groups === 'two groups'
      ? [
          // The same kind again, with another controller of it, and one of a kind of Kubernetes.
          ['create', 'api', '--group', 'ship', '--kind', 'Captain', ...namespaced, '--version', 'v1alpha1'],
          ['create', 'api', '--group', 'ship', '--kind', 'Captain', '--resource=false', '--controller-name', 'helm'],
          ['create', 'api', '--group', 'apps', '--kind', 'Deployment', '--resource=false'],
        ]
      : []),
    ...(webhooks === 'conversion' ? [[...captain, 'v2']] : []),
    ...(flags[webhooks] === undefined ? [] : [[...webhook, '--group', 'crew', ...flags[webhooks]]]),
    ...(certificates === 'own certificates'
      ? [['edit', '--with', 'own-certificates', '--without', 'cert-manager']]
      : []),
    ...(format === 'Helm' ? [['edit', '--plugins', 'helm/v2-alpha']] : []),
  ];
}
