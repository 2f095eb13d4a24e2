import assert from 'node:assert/strict';
import { type AppService, type AppServiceSpec, appServices } from '@appservice/client/batch/v1alpha1';
import { isNotFound, keyOf, type KubernetesObject, type Resource } from '@kb/apimachinery';
import { type Deployment, deployments, replicaSets } from '@kb/kubernetes/apps/v1';
import { type Service, services } from '@kb/kubernetes/core/v1';
import type { TestEnvironment } from '@kb/testing';

/** One AppService of a scenario, and its children. */
export interface App {
  readonly name: string;
  readonly key: { readonly namespace: string; readonly name: string };
  create(spec: AppServiceSpec): Promise<AppService>;
  patch(spec: { [K in keyof AppServiceSpec]?: AppServiceSpec[K] | null }): Promise<AppService>;
  remove(): Promise<void>;
  read(): Promise<AppService>;
  deployment(): Promise<Deployment>;
  service(): Promise<Service>;
  /** Rejects unless the status reports this many available Pods, for the newest spec. */
  checkAvailable(replicas: number): Promise<void>;
  /** Waits until `checkAvailable` passes. */
  isAvailable(replicas: number): Promise<void>;
  /**
   * Waits until this many Pods are available, and all Pods are of the newest template: an app is available sooner,
   * while the Pods before still run.
   */
  isRolledOut(replicas: number): Promise<void>;
  /** Resolves when no object has the app's name. */
  isGone<T extends KubernetesObject, A>(resource: Resource<T, A>): Promise<void>;
  /** Returns the children without the parts that differ between runs, for comparing runs. */
  children(): Promise<object>;
}

/** Returns the AppService of a name in an environment, which is not created yet. */
export function appOf({ client, namespace, eventually }: TestEnvironment, name: string): App {
  const key = { namespace, name };
  const read = (): Promise<AppService> => client.get(appServices, key);
  const isGone: App['isGone'] = (resource) =>
    eventually(async () => {
      const found = await client.get(resource, key).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
      assert.equal(found, undefined, `${resource.kind} ${name} is gone`);
    });
  const checkAvailable = async (replicas: number): Promise<void> => {
    const { status, metadata } = await read();
    assert.equal(status?.observedGeneration, metadata.generation);
    assert.equal(status?.availableReplicas, replicas);
    assert.equal(status?.conditions?.find(({ type }) => type === 'Available')?.status, 'True');
  };
  const checkRolledOut = async (replicas: number): Promise<void> => {
    await checkAvailable(replicas);
    const { status, metadata } = await client.get(deployments, key);
    assert.equal(status?.observedGeneration, metadata.generation);
    for (const count of [status?.replicas, status?.updatedReplicas, status?.availableReplicas])
      assert.equal(count, replicas);
  };
  return {
    name,
    key,
    read,
    isGone,
    create: (spec) => client.create(appServices, { metadata: { name, namespace }, spec }),
    patch: (spec) => client.patch(appServices, key, { type: 'merge', value: { spec } }),
    remove: async () => {
      await client.delete(appServices, key);
      await isGone(appServices);
    },
    deployment: () => client.get(deployments, key),
    service: () => client.get(services, key),
    checkAvailable,
    isAvailable: (replicas) => eventually(() => checkAvailable(replicas)),
    isRolledOut: (replicas) => eventually(() => checkRolledOut(replicas)),
    children: async () => {
      const labelSelector = `app.kubernetes.io/instance=${name}`;
      const owner = (await read()).metadata.uid;
      const [ownDeployments, ownServices, sets] = await Promise.all([
        client.list(deployments, { namespace, labelSelector }),
        client.list(services, { namespace, labelSelector }),
        client.list(replicaSets, { namespace, labelSelector }),
      ]);
      return {
        deployments: ownDeployments.items.map((item) => comparable(item, owner, item.spec)),
        services: ownServices.items.map((item) =>
          comparable(item, owner, { ports: item.spec?.ports, selector: item.spec?.selector }),
        ),
        running: sets.items.filter(({ spec }) => spec?.replicas !== 0).length,
      };
    },
  };
}

/** Returns a child without names, times and uids, and whether its owner is the app. */
function comparable(object: KubernetesObject, owner: string, spec: unknown): object {
  const { name, labels, annotations, ownerReferences, managedFields } = object.metadata;
  const revision = 'deployment.kubernetes.io/revision';
  const ours = managedFields?.filter(({ operation }) => operation === 'Apply');
  const text = JSON.stringify({
    name,
    labels,
    annotations: Object.keys(annotations ?? {}).filter((key) => key !== revision),
    owners: ownerReferences?.map(({ kind, uid, controller }) => ({ kind, controller, isApp: uid === owner })),
    appliedBy: ours?.map(({ manager, fieldsV1 }) => ({ manager, fields: withoutUids(fieldsV1) })),
    spec,
  });
  return JSON.parse(text.replaceAll(keyOf(object).name, 'NAME')) as object;
}

/** Removes uids from managed fields, which identify owner references by uid. */
function withoutUids(fields: unknown): unknown {
  return JSON.parse(JSON.stringify(fields ?? {}).replaceAll(/\\"uid\\":\\"[^"\\]+\\"/g, '\\"uid\\":\\"UID\\"'));
}
