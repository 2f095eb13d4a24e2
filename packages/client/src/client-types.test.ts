import {
  type DeepReadonly,
  keyOf,
  type KubernetesList,
  type KubernetesObject,
  type Resource,
  type Status,
} from '@kb/apimachinery';
import { type Deployment, type DeploymentApply, deployments } from '@kb/kubernetes/apps/v1';
import { type ConfigMap, configMaps, namespaces, type Pod, pods, serviceAccounts } from '@kb/kubernetes/core/v1';
import { describe, expectTypeOf, test } from 'vitest';
import type { Client, WatchStream } from './client.ts';
import type { UntypedObject, UntypedResource } from './dynamic/untyped.ts';
import type { Scale, SubresourceClient, TokenRequest } from './subresources.ts';

// These are checked by the compiler (`npm run typecheck`); running them shows only that the modules load.
declare const client: Client;
declare const cached: DeepReadonly<Deployment>;
declare const untyped: UntypedResource;
const key = 'default/a';

describe('a call is typed by the handle', () => {
  test('in what it answers', () => {
    expectTypeOf(() => client.get(deployments, key)).returns.resolves.toEqualTypeOf<Deployment>();
    expectTypeOf(() => client.list(deployments)).returns.resolves.toEqualTypeOf<KubernetesList<Deployment>>();
    expectTypeOf(() => client.watch(pods)).returns.toEqualTypeOf<WatchStream<Pod>>();
    expectTypeOf(() => client.delete(pods, key)).returns.resolves.toEqualTypeOf<Pod | Status>();
    expectTypeOf(() => client.deleteCollection(pods)).returns.resolves.toEqualTypeOf<KubernetesList<Pod> | Status>();
    expectTypeOf(() => client.get(untyped, key)).returns.resolves.toEqualTypeOf<UntypedObject>();
  });

  test('also when it is given what a cache handed out', () => {
    expectTypeOf(() => client.update(deployments, cached)).returns.resolves.toEqualTypeOf<Deployment>();
    expectTypeOf(() => client.updateStatus(deployments, cached)).returns.resolves.toEqualTypeOf<Deployment>();
    expectTypeOf(() => client.create(deployments, cached)).returns.resolves.toEqualTypeOf<Deployment>();
  });
});

describe('an apply', () => {
  test('states what the manager wants, of one object', () => {
    expectTypeOf(({ metadata: { name, labels, ownerReferences }, spec }: DeepReadonly<Deployment>) =>
      client.apply(deployments, { metadata: { name, labels, ownerReferences }, spec }),
    ).returns.resolves.toEqualTypeOf<Deployment>();
    void (() => client.applyStatus(deployments, { metadata: keyOf(cached), status: cached.status }));
    // This very object, at this version.
    void (({ name, uid, resourceVersion }: Deployment['metadata']) =>
      client.apply(deployments, { metadata: { name, uid, resourceVersion } }));
    void (() => client.subresource(deployments, 'status').apply(key, { status: { replicas: 1 } }));
    void (() => client.subresource(deployments, 'scale').apply(key, { spec: { replicas: 1 } }));
  });

  test('does not send back what was read', () => {
    expectTypeOf<DeepReadonly<Deployment>>().not.toExtend<DeploymentApply>();
    // @ts-expect-error: its managed fields would be refused
    void (() => client.apply(deployments, cached));
    // @ts-expect-error: the same
    void (() => client.apply(deployments, { metadata: cached.metadata }));
    // @ts-expect-error: the same
    void (() => client.apply(deployments, { ...cached, spec: { replicas: 2 } }));
    // @ts-expect-error: the same, of an untyped object
    void (() => client.apply(untyped, {} as UntypedObject));
    // @ts-expect-error: the same
    void (() => client.subresource(deployments, 'status').apply(key, cached));
    // @ts-expect-error: refused
    void (() => client.apply(deployments, { metadata: { name: 'a', deletionTimestamp: '2026-01-01T00:00:00Z' } }));
    // @ts-expect-error: without effect
    void (() => client.apply(deployments, { metadata: { name: 'a', generation: 2 } }));
  });
});

describe('subresources', () => {
  test('of the resource’s own kind answer its objects', () => {
    expectTypeOf(() => client.subresource(deployments, 'status').get(key)).returns.resolves.toEqualTypeOf<Deployment>();
    expectTypeOf(() => client.subresource(pods, 'ephemeralcontainers').get(key)).returns.resolves.toEqualTypeOf<Pod>();
    expectTypeOf(() => client.subresource(namespaces, 'finalize')).returns.toHaveProperty('update');
  });

  test('of other kinds answer those', () => {
    expectTypeOf(() => client.subresource(deployments, 'scale').get(key)).returns.resolves.toEqualTypeOf<Scale>();
    expectTypeOf(() =>
      client.subresource(serviceAccounts, 'token').create(key, { spec: { audiences: ['a'] } }),
    ).returns.resolves.toEqualTypeOf<TokenRequest>();
    expectTypeOf(() => client.subresource(pods, 'eviction').create(key, {})).returns.resolves.toEqualTypeOf<Status>();
    expectTypeOf(() => client.subresource(untyped, 'scale').get(key)).returns.resolves.toEqualTypeOf<Scale>();
    expectTypeOf((name: string) => client.subresource(untyped, name)).returns.toEqualTypeOf<
      SubresourceClient<UntypedObject>
    >();
  });

  test('that a resource has not do not type-check', () => {
    expectTypeOf<Parameters<typeof client.subresource<ConfigMap, unknown, never, never>>[1]>().toBeNever();
    // @ts-expect-error: config maps have no status
    void (() => client.updateStatus(configMaps, {} as ConfigMap));
    // @ts-expect-error: nothing to apply it to either
    void (() => client.applyStatus(configMaps, { metadata: { name: 'a' } }));
    // @ts-expect-error: nor a scale
    void (() => client.subresource(configMaps, 'scale'));
    // @ts-expect-error: pods cannot be scaled
    void (() => client.subresource(pods, 'scale'));
    // @ts-expect-error: a log is no object
    void (() => client.subresource(pods, 'log'));
    // @ts-expect-error: a scale has no labels of pods
    void (() => client.subresource(deployments, 'scale').update(key, { spec: { selector: 'a' } }));
  });

  test('are what a generic function may ask for', () => {
    type WithStatus = Resource<KubernetesObject, unknown, 'status'>;
    expectTypeOf(deployments).toExtend<WithStatus>();
    expectTypeOf<UntypedResource>().toExtend<WithStatus>();
    expectTypeOf(configMaps).not.toExtend<WithStatus>();
    expectTypeOf(configMaps).toExtend<Resource<KubernetesObject, unknown>>();
    expectTypeOf(deployments).toExtend<Resource<KubernetesObject, unknown>>();
  });
});
