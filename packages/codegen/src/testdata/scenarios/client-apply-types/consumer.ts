// What must, and what must not, type-check with this scenario's client. Checked by client/generated-clients.test.ts.
import type { Client, Scale } from '@kb/client';
import type { DeepReadonly, Status } from '@kb/apimachinery';
import {
  allResources,
  type CachedGarden,
  type FenceApply,
  fences,
  type Garden,
  type GardenApply,
  gardenKind,
  type GardenList,
  gardens,
  groupVersion,
} from '@shop/client/shop/v1';
import { Mode } from '@shop/api/shop/v1';

declare const client: Client;
declare const cached: CachedGarden;
const metadata = { name: 'a', namespace: 'default' };

// Only the name is required.
({ metadata }) satisfies GardenApply;
({ metadata, spec: {} }) satisfies GardenApply;
// @ts-expect-error: without metadata
({ spec: {} }) satisfies GardenApply;
// @ts-expect-error: without a name
({ metadata: { labels: {} } }) satisfies GardenApply;
({ apiVersion: 'shop.example.com/v1', kind: 'Garden', metadata }) satisfies GardenApply;
// @ts-expect-error: another kind
({ kind: 'Fence', metadata }) satisfies GardenApply;
// @ts-expect-error: another version
({ apiVersion: 'shop.example.com/v2', metadata }) satisfies GardenApply;
// @ts-expect-error: a field that is not there
({ metadata, spec: { replica: 1 } }) satisfies GardenApply;
// @ts-expect-error: a value of another type
({ metadata, spec: { replicas: '1' } }) satisfies GardenApply;

type Spec = NonNullable<GardenApply['spec']>;

// Inherited fields, built-in types and their list maps.
({
  inherited: 'a',
  replicas: 1,
  size: '1Gi',
  limits: { limits: { cpu: '1' }, burst: 3 },
  template: { spec: { containers: [{ name: 'a', env: [{ name: 'A' }], ports: [{ containerPort: 80 }] }] } },
  containers: [{ name: 'a' }],
  env: [{ name: 'A', value: 'b' }],
}) satisfies Spec;
// @ts-expect-error: a container without its name
({ template: { spec: { containers: [{ image: 'nginx' }] } } }) satisfies Spec;
// @ts-expect-error: a variable inside a container without its name
({ containers: [{ name: 'a', env: [{ value: 'b' }] }] }) satisfies Spec;
// @ts-expect-error: a variable without its name
({ env: [{ value: 'b' }] }) satisfies Spec;
// @ts-expect-error: a burst of text
({ limits: { burst: 'much' } }) satisfies Spec;

// List maps of declared objects, by the field's markers, an alias' or those of an alias of an alias.
({ doors: [{ color: 'red' }], aliasDoors: [{ color: 'red' }], frontDoors: [{ color: 'red', width: 1 }] }) satisfies Spec;
({ plainDoors: [{ width: 1 }], rows: [[{ width: 1 }], []], door: {} }) satisfies Spec;
({ nodes: [{ name: 'a', inner: { any: ['thing'] } }] }) satisfies Spec;
// @ts-expect-error: a door without its color
({ doors: [{ width: 1 }] }) satisfies Spec;
// @ts-expect-error: the same, by the alias
({ aliasDoors: [{ width: 1 }] }) satisfies Spec;
// @ts-expect-error: the same, by the alias of the alias
({ frontDoors: [{ width: 1 }] }) satisfies Spec;
// @ts-expect-error: a list of doors where a list of lists is wanted
({ rows: [{ color: 'red' }] }) satisfies Spec;

// Maps, null, lists of null, aliases, enums and generic types.
({ doorsByName: { front: { width: 1 } }, doorListsByName: { front: [{ width: 1 }] } }) satisfies Spec;
({ maybeDoor: null, maybeDoors: [null, { color: 'red' }], level: 'low', mode: Mode.Fast }) satisfies Spec;
({ box: { content: { width: 1 } }, picked: {}, omitted: { width: 1 }, inline: { b: {} }, matrix: [['a'], []] }) satisfies Spec;
({ anything: [1, { a: null }], labels: { a: 'b' }, numbers: [1] }) satisfies Spec;
// @ts-expect-error: null where it is not allowed
({ door: null }) satisfies Spec;
// @ts-expect-error: no value of the enum
({ level: 'middle' }) satisfies Spec;
// @ts-expect-error: a member of an enum is not its value
({ mode: 'Fast' }) satisfies Spec;
// @ts-expect-error: a field that was left out
({ omitted: { color: 'red' } }) satisfies Spec;
// @ts-expect-error: a field of another type in a generic one
({ box: { content: { width: 'wide' } } }) satisfies Spec;
// @ts-expect-error: a number as the value of a map of text
({ labels: { a: 1 } }) satisfies Spec;

// Tuples and patterns stay narrow too.
({ pair: ['a', 'b'], doorPair: [{ color: 'a' }, { width: 1 }], atLeastOne: [{ width: 1 }] }) satisfies Spec;
({ address: 'localhost:80', tier: 'tier-1', unit: '10s' }) satisfies Spec;
// @ts-expect-error: one of two
({ pair: ['a'] }) satisfies Spec;
// @ts-expect-error: three of two
({ doorPair: [{}, {}, {}] }) satisfies Spec;
// @ts-expect-error: no port
({ address: 'localhost' }) satisfies Spec;
// @ts-expect-error: there is no third tier
({ tier: 'tier-3' }) satisfies Spec;
// @ts-expect-error: a unit that is not there
({ unit: '10h' }) satisfies Spec;

