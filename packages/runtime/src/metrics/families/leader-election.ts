import type { LeaderElectionMetrics } from '../../leader-election/leader-election-metrics.ts';
import type { MetricsRegistry } from '@kb/apimachinery/metrics';

/**
 * Creates the metrics of leader election: client-go's. controller-runtime counts the slow path but never exposes it;
 * here it is exposed.
 */
export function leaderElectionMetrics(registry: MetricsRegistry): LeaderElectionMetrics {
  const labels = ['name'];
  const master = registry.gauge({
    name: 'leader_election_master_status',
    help: 'Whether this process holds the lease of that name: 1 when it leads, else 0.',
    labels,
  });
  const slowPath = registry.counter({
    name: 'leader_election_slowpath_total',
    help: 'Renewals of the lease of that name that had to read it first.',
    labels,
  });
  return {
    leading: (name) => master.with(name).set(1),
    notLeading: (name) => {
      master.with(name).set(0);
      slowPath.with(name);
    },
    slowPath: (name) => slowPath.with(name).inc(),
  };
}
