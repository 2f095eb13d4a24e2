import { admissionPolicyController } from './controller-manager/admission-policy/admission-policy-controller.ts';
import { clusterRoleAggregationController } from './controller-manager/cluster-role-aggregation/cluster-role-aggregation-controller.ts';
import { cronJobController } from './controller-manager/cron-job/cron-job-controller.ts';
import { daemonSetController } from './controller-manager/daemon-set/daemon-set-controller.ts';
import { deploymentController } from './controller-manager/deployment/deployment-controller.ts';
import { disruptionControllers } from './controller-manager/disruption/disruption-controller.ts';
import { endpointSliceController } from './controller-manager/endpoint-slice/endpoint-slice-controller.ts';
import { endpointSliceMirroringController } from './controller-manager/endpoint-slice-mirroring/endpoint-slice-mirroring-controller.ts';
import { endpointsController } from './controller-manager/endpoints/endpoints-controller.ts';
import { ephemeralVolumeController } from './controller-manager/ephemeral-volume/ephemeral-volume-controller.ts';
import { garbageCollector } from './controller-manager/garbage-collector/garbage-collector.ts';
import { horizontalPodAutoscalerController } from './controller-manager/horizontal-pod-autoscaler/horizontal-pod-autoscaler-controller.ts';
import { jobControllers } from './controller-manager/job/job-controller.ts';
import { legacyTokenCleaner } from './controller-manager/legacy-token-cleaner/legacy-token-cleaner.ts';
import { namespaceController } from './controller-manager/namespace/namespace-controller.ts';
import { rootCertificatesController } from './controller-manager/root-certificates/root-certificates-controller.ts';
import { serviceAccountController } from './controller-manager/service-account/service-account-controller.ts';
import { nodeLifecycleControllers } from './controller-manager/node-lifecycle/node-lifecycle-controllers.ts';
import { persistentVolumeControllers } from './controller-manager/persistent-volume/persistent-volume-controllers.ts';
import { podGcController } from './controller-manager/pod-gc/pod-gc-controller.ts';
import { replicaControllers } from './controller-manager/replica-set/replica-controllers.ts';
import { createResourceCatalog } from './controller-manager/resource-catalog/resource-catalog.ts';
import { resourceQuotaController } from './controller-manager/resource-quota/resource-quota-controller.ts';
import { serviceAccountTokensController } from './controller-manager/service-account-tokens/service-account-tokens-controller.ts';
import type { SignSecretToken } from './controller-manager/service-account-tokens/token-secrets.ts';
import { statefulSetController } from './controller-manager/stateful-set/stateful-set-controller.ts';
import { storageProtectionControllers } from './controller-manager/storage-protection/storage-protection-controllers.ts';
import { taintEvictionController } from './controller-manager/taint-eviction/taint-eviction-controller.ts';
import { ttlAfterFinishedController } from './controller-manager/ttl-after-finished/ttl-after-finished-controller.ts';
import { volumeExpansionController } from './controller-manager/volume-expansion/volume-expansion-controller.ts';
import type { SimulatedNodeOptions } from './kubelet/options/node-options.ts';
import { componentLease } from './leases/component-leases.ts';
import { runSimulation, type Simulation, type SimulationOptions } from './simulation.ts';
import { simulatedNode } from './start-simulated-node.ts';

/** Options of {@link startWorkloadSimulation}. */
export interface WorkloadSimulationOptions extends SimulationOptions {
  /** Options of the simulated node; false: no node, so that Pods stay Pending. */
  readonly node?: SimulatedNodeOptions | false;
  /**
   * The PEM certificates in the ConfigMap `kube-root-ca.crt` of every namespace. Default: none, since the embedded
   * server has none.
   */
  readonly rootCertificates?: string;
  /**
   * Signs the tokens of Secrets of the type `kubernetes.io/service-account-token`, such as the embedded server's
   * `signSecretToken`. Default: nothing fills these Secrets.
   */
  readonly signSecretToken?: SignSecretToken;
}

/** The renewal interval of the Leases, in milliseconds. Long, so that an idle cluster costs nothing. */
const LEASE_RENEWAL_MS = 300_000;

/**
 * Simulates kube-controller-manager, scheduler and kubelet on an API server without them: Deployments get ReplicaSets,
 * those, StatefulSets, DaemonSets, ReplicationControllers and Jobs get Pods, CronJobs get Jobs, the Pods run on
 * simulated nodes, and Services get EndpointSlices and Endpoints; nodes that fail lose their Pods; objects whose owners
 * are gone are collected, deleted namespaces are emptied, quotas get their usage, claims get volumes,
 * PodDisruptionBudgets say how many Pods may be evicted, HorizontalPodAutoscalers scale by what Pods use, every
 * namespace has its `default` ServiceAccount and its `kube-root-ca.crt`, ValidatingAdmissionPolicies get the warnings
 * of the type checker, aggregated ClusterRoles their rules, and Secrets for tokens of ServiceAccounts their tokens.
 *
 * Statuses, conditions, events, annotations and field managers are those of Kubernetes 1.36. Not simulated: custom
 * and external metrics, and everything that needs a process. Pod template hashes differ from the real ones, which are
 * hashes of Go memory; nothing depends on their value.
 *
 * It is a client of the API like any other, on the injected clock. When nothing changes, it only renews Leases and
 * reopens its watches.
 */
export function startWorkloadSimulation(options: WorkloadSimulationOptions): Simulation {
  const { node = {}, rootCertificates = '', signSecretToken: sign, ...running } = options;
  return runSimulation(running, (parts) => {
    const catalog = createResourceCatalog();
    return [
      serviceAccountController(),
      rootCertificatesController(rootCertificates),
      ...(sign ? [serviceAccountTokensController({ sign, rootCertificates }), legacyTokenCleaner()] : []),
      deploymentController(parts),
      ...replicaControllers(parts),
      statefulSetController(parts),
      daemonSetController(parts),
      ...jobControllers(parts),
      ttlAfterFinishedController(),
      cronJobController(parts),
      endpointSliceController(parts),
      endpointsController(parts),
      endpointSliceMirroringController(parts),
      ...persistentVolumeControllers(parts),
      ...storageProtectionControllers(),
      ephemeralVolumeController(parts),
      volumeExpansionController(parts),
      ...(node === false ? [] : simulatedNode(parts, { leaseRenewalMs: LEASE_RENEWAL_MS, ...node })),
      ...catalog.controllers,
      namespaceController(catalog),
      garbageCollector(parts, catalog),
      admissionPolicyController(),
      clusterRoleAggregationController(),
      resourceQuotaController(parts, catalog),
      ...disruptionControllers(parts, catalog),
      horizontalPodAutoscalerController(parts, catalog),
      ...nodeLifecycleControllers(parts),
      taintEvictionController(parts),
      podGcController(parts),
      componentLease('kube-controller-manager', parts),
      ...(node === false ? [] : [componentLease('kube-scheduler', parts)]),
    ];
  });
}