// Unions stay narrow: what one branch has does not go with the other's discriminant.
({ source: { type: 'Git', git: { url: 'a' } }, sources: [{ type: 'Bucket', bucket: {} }, { git: {} }] }) satisfies Spec;
({ sourcesByName: { a: { type: 'Git' } }, sourceOfType: [{ type: 'Git', git: { url: 'a' } }] }) satisfies Spec;
// @ts-expect-error: a bucket beside Git
({ source: { type: 'Git', bucket: { name: 'a' } } }) satisfies Spec;
// @ts-expect-error: no branch of this type
({ sources: [{ type: 'Disk' }] }) satisfies Spec;
// @ts-expect-error: a list map's element without its key
({ sourceOfType: [{ git: { url: 'a' } }] }) satisfies Spec;

// What was read can be applied.
({ metadata, spec: cached.spec, status: cached.status }) satisfies { [K in keyof GardenApply]: GardenApply[K] | undefined };

// Constants.
gardenKind satisfies { group: 'shop.example.com'; version: 'v1'; kind: 'Garden'; listKind: 'GardenList'; plural: 'gardens' };
groupVersion satisfies { group: 'shop.example.com'; version: 'v1'; apiVersion: 'shop.example.com/v1' };
allResources satisfies readonly [typeof fences, typeof gardens];

/** Every verb, with its answer. */
export async function verbs(): Promise<void> {
  (await client.get(gardens, 'default/a', { resourceVersion: '0' })) satisfies Garden;
  const list: GardenList = await client.list(gardens, {
    namespace: 'default',
    labelSelector: 'a=b',
    fieldSelector: 'metadata.name=a',
    limit: 1,
    continue: 'c',
    resourceVersion: '1',
    resourceVersionMatch: 'NotOlderThan',
    timeoutSeconds: 1,
  });
  list.items[0] satisfies Garden | undefined;
  list.metadata.remainingItemCount satisfies number | undefined;
  const spec = { inherited: 'a', generation: 1, door: { color: 'red' } };
  const garden = await client.create(gardens, { metadata, spec }, { dryRun: true, fieldValidation: 'Strict' });
  (await client.update(gardens, cached, { fieldManager: 'me' })) satisfies Garden;
  (await client.patch(gardens, metadata, { type: 'merge', value: { spec: null } })) satisfies Garden;
  (await client.patch(gardens, metadata, { type: 'json', operations: [{ op: 'remove', path: '/spec' }] })) satisfies Garden;
  (await client.apply(gardens, { metadata }, { force: false, fieldManager: 'me', dryRun: true })) satisfies Garden;
  (await client.delete(gardens, metadata, {
    gracePeriodSeconds: 0,
    propagationPolicy: 'Foreground',
    preconditions: { uid: garden.metadata.uid, resourceVersion: '1' },
  })) satisfies Garden | Status;
  (await client.deleteCollection(gardens, { namespace: 'default', limit: 3 })) satisfies GardenList | Status;
  for await (const event of client.watch(gardens, { allowWatchBookmarks: true, sendInitialEvents: true })) {
    if (event.type === 'BOOKMARK') event.object.metadata.resourceVersion satisfies string;
    else event.object satisfies Garden;
    // @ts-expect-error: a bookmark has no spec
    event.object.spec;
  }
  (await client.updateStatus(gardens, garden)) satisfies Garden;
  (await client.applyStatus(gardens, { metadata, status: { replicas: 1 } })) satisfies Garden;
  // @ts-expect-error: a condition without its type
  await client.applyStatus(gardens, { metadata, status: { conditions: [{ status: 'True' }] } });
  const status = client.subresource(gardens, 'status');
  (await status.patch(metadata, { type: 'merge', value: { status: {} } })) satisfies Garden;
  (await status.apply(metadata, { status: { replicas: 1 } })) satisfies Garden;
  const scale = client.subresource(gardens, 'scale');
  (await scale.get(metadata)) satisfies Scale;
  (await scale.update(metadata, { spec: { replicas: 2 } })).spec.replicas satisfies number | undefined;
  (await scale.update(metadata, await scale.get(metadata))).status.replicas satisfies number;
  (await scale.apply(metadata, { spec: { replicas: 2 } })) satisfies Scale;
  // @ts-expect-error: a scale without a spec
  await scale.update(metadata, {});
  // @ts-expect-error: replicas as text
  await scale.update(metadata, { spec: { replicas: '2' } });
  // @ts-expect-error: a subresource that gardens have not
  client.subresource(gardens, 'eviction');
  // @ts-expect-error: fences have no status
  await client.updateStatus(fences, await client.get(fences, metadata));
  // @ts-expect-error: nor can one be applied
  await client.applyStatus(fences, { metadata });
  // @ts-expect-error: nor a scale
  client.subresource(fences, 'scale');
  // @ts-expect-error: a garden is no fence
  await client.update(fences, garden);
  // @ts-expect-error: nor is what is applied of one
  await client.apply(fences, { metadata, spec: { replicas: 1 } });
  // @ts-expect-error: what caches hand out is read-only
  cached.spec.replicas = 3;
  cached satisfies DeepReadonly<Garden>;
  ({ metadata, spec: { color: 'red' } }) satisfies FenceApply;
}
