import { describe, expect, test } from 'vitest';
import { CONFIG_MAPS, configMap, DEPLOYMENTS, deployment, pod, PODS, startWire } from '../test-support/wire.ts';

describe('deleting', () => {
  test('responds with a Status, or for some kinds with the object', async () => {
    const wire = startWire();
    const { body } = await wire.post(CONFIG_MAPS, configMap('a'));
    expect((await wire.del(`${CONFIG_MAPS}/a`)).body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'a', kind: 'configmaps', uid: body.metadata.uid },
    });
    await wire.post(PODS, pod('p'));
    expect((await wire.del(`${PODS}/p`)).body).toMatchObject({
      kind: 'Pod',
      metadata: { deletionGracePeriodSeconds: 0 },
    });
    expect((await wire.get(`${PODS}/p`)).status).toBe(404);
  });

  test('waits for finalizers, and completes with the last one', async () => {
    const wire = startWire();
    await wire.post(CONFIG_MAPS, configMap('a', {}, { finalizers: ['x.y/z'] }));
    const marked = await wire.del(`${CONFIG_MAPS}/a`);
    expect(marked.body.metadata).toMatchObject({
      deletionTimestamp: '2026-01-01T00:00:00Z',
      deletionGracePeriodSeconds: 0,
    });
    expect((await wire.del(`${CONFIG_MAPS}/a`)).body).toEqual(marked.body);
    expect((await wire.post(CONFIG_MAPS, configMap('a'))).body.message).toBe(
      'object is being deleted: configmaps "a" already exists',
    );
    const added = await wire.merge(`${CONFIG_MAPS}/a`, { metadata: { finalizers: ['x.y/z', 'x.y/new'] } });
    expect(added.body.message).toContain('no new finalizers can be added');
    expect((await wire.merge(`${CONFIG_MAPS}/a`, { metadata: { finalizers: [] } })).status).toBe(200);
    expect((await wire.get(`${CONFIG_MAPS}/a`)).status).toBe(404);
  });

  test.each([
    ['Foreground', ['foregroundDeletion']],
    ['Orphan', ['orphan']],
  ])('marks for the garbage collector: %s', async (propagationPolicy, finalizers) => {
    const wire = startWire();
    await wire.post(DEPLOYMENTS, deployment('d'));
    expect((await wire.del(`${DEPLOYMENTS}/d`, { propagationPolicy })).body.metadata).toMatchObject({
      finalizers,
      generation: 2,
    });
    expect((await wire.del(`${DEPLOYMENTS}/d`, { propagationPolicy: 'Background' })).body.status).toBe('Success');
  });

  test('checks preconditions', async () => {
    const wire = startWire();
    const { body } = await wire.post(CONFIG_MAPS, configMap('a'));
    const refused = await wire.del(`${CONFIG_MAPS}/a`, { preconditions: { uid: 'other' } });
    expect(refused.body).toMatchObject({ code: 409, details: { kind: 'ConfigMap' } });
    expect((await wire.del(`${CONFIG_MAPS}/a`, { preconditions: { uid: body.metadata.uid } })).status).toBe(200);
  });

  test('gives scheduled pods their grace period', async () => {
    const wire = startWire();
    await wire.post(PODS, pod('p', { nodeName: 'n1' }));
    const marked = await wire.del(`${PODS}/p`);
    expect(marked.body.metadata).toMatchObject({
      deletionGracePeriodSeconds: 30,
      deletionTimestamp: '2026-01-01T00:00:30Z',
      generation: 2,
    });
    expect((await wire.del(`${PODS}/p`, { gracePeriodSeconds: 5 })).body.metadata.deletionTimestamp).toBe(
      '2026-01-01T00:00:05Z',
    );
    await wire.del(`${PODS}/p`, { gracePeriodSeconds: 0 });
    expect((await wire.get(`${PODS}/p`)).status).toBe(404);
  });

  test('keeps the grace period of a Pod that is being deleted, unless another is requested', async () => {
    const wire = startWire();
    await wire.post(PODS, pod('p', { nodeName: 'n' }));
    const first = await wire.del(`${PODS}/p`, { gracePeriodSeconds: 600 });
    expect(first.body.metadata.deletionGracePeriodSeconds).toBe(600);
    expect((await wire.del(`${PODS}/p`)).body).toEqual(first.body);
    expect((await wire.del(`${PODS}/p`, { gracePeriodSeconds: 300 })).body.metadata).toMatchObject({
      deletionTimestamp: '2026-01-01T00:05:00Z',
      deletionGracePeriodSeconds: 300,
    });
  });

  test('deletes the objects that a list finds', async () => {
    const wire = startWire();
    for (const name of ['a', 'b', 'c'])
      await wire.post(CONFIG_MAPS, configMap(name, {}, { labels: { keep: String(name === 'c') } }));
    const { body } = await wire.del(`${CONFIG_MAPS}?labelSelector=keep=false`);
    expect(body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(['a', 'b']);
    expect((await wire.get(CONFIG_MAPS)).body.items).toHaveLength(1);
  });
});

