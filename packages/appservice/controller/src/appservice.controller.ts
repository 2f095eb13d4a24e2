import { type AppService, appServices } from '@appservice/client/batch/v1alpha1';
import { type DeepReadonly, isControlledBy, keyOf, type KubernetesObject, type ObjectKey } from '@kb/apimachinery';
import { type Deployment, deployments } from '@kb/kubernetes/apps/v1';
import { services } from '@kb/kubernetes/core/v1';
import {
  type ApplyResult,
  type Controller,
  controllerFor,
  type MapContext,
  minutes,
  type ReconcileContext,
  type ReconcileResult,
} from '@kb/runtime';
import { deploymentFor } from './deployment-for.ts';
import { type Availability, availabilityOf, isReported, type Refusal, refusalOf, statusFor } from './status-for.ts';
import { serviceFor } from './service-for.ts';

// What the operator may do: "npx kb generate" makes the role from these lines.
// +kubebuilder:rbac:groups=batch.example.com,resources=appservices,verbs=get;list;watch
// +kubebuilder:rbac:groups=batch.example.com,resources=appservices/status,verbs=get;patch
// +kubebuilder:rbac:groups=batch.example.com,resources=appservices/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups="",resources=services,verbs=get;list;watch;create;patch;delete
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

/** Keeps one Deployment, and with ports one Service, for each AppService, and reports their state in its status. */
export const appServiceController: Controller = controllerFor(appServices)
  .owns(deployments)
  .owns(services)
  // Another owner's object of the same name blocks ours until it is deleted.
  .watches(deployments, sameName)
  .watches(services, sameName)
  .reconcile(async (context): Promise<ReconcileResult | void> => {
    const app = context.client.cached(appServices).get(context.key);
    if (!app || app.metadata.deletionTimestamp) return;
    try {
      const deployment = await applyChildren(context, app);
      await reportStatus(context, app, deployment, availabilityOf(app, deployment));
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      return await reportRefusal(context, app, refusal);
    }
  });

/** Returns the key of the AppService with the same name as an object. */
function sameName(object: DeepReadonly<KubernetesObject>, { cached }: MapContext): ObjectKey[] {
  const key = keyOf(object);
  return cached(appServices).get(key) ? [key] : [];
}

/** Applies the children. Resolves with the Deployment as it is now. */
async function applyChildren(
  context: ReconcileContext,
  app: DeepReadonly<AppService>,
): Promise<DeepReadonly<Deployment>> {
  const { key, client, events } = context;
  const onResult = eventFor(context, app);
  const deployment = await client.apply(deployments, deploymentFor(app), { controlledBy: app, onResult });
  const service = serviceFor(app);
  if (service) {
    await client.apply(services, service, { controlledBy: app, onResult });
  } else if (await client.deleteControlled(services, key, { controlledBy: app })) {
    events.event(app, { reason: 'Deleted', note: `Deleted Service ${key.name}: there are no ports any more` });
  }
  return deployment;
}

/** Records an Event when an apply created or repaired a child. */
function eventFor({ events }: ReconcileContext, app: DeepReadonly<AppService>) {
  return (result: ApplyResult, related: DeepReadonly<KubernetesObject>): void => {
    const child = `${related.kind} ${related.metadata.name}`;
    if (result === 'created') events.event(app, { reason: 'Created', note: `Created ${child}`, related });
    if (result === 'repaired') events.event(app, { reason: 'Repaired', note: `Put ${child} right`, related });
  };
}

async function reportStatus(
  { client, now }: ReconcileContext,
  app: DeepReadonly<AppService>,
  deployment: DeepReadonly<Deployment> | undefined,
  availability: Availability,
): Promise<void> {
  const { name, namespace } = app.metadata;
  await client.applyStatus(appServices, {
    metadata: { name, namespace },
    status: statusFor(app, deployment, availability, now()),
  });
}

/** Reports why the children are not as desired: once in an Event, and in the condition while the problem lasts. */
async function reportRefusal(
  context: ReconcileContext,
  app: DeepReadonly<AppService>,
  { availability, isWatched }: Refusal,
): Promise<ReconcileResult | void> {
  const { client, events, key } = context;
  const { reason, message } = availability;
  if (!isReported(app, availability)) events.event(app, { type: 'Warning', reason, action: 'Apply', note: message });
  const deployment = client.cached(deployments).get(key);
  const own = deployment && isControlledBy(deployment, app) ? deployment : undefined;
  await reportStatus(context, app, own, availability);
  return isWatched ? undefined : { requeueAfter: minutes(1) };
}
