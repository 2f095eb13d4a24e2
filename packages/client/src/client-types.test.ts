import {
  type ClusterResource,
  type DeepReadonly,
  defineResource,
  keyOf,
  type KubernetesList,
  type KubernetesObject,
  type NamespaceNotAllowed,
  type ObjectKey,
  type ObjectKeyFor,
  type Resource,
  type Status,
} from '@kb/apimachinery';
import { type Deployment, type DeploymentApply, deployments } from '@kb/kubernetes/apps/v1';
import {
  type ConfigMap,
  configMaps,
  namespaces,
  type Node,
  type NodeApply,
  nodes,
  type Pod,
  pods,
  serviceAccounts,
} from '@kb/kubernetes/core/v1';
import { describe, expectTypeOf, test } from 'vitest';
import type { Client, WatchStream } from './client.ts';
import type { ListOptions, WatchOptions } from './call-options.ts';
import type { MergePatchValue, Patch, StrategicPatchValue } from './patch.ts';
import type { UntypedObject, UntypedResource } from './dynamic/untyped.ts';
import { listEach, listPages, type PagingOptions } from './rest/verbs/list-pages.ts';
import type { Scale, SubresourceClient, TokenRequest } from './subresources.ts';

// The compiler checks these (`npm run typecheck`); running them only shows that the modules load.
declare const client: Client;
declare const cached: DeepReadonly<Deployment>;
declare const untyped: UntypedResource;
declare const node: Node;
declare const anyKey: ObjectKey;
const key = 'default/a';

describe('a call is typed by the handle', () => {
  test('in what it returns', () => {
    expectTypeOf(() => client.get(deployments, key)).returns.resolves.toEqualTypeOf<Deployment>();
    expectTypeOf(() => client.list(deployments)).returns.resolves.toEqualTypeOf<KubernetesList<Deployment>>();
    expectTypeOf(() => client.watch(pods)).returns.toEqualTypeOf<WatchStream<Pod>>();
    expectTypeOf(() => client.delete(pods, key)).returns.resolves.toEqualTypeOf<Pod | Status>();
    expectTypeOf(() => client.deleteCollection(pods)).returns.resolves.toEqualTypeOf<KubernetesList<Pod> | Status>();
    expectTypeOf(() => client.get(untyped, key)).returns.resolves.toEqualTypeOf<UntypedObject>();
  });

  test('also when it is given an object from a cache', () => {
    expectTypeOf(() => client.update(deployments, cached)).returns.resolves.toEqualTypeOf<Deployment>();
    expectTypeOf(() => client.updateStatus(deployments, cached)).returns.resolves.toEqualTypeOf<Deployment>();
    expectTypeOf(() => client.create(deployments, cached)).returns.resolves.toEqualTypeOf<Deployment>();
  });
});

