import { metadataOf } from '@kb/apimachinery';
import { daemonSets } from '@kb/kubernetes/apps/v1';
import { type Controller, enqueueRequestForObject, newController, predicateFuncs } from '@kb/runtime';
import { optionsOf, type SimulationParts } from '../simulation.ts';

/** The workloads that are not simulated. */
const notSimulated = [daemonSets];

/**
 * Creates controllers that record a Warning event for each workload object that would get Pods in a cluster, but not in
 * this simulation.
 */
export function notSimulatedControllers({ recorders }: SimulationParts): Controller[] {
  const recorder = recorders.for('kube-controller-manager', 'workload-simulation');
  return notSimulated.map((resource) => {
    const message = `nothing makes Pods of this ${resource.kind}: the workload simulation has Deployments, ReplicaSets, StatefulSets, Jobs and CronJobs only`;
    return newController()
      .named(`not-simulated-${resource.plural}`)
      .watchesMetadata(resource, enqueueRequestForObject, { predicates: [whenCreated] })
      .withOptions(optionsOf('kube-controller-manager'))
      .reconcile(({ key, client }) => {
        const object = client.cached(metadataOf(resource)).get(key);
        if (object) recorder.record(object, 'Warning', 'NotSimulated', message);
      });
  });
}

const whenCreated = predicateFuncs({ update: () => false, delete: () => false });
