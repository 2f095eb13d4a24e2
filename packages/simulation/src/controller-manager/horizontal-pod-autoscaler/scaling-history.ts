/** A number of replicas at a time. */
export interface Stamped {
  readonly replicas: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What an autoscaler did and wanted lately. It is lost when the controller ends, as in kube-controller-manager. */
export interface ScalingHistory {
  /** The replicas that its metrics asked for. */
  recommendations: readonly Stamped[];
  /** By how many replicas it scaled up. */
  ups: readonly Stamped[];
  /** By how many replicas it scaled down. */
  downs: readonly Stamped[];
}

/** Creates the history of a new autoscaler, whose target has `replicas`. */
export const newHistory = (replicas: number, now: number): ScalingHistory => ({
  recommendations: [{ replicas, at: now }],
  ups: [],
  downs: [],
});

/** Adds an entry, and drops those from before `since`. */
export const remembered = (entries: readonly Stamped[], entry: Stamped, since: number): readonly Stamped[] => [
  ...entries.filter(({ at }) => at >= since),
  entry,
];

/** The sum of the entries after `since`. */
export const sumSince = (entries: readonly Stamped[], since: number): number =>
  entries.reduce((sum, { at, replicas }) => (at > since ? sum + replicas : sum), 0);