describe('an apply', () => {
  test('accepts the fields that the manager wants', () => {
    expectTypeOf(({ metadata: { name, labels, ownerReferences }, spec }: DeepReadonly<Deployment>) =>
      client.apply(deployments, { metadata: { name, labels, ownerReferences }, spec }),
    ).returns.resolves.toEqualTypeOf<Deployment>();
    void (({ status = {} }: typeof cached) => client.applyStatus(deployments, { metadata: keyOf(cached), status }));
    // The object with this uid and version.
    void (({ name, uid, resourceVersion }: Deployment['metadata']) =>
      client.apply(deployments, { metadata: { name, uid, resourceVersion } }));
    void (() => client.subresource(deployments, 'status').apply(key, { status: { replicas: 1 } }));
    void (() => client.subresource(deployments, 'scale').apply(key, { spec: { replicas: 1 } }));
  });

  test('rejects an object that was read', () => {
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
  test('of the resource’s own kind return its objects', () => {
    expectTypeOf(() => client.subresource(deployments, 'status').get(key)).returns.resolves.toEqualTypeOf<Deployment>();
    expectTypeOf(() => client.subresource(pods, 'ephemeralcontainers').get(key)).returns.resolves.toEqualTypeOf<Pod>();
    expectTypeOf(() => client.subresource(namespaces, 'finalize')).returns.toHaveProperty('update');
  });

  test('of other kinds return those', () => {
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
    expectTypeOf<Parameters<typeof client.subresource<ConfigMap, unknown, never, never, true>>[1]>().toBeNever();
    // @ts-expect-error: config maps have no status
    void (() => client.updateStatus(configMaps, {} as ConfigMap));
    // @ts-expect-error: nothing to apply it to either
    void (() => client.applyStatus(configMaps, { metadata: { name: 'a' } }));
    // @ts-expect-error: nor a scale
    void (() => client.subresource(configMaps, 'scale'));
    // @ts-expect-error: pods cannot be scaled
    void (() => client.subresource(pods, 'scale'));
    // @ts-expect-error: a log is not an object
    void (() => client.subresource(pods, 'log'));
    // @ts-expect-error: a scale has no labels of pods
    void (() => client.subresource(deployments, 'scale').update(key, { spec: { selector: 'a' } }));
  });

  test('can be required by a generic function', () => {
    type WithStatus = Resource<KubernetesObject, unknown, 'status'>;
    expectTypeOf(deployments).toExtend<WithStatus>();
    expectTypeOf<UntypedResource>().toExtend<WithStatus>();
    expectTypeOf(configMaps).not.toExtend<WithStatus>();
    expectTypeOf(configMaps).toExtend<Resource<KubernetesObject, unknown>>();
    expectTypeOf(deployments).toExtend<Resource<KubernetesObject, unknown>>();
  });
});

describe('a patch', () => {
  test('has only fields of the kind, at any depth', () => {
    expectTypeOf<{ spec: { replicas: number } }>().toExtend<MergePatchValue<Deployment>>();
    void (() => client.patch(deployments, key, { type: 'merge', value: { spec: { replicas: 4 } } }));
    void (() => client.patch(deployments, key, { type: 'strategic', value: { spec: { replicas: 4 } } }));
    // @ts-expect-error: misspelt, and the server would change nothing
    void (() => client.patch(deployments, key, { type: 'merge', value: { spec: { replcas: 4 } } }));
    // @ts-expect-error: the same
    void (() => client.patch(deployments, key, { type: 'strategic', value: { spec: { replcas: 4 } } }));
    // @ts-expect-error: at the top
    void (() => client.patch(deployments, key, { type: 'merge', value: { replicas: 4 } }));
    // @ts-expect-error: of another type
    void (() => client.patch(deployments, key, { type: 'merge', value: { spec: { replicas: '4' } } }));
    const scale = () => client.subresource(deployments, 'scale');
    // @ts-expect-error: of a subresource
    void (() => scale().patch(key, { type: 'merge', value: { spec: { replcas: 4 } } }));
    void (() =>
      client.subresource(deployments, 'scale').patch(key, { type: 'merge', value: { spec: { replicas: 4 } } }));
  });

  test('removes a field or a key of a map with null', () => {
    expectTypeOf<{ spec: null }>().toExtend<MergePatchValue<Pod>>();
    const value = { metadata: { labels: { tier: null }, finalizers: null }, spec: { paused: null } };
    void (() => client.patch(deployments, key, { type: 'merge', value }));
    void (() => client.patch(deployments, key, { type: 'strategic', value }));
  });

  test('of type merge has lists of whole elements, and a strategic one has partial elements', () => {
    expectTypeOf<{ spec: { containers: { image: string }[] } }>().not.toExtend<MergePatchValue<Pod>>();
    const part = { spec: { template: { spec: { containers: [{ name: 'web', image: 'web:2' }] } } } };
    void (() => client.patch(deployments, key, { type: 'strategic', value: part }));
    void (() => client.patch(deployments, key, { type: 'merge', value: part }));
    const nameless = { spec: { containers: [{ image: 'web:2' }] } };
    void (() => client.patch(pods, key, { type: 'strategic', value: nameless }));
    // @ts-expect-error: the list would have a container without a name
    void (() => client.patch(pods, key, { type: 'merge', value: nameless }));
    // @ts-expect-error: misspelt in an element
    void (() => client.patch(pods, key, { type: 'strategic', value: { spec: { containers: [{ imgae: 'a' }] } } }));
  });

  test('of type strategic has the directives of the format, for existing fields', () => {
    expectTypeOf<{ spec: { $patch: 'replace' } }>().toExtend<StrategicPatchValue<Pod>>();
    void (() =>
      client.patch(deployments, key, {
        type: 'strategic',
        value: {
          metadata: { '$deleteFromPrimitiveList/finalizers': ['a/b'] },
          spec: {
            strategy: { $retainKeys: ['type'], type: 'Recreate' },
            template: {
              spec: {
                containers: [{ name: 'web', $patch: 'delete' }],
                '$setElementOrder/containers': [{ name: 'web' }],
              },
            },
          },
        },
      }));
    // @ts-expect-error: there is no such list
    void (() => client.patch(pods, key, { type: 'strategic', value: { spec: { '$setElementOrder/container': [] } } }));
    // @ts-expect-error: a merge patch has none
    void (() => client.patch(pods, key, { type: 'merge', value: { spec: { $patch: 'replace' } } }));
  });

  test('accepts an object that was read, and anything for an untyped resource', () => {
    void (() => client.patch(deployments, key, { type: 'merge', value: cached }));
    void (() => client.patch(deployments, key, { type: 'strategic', value: cached }));
    void (() => client.patch(untyped, key, { type: 'merge', value: { spec: { whatever: 1 } } }));
    expectTypeOf<{ type: 'merge'; value: { a: 1 } }>().toExtend<Patch>();
  });
});

describe('a cluster-scoped resource', () => {
  const tenants = defineResource<KubernetesObject>({
    group: 'a',
    version: 'v1',
    kind: 'Tenant',
    plural: 'tenants',
    namespaced: false,
  });
  test('is marked by its handle', () => {
    expectTypeOf(nodes).toExtend<ClusterResource<Node>>();
    expectTypeOf(tenants).toExtend<ClusterResource>();
    expectTypeOf(nodes).toExtend<Resource<KubernetesObject, unknown>>();
    expectTypeOf(pods).not.toExtend<ClusterResource<Pod, unknown>>();
  });

  test('accepts a name, and an object that was read', () => {
    void (() => client.get(nodes, 'a'));
    void (() => client.get(nodes, { name: 'a' }));
    void (() => client.get(nodes, keyOf(node)));
    void (() => client.get(nodes, anyKey));
    void (() => client.list(nodes, { labelSelector: 'a=b' }));
    void (() => client.create(nodes, { metadata: { name: 'a' } }));
    void (() => client.create(nodes, node));
    void (() => client.update(nodes, node));
    void (() => client.apply(nodes, { metadata: { name: 'a', labels: { a: 'b' } } }));
    void (() => client.apply(nodes, { metadata: keyOf(node) }));
    expectTypeOf(() => client.get(nodes, 'a')).returns.resolves.toEqualTypeOf<Node>();
  });

  test('accepts no namespace', () => {
    expectTypeOf<ObjectKeyFor<false, 'default/a'>>().toEqualTypeOf<NamespaceNotAllowed>();
    // @ts-expect-error: of a key
    void (() => client.get(nodes, { namespace: 'default', name: 'a' }));
    // @ts-expect-error: in short
    void (() => client.get(nodes, 'default/a'));
    // @ts-expect-error: of a handle that a program made
    void (() => client.get(tenants, 'default/a'));
    // @ts-expect-error: of a patch
    void (() => client.patch(nodes, 'default/a', { type: 'merge', value: {} }));
    // @ts-expect-error: of a delete
    void (() => client.delete(nodes, 'default/a'));
    // @ts-expect-error: of a subresource
    void (() => client.subresource(nodes, 'status').get('default/a'));
    // @ts-expect-error: of a list
    void (() => client.list(nodes, { namespace: 'default' }));
    // @ts-expect-error: of a watch
    void (() => client.watch(nodes, { namespace: 'default' }));
    // @ts-expect-error: of a collection
    void (() => client.deleteCollection(nodes, { namespace: 'default' }));
    // @ts-expect-error: of an object
    void (() => client.create(nodes, { metadata: { name: 'a', namespace: 'default' } }));
    // @ts-expect-error: of an object that replaces another
    void (() => client.update(nodes, { ...node, metadata: { ...node.metadata, namespace: 'default' } }));
    // @ts-expect-error: of a status
    void (() => client.updateStatus(nodes, { ...node, metadata: { ...node.metadata, namespace: 'default' } }));
    // @ts-expect-error: of what is applied
    void (() => client.apply(nodes, { metadata: { name: 'a', namespace: 'default' } }));
    // @ts-expect-error: of a status that is applied
    void (() => client.applyStatus(nodes, { metadata: { name: 'a', namespace: 'default' } }));
    // @ts-expect-error: of an object that a delete takes for its key
    void (() => client.delete(nodes, { metadata: { name: 'a', namespace: 'default' } }));
    // @ts-expect-error: of a list by pages
    void (() => listPages(client, nodes, { namespace: 'default' }));
    // @ts-expect-error: the same
    void (() => listEach(client, nodes, { namespace: 'default' }));
  });

  test('accepts no namespace in a variable either', () => {
    const inDefault = { namespace: 'default', name: 'a' };
    const where = { namespace: 'default' };
    const object = { metadata: inDefault };
    const name: string = 'a';
    expectTypeOf(inDefault).toExtend<ObjectKey>();
    // @ts-expect-error: a key
    void (() => client.get(nodes, inDefault));
    // @ts-expect-error: the same
    void (() => client.patch(nodes, inDefault, { type: 'merge', value: {} }));
    // @ts-expect-error: the same
    void (() => client.delete(nodes, inDefault));
    // @ts-expect-error: the same
    void (() => client.subresource(nodes, 'status').get(inDefault));
    // @ts-expect-error: a computed string that begins with one
    void (() => client.get(nodes, `default/${name}`));
    // @ts-expect-error: an object
    void (() => client.create(nodes, object));
    // @ts-expect-error: the same
    void (() => client.apply(nodes, object));
    // @ts-expect-error: the same
    void (() => client.delete(nodes, object));
    // @ts-expect-error: options
    void (() => client.list(nodes, where));
    // @ts-expect-error: the same
    void (() => client.watch(nodes, where));
    // @ts-expect-error: the same
    void (() => client.deleteCollection(nodes, where));
    // @ts-expect-error: the same
    void (() => listPages(client, nodes, where));
  });

  test('accepts a type with an optional namespace', () => {
    const name: string = 'a';
    expectTypeOf(() => client.get(nodes, name)).returns.resolves.toEqualTypeOf<Node>();
    void (() => client.get(nodes, `${name}-1`));
    void (() => client.delete(nodes, node));
    void ((options: ListOptions) => client.list(nodes, options));
    void ((options: WatchOptions) => client.watch(nodes, options));
    void ((options: PagingOptions) => listPages(client, nodes, options));
    void ((object: NodeApply) => client.apply(nodes, object));
  });

  test('is checked as strictly as a namespaced one', () => {
    expectTypeOf(() => client.create(nodes, { metadata: { name: 'a', labels: {} } })).returns.resolves.toBeObject();
    // @ts-expect-error: misspelt
    void (() => client.create(nodes, { metadata: { name: 'a', lables: {} } }));
    // @ts-expect-error: misspelt in the spec
    void (() => client.create(nodes, { metadata: { name: 'a' }, spec: { unschedulabel: true } }));
    // @ts-expect-error: the same
    void (() => client.update(nodes, { ...node, spec: { unschedulabel: true } }));
    // @ts-expect-error: the same
    void (() => client.apply(nodes, { metadata: { name: 'a' }, spec: { unschedulabel: true } }));
    // @ts-expect-error: misspelt in the options
    void (() => client.list(nodes, { lableSelector: 'a' }));
  });
});

describe('a status with a subresource', () => {
  const status = { replicas: 3 };
  const metadata = { name: 'a' };
  test('is rejected by verbs that do not write it', () => {
    expectTypeOf(() => ({ ...cached, status })).returns.toExtend<DeepReadonly<Deployment>>();
    // @ts-expect-error: replaced
    void (() => client.update(deployments, { ...cached, status }));
    // @ts-expect-error: merged
    void (() => client.patch(deployments, key, { type: 'merge', value: { status } }));
    // @ts-expect-error: the same
    void (() => client.patch(deployments, key, { type: 'strategic', value: { spec: { replicas: 1 }, status } }));
    // @ts-expect-error: removed
    void (() => client.patch(deployments, key, { type: 'merge', value: { status: null } }));
    // @ts-expect-error: applied
    void (() => client.apply(deployments, { metadata, status }));
  });

  test('is the only field that its subresource accepts', () => {
    const spec = { replicas: 3 };
    expectTypeOf({ metadata, spec }).toExtend<DeploymentApply>();
    // @ts-expect-error: applied
    void (() => client.applyStatus(deployments, { metadata, spec }));
    // @ts-expect-error: the same
    void (() => client.subresource(deployments, 'status').apply(key, { spec }));
    // @ts-expect-error: merged
    void (() => client.subresource(deployments, 'status').patch(key, { type: 'merge', value: { spec } }));
  });

  test('may be part of an object that was read', () => {
    const changed = () => client.update(deployments, { ...cached, spec: { ...cached.spec, replicas: 1 } });
    expectTypeOf(changed).returns.resolves.toEqualTypeOf<Deployment>();
    void (() => client.updateStatus(deployments, { ...cached, status }));
    void (() => client.subresource(deployments, 'status').update(key, { ...cached, status }));
    void (() => client.subresource(deployments, 'status').patch(key, { type: 'merge', value: cached }));
    void (() => client.subresource(deployments, 'status').patch(key, { type: 'merge', value: { status } }));
  });

  test('is written with the object if the kind has no status subresource, or it is unknown', () => {
    interface Job extends KubernetesObject {
      spec?: { n: number };
      status?: { done: boolean };
    }
    const definition = { group: 'a', version: 'v1', kind: 'Job', plural: 'jobs', namespaced: true };
    const jobs: Resource<Job> = defineResource<Job>(definition);
    const unknownJobs = defineResource<Job>(definition);
    const update = (job: Job) => client.update(jobs, { ...job, status: { done: true } });
    expectTypeOf(update).returns.resolves.toEqualTypeOf<Job>();
    void (() => client.apply(jobs, { metadata, status: { done: true } }));
    void (() => client.patch(unknownJobs, key, { type: 'merge', value: { status: { done: true } } }));
  });
});

test('a delete accepts an object instead of a key', () => {
  expectTypeOf((pod: Pod) => client.delete(pods, pod)).returns.resolves.toEqualTypeOf<Pod | Status>();
  void ((pod: DeepReadonly<Pod>) => client.delete(pods, pod));
  void (() => client.delete(nodes, node));
  void (() => client.delete(pods, { metadata: { namespace: 'default', name: 'a' } }));
  // @ts-expect-error: it has no name
  void (() => client.delete(pods, { metadata: {} }));
});
