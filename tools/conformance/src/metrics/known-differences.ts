/**
 * An intended difference between our metrics and controller-runtime's. If it does not occur in a comparison with a
 * running program, it is obsolete.
 */
export interface KnownDifference {
  /** The names of the families. */
  readonly families: RegExp;
  /**
   * `theirs`, `ours`: only one side has the family. `series`: both have it, but their series are not compared.
   * `values`: the values of its series are not compared.
   */
  readonly kind: 'theirs' | 'ours' | 'series' | 'values';
  readonly reason: string;
  /** It does not occur in every run. */
  readonly chance?: true;
}

/** All known differences. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    families: /^go_/,
    kind: 'theirs',
    reason: "Go's scheduler, garbage collector and allocator, which Node does not have",
  },
  {
    families: /^kb_/,
    kind: 'ours',
    reason: 'controller-runtime does not measure this: watches, caches, Events, loops',
  },
  { families: /^nodejs_/, kind: 'ours', reason: "Node's heap, where Go has go_*; the names are prom-client's" },
  {
    families: /^leader_election_slowpath_total$/,
    kind: 'ours',
    reason: 'controller-runtime counts it, but never registers it',
  },
  {
    families: /^rest_client_requests_total$/,
    kind: 'series',
    reason: 'they send different requests: Go uses discovery, ours applies',
  },
  { families: /^process_/, kind: 'values', reason: 'they are different processes' },
  {
    families: /^certwatcher_read_certificate_total$/,
    kind: 'values',
    reason: 'files are read on notifications and every 10 seconds, so the number depends on how long the programs run',
    chance: true,
  },
  ...(process.platform === 'linux'
    ? []
    : [
        {
          families: /^process_(?:network|virtual|open|max)_/,
          kind: 'theirs',
          reason: 'Node reads them from /proc, which only Linux has',
          chance: true,
        } as const,
      ]),
];
