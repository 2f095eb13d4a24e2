import { type DeepReadonly, setCondition } from '@kb/apimachinery';
import type { DeploymentApply } from '@kb/kubernetes/apps/v1';
import { deployments } from '@kb/kubernetes/apps/v1';
import { asReconciler, type Controller, controllerFor, createFinalizers } from '@kb/runtime';
import { type Memcached, memcacheds } from '@memcached-operator/client/cache/v1alpha1';

const FINALIZER = 'cache.example.com/finalizer';

// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch;update;patch
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update;patch;delete

/** Keeps a Deployment for each Memcached. */
export const memcachedController: Controller = controllerFor(memcacheds)
  .owns(deployments)
  .reconcile(
    asReconciler(memcacheds, async (found, { client, events, now }) => {
    const finalizers = createFinalizers<Memcached>();
    finalizers.register(FINALIZER, async (memcached) => {
      events.event(memcached, { type: 'Warning', reason: 'Deleting', note: `${memcached.metadata.name} is being deleted` });
    });
    const memcached = await finalizers.reconcile(client, memcacheds, found);
    if (memcached.metadata.deletionTimestamp) return;
    const { name, namespace, generation } = memcached.metadata;
    const deployment = await client.apply(deployments, deploymentFor(memcached), { controlledBy: memcached });
    const isAvailable = (deployment.status?.availableReplicas ?? 0) >= (memcached.spec.size ?? 1);
    await client.applyStatus(memcacheds, {
      metadata: { name, namespace },
      status: {
        conditions: setCondition(
          memcached.status?.conditions,
          {
            type: 'Available',
            status: isAvailable ? 'True' : 'False',
            reason: isAvailable ? 'Reconciled' : 'Rolling',
            message: `Deployment ${name} has ${deployment.status?.availableReplicas ?? 0} Pods`,
            observedGeneration: generation,
          },
          now(),
        ),
      },
    });
  }));

function deploymentFor({ metadata, spec }: DeepReadonly<Memcached>): DeploymentApply {
  const { name, namespace } = metadata;
  const labels = { 'app.kubernetes.io/name': 'memcached-operator', 'app.kubernetes.io/instance': name };
  return {
    metadata: { name, namespace },
    spec: {
      replicas: spec.size ?? 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              name: 'memcached',
              image: 'memcached:1.6.26-alpine3.19',
              imagePullPolicy: 'IfNotPresent',
              securityContext: {
                runAsNonRoot: true,
                runAsUser: 1001,
                allowPrivilegeEscalation: false,
                capabilities: { drop: ['ALL'] },
              },
              ports: [{ containerPort: 11211, name: 'memcached' }],
              command: ['memcached', '--memory-limit=64', '-o', 'modern', '-v'],
            },
          ],
        },
      },
    },
  };
}
