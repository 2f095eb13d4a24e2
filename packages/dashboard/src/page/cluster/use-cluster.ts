import { createContext, useContext } from 'react';
import type { Cluster } from './cluster.ts';

/** The cluster for all components. */
export const ClusterContext: React.Context<Cluster | undefined> = createContext<Cluster | undefined>(undefined);

/** The cluster that the page shows. */
export function useCluster(): Cluster {
  const cluster = useContext(ClusterContext);
  if (!cluster) throw new Error('a component is used outside of ClusterContext');
  return cluster;
}