describe('namespaces', () => {
  test('end when they are finalized', async () => {
    const wire = startWire();
    await wire.post('/api/v1/namespaces', { metadata: { name: 'x' } });
    expect((await wire.del('/api/v1/namespaces/x')).body).toMatchObject({
      status: { phase: 'Terminating' },
      spec: { finalizers: ['kubernetes'] },
    });
    const refused = await wire.post('/api/v1/namespaces/x/configmaps', configMap('a'));
    expect(refused.body).toMatchObject({ code: 403, details: { causes: [{ reason: 'NamespaceTerminating' }] } });
    await wire.put('/api/v1/namespaces/x/finalize', { metadata: { name: 'x' }, spec: { finalizers: [] } });
    expect((await wire.get('/api/v1/namespaces/x')).status).toBe(404);
  });

  test('of the system cannot be deleted', async () => {
    const wire = startWire();
    expect((await wire.del('/api/v1/namespaces/default')).body.message).toBe(
      'namespaces "default" is forbidden: this namespace may not be deleted',
    );
  });
});

describe('evictions and bindings', () => {
  test('bind a pod once', async () => {
    const wire = startWire();
    await wire.post(PODS, pod('p'));
    const bind = (name: string): ReturnType<typeof wire.post> =>
      wire.post(`${PODS}/p/binding`, { metadata: { name: 'p' }, target: { kind: 'Node', name } });
    expect((await bind('n1')).body).toMatchObject({ status: 'Success', code: 201 });
    expect((await wire.get(`${PODS}/p`)).body).toMatchObject({
      spec: { nodeName: 'n1' },
      status: { conditions: [{ type: 'PodScheduled', status: 'True' }] },
    });
    expect((await bind('n2')).body.message).toContain('pod p is already assigned to node "n1"');
  });

  test('respect disruption budgets', async () => {
    const wire = startWire();
    await wire.post(PODS, { ...pod('p', { nodeName: 'n1' }), metadata: { name: 'p', labels: { a: 'b' } } });
    await wire.merge(`${PODS}/p/status`, {
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    });
    const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
    await wire.post(budgets, {
      metadata: { name: 'pdb' },
      spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } },
    });
    const evict = (): ReturnType<typeof wire.post> =>
      wire.post(`${PODS}/p/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } });
    expect((await evict()).body).toMatchObject({
      code: 429,
      details: { causes: [{ message: 'The disruption budget pdb is still being processed by the server.' }] },
    });
    const counts = { currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, observedGeneration: 1 };
    await wire.merge(`${budgets}/pdb/status`, { status: { ...counts, disruptionsAllowed: 0 } });
    expect((await evict()).body.details.causes[0].message).toBe(
      'The disruption budget pdb needs 1 healthy pods and has 1 currently',
    );
    await wire.merge(`${budgets}/pdb/status`, { status: { ...counts, disruptionsAllowed: 1 } });
    expect((await evict()).status).toBe(201);
    expect((await wire.get(`${PODS}/p`)).body.metadata.deletionTimestamp).toBeDefined();
  });
});
