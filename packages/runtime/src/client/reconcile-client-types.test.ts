// Checked by the compiler (`npm run typecheck`); running them shows only that the modules load.
import type { DeepReadonly, ObjectKey } from '@kb/apimachinery';
import { type Deployment, type DeploymentApply, deployments } from '@kb/kubernetes/apps/v1';
import { type Node, type NodeApply, nodes, pods } from '@kb/kubernetes/core/v1';
import { describe, expectTypeOf, test } from 'vitest';
import type { CacheReader } from '../cache/read/cache-reader.ts';
import type { WaitingReader } from '../cache/read/waiting-reader.ts';
import { createOrPatch } from '../controllerutil/create-or-patch.ts';
import { createOrUpdate } from '../controllerutil/create-or-update.ts';
import { patchStatus } from '../controllerutil/patch-status.ts';
import type { Manager } from '../manager/manager.ts';
import type { ReconcileContext } from '../controller/controller.ts';
import type { ReconcileClient } from './reconcile-client.ts';

declare const client: ReconcileClient;
declare const reader: WaitingReader;
declare const manager: Manager;
declare const context: ReconcileContext;
declare const controlledBy: DeepReadonly<Node>;
declare const deployment: DeepReadonly<Deployment>;
const inDefault = { namespace: 'default', name: 'a' };
const where = { namespace: 'default' };

describe('a cluster-scoped resource', () => {
  test('takes no namespace in reads of the cache', () => {
    expectTypeOf(inDefault).toExtend<ObjectKey>();
    // @ts-expect-error: in short
    void (() => client.cached(nodes).get('default/a'));
    // @ts-expect-error: in a variable
    void (() => client.cached(nodes).get(inDefault));
    // @ts-expect-error: of a list
    void (() => client.cached(nodes).list({ namespace: 'default' }));
    // @ts-expect-error: the same
    void (() => client.cached(nodes).list(where));
    // @ts-expect-error: of an informer
    void (() => manager.informer(nodes).lister.get('default/a'));
    // @ts-expect-error: of a read that waits
    void (() => reader.get(nodes, 'default/a'));
    // @ts-expect-error: the same
    void (() => reader.list(nodes, where));
    // @ts-expect-error: the same
    void (() => reader.iterate(nodes, where));
  });

  test('takes no namespace in writes', () => {
    expectTypeOf({ metadata: inDefault }).toExtend<NodeApply>();
    // @ts-expect-error: of what is applied
    void (() => client.apply(nodes, { metadata: { name: 'a', namespace: 'default' } }));
    // @ts-expect-error: in a variable
    void (() => client.apply(nodes, { metadata: inDefault }));
    // @ts-expect-error: of a status
    void (() => client.applyStatus(nodes, { metadata: inDefault }));
    // @ts-expect-error: of a child
    void (() => client.deleteControlled(nodes, 'default/a', { controlledBy }));
    // @ts-expect-error: of the verbs of every client
    void (() => client.delete(nodes, inDefault));
    // @ts-expect-error: of what is made or changed
    void (() => createOrUpdate(client, nodes, 'default/a', () => undefined));
    // @ts-expect-error: the same
    void (() => createOrPatch(client, nodes, inDefault, () => undefined));
  });

  test('takes the key of what is reconciled, a name, and what may have a namespace', () => {
    void (() => client.cached(nodes).get(context.key));
    void (() => client.cached(nodes).get('a'));
    void (() => client.deleteControlled(nodes, context.key, { controlledBy }));
    void (() => createOrUpdate(client, nodes, 'a', () => undefined));
    expectTypeOf(() => client.cached(nodes)).returns.toExtend<CacheReader<Node>>();
    expectTypeOf(() => client.cached(pods).get('default/a')).returns.not.toBeAny();
  });
});

describe('the types of applies and patches', () => {
  const metadata = { name: 'a', namespace: 'default' };
  test('is of fields that the kind has', () => {
    expectTypeOf({ metadata, spec: { replicas: 4 } }).toExtend<DeploymentApply>();
    // @ts-expect-error: misspelt
    void (() => client.apply(deployments, { metadata, spec: { replcas: 4 } }));
    // @ts-expect-error: misspelt in the element of a list
    void (() => client.apply(pods, { metadata, spec: { containers: [{ name: 'a', imgae: 'b' }] } }));
    // @ts-expect-error: misspelt in a status
    void (() => client.applyStatus(deployments, { metadata, status: { replcas: 4 } }));
    // @ts-expect-error: misspelt in a merge patch
    void (() => client.patch(deployments, context.key, { type: 'merge', value: { spec: { replcas: 4 } } }));
    // @ts-expect-error: misspelt in a strategic one
    void (() => client.patch(deployments, context.key, { type: 'strategic', value: { spec: { replcas: 4 } } }));
    void (() =>
      client
        .subresource(deployments, 'scale')
        // @ts-expect-error: misspelt in a patch of the scale
        .patch(context.key, { type: 'merge', value: { spec: { replcas: 4 } } }));
    void (() =>
      client
        .subresource(deployments, 'status')
        // @ts-expect-error: misspelt in a patch of the status
        .patch(context.key, { type: 'merge', value: { status: { replcas: 4 } } }));
    // @ts-expect-error: misspelt in the helper
    void (() => patchStatus(client, deployments, deployment, { replcas: 4 }));
    // @ts-expect-error: misspelt in what is wanted
    void (() => createOrUpdate(client, deployments, context.key, (draft) => ({ ...draft, spce: {} })));
  });

  test('removes by null in a merge patch, and not in an apply', () => {
    const patch = () => client.patch(deployments, context.key, { type: 'merge', value: { spec: { paused: null } } });
    expectTypeOf(patch).returns.resolves.toEqualTypeOf<Deployment>();
    // @ts-expect-error: what an apply leaves out goes
    void (() => client.apply(deployments, { metadata, spec: { paused: null } }));
  });

  test('leaves the status to its own subresource, which writes nothing else', () => {
    expectTypeOf({ metadata, status: { replicas: 1 } }).toExtend<DeploymentApply>();
    // @ts-expect-error: left as it is
    void (() => client.apply(deployments, { metadata, status: { replicas: 1 } }));
    // @ts-expect-error: the same
    void (() => client.patch(deployments, context.key, { type: 'merge', value: { status: { replicas: 1 } } }));
    // @ts-expect-error: the same
    void (() => client.update(deployments, { ...deployment, status: { replicas: 1 } }));
    // @ts-expect-error: not a part of the status
    void (() => client.applyStatus(deployments, { metadata, spec: { replicas: 1 } }));
  });
});
