import type { SimulationContext } from '../../api/simulation-context.ts';
import type { ResourceCatalog } from '../resource-catalog/resource-catalog.ts';

/** Workloads that nothing runs here. */
const NOT_SIMULATED: ReadonlySet<string> = new Set([
  'statefulsets.apps',
  'daemonsets.apps',
  'jobs.batch',
  'cronjobs.batch',
  'replicationcontrollers.',
]);

/** Says so with a Warning event on every object that a cluster would make Pods of and this simulation does not. */
export function runNotSimulatedWarnings(context: SimulationContext, catalog: ResourceCatalog): void {
  const recorder = context.recorder(context.client('kube-controller-manager'), 'workload-simulation');
  catalog.subscribe(({ resource, served }) => {
    if (!served || !NOT_SIMULATED.has(`${resource.plural}.${resource.group}`)) return;
    const message = `nothing makes Pods of this ${resource.kind}: the workload simulation has Deployments and ReplicaSets only`;
    context.metadataInformer(resource).subscribe(({ before, after }) => {
      if (before === undefined && after !== undefined) recorder.record(after, 'Warning', 'NotSimulated', message);
    });
  });
}
