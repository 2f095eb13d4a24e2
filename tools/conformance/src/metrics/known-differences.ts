/**
 * A difference between our metrics and those of controller-runtime that is meant. Each must occur in the comparison
 * with a running program, or it is obsolete.
 */
export interface KnownDifference {
  /** The families it is about. */
  readonly families: RegExp;
  /**
   * `theirs` and `ours`: the family is there on one side only. `series`: both have it, and which series it has is not
   * compared. `values`: what the series count is not compared.
   */
  readonly kind: 'theirs' | 'ours' | 'series' | 'values';
  readonly reason: string;
  /** It is met by chance only. */
  readonly chance?: true;
}

/** All of them. */
export const knownDifferences: readonly KnownDifference[] = [
  { families: /^go_/, kind: 'theirs', reason: "Go's scheduler, garbage collector and allocator: there are none" },
  {
    families: /^kb_/,
    kind: 'ours',
    reason: 'what controller-runtime does not measure: watches, caches, Events, loops',
  },
  { families: /^nodejs_/, kind: 'ours', reason: "Node's heap, where Go has go_*; the names are prom-client's" },
  {
    families: /^leader_election_slowpath_total$/,
    kind: 'ours',
    reason: 'controller-runtime counts it and never registers it',
  },
  {
    families: /^rest_client_requests_total$/,
    kind: 'series',
    reason: 'the two ask for other things: Go discovers kinds, ours applies',
  },
  { families: /^process_/, kind: 'values', reason: 'two processes' },
  {
    families: /^certwatcher_read_certificate_total$/,
    kind: 'values',
    reason: 'read at notifications and every 10 seconds: how often depends on how long the programs run',
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
