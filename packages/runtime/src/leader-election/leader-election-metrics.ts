/**
 * What a leader elector counts: client-go's leaderelection.LeaderMetric. `name` is the name of the election, the
 * Lease's.
 */
export interface LeaderElectionMetrics {
  /** This process leads: `leader_election_master_status` is 1. */
  leading(name: string): void;
  /** This process does not lead; also called when the elector is created, so that the series exists. */
  notLeading(name: string): void;
  /** A renewal had to read the record first: `leader_election_slowpath_total`. */
  slowPath(name: string): void;
}
