import assert from 'node:assert/strict';
import { isNotFound } from '@kb/apimachinery';
import { dryRunClient } from '@kb/client';
import { deployments } from '@kb/kubernetes/apps/v1';
import { configMaps, pods, serviceAccounts } from '@kb/kubernetes/core/v1';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

const template = { metadata: { labels: { app: 'dry' } }, spec: { containers: [{ name: 'a', image: 'a' }] } };
const deploymentSpec = { replicas: 0, selector: { matchLabels: { app: 'dry' } }, template };

export const scenario: Scenario = {
  name: 'a dry-run client changes nothing, for every verb and subresource',
  run: async ({ client, namespace }) => {
    const dry = dryRunClient(client);
    const key = `${namespace}/dry`;
    const metadata = { name: 'dry', namespace };
    const absent = { name: 'dry-absent', namespace };

    const widget = await client.create(widgets, { metadata, spec: { size: 1 } });
    const configMap = await client.create(configMaps, { metadata, data: { a: '1' } });
    const deployment = await client.create(deployments, { metadata, spec: deploymentSpec });
    await client.create(serviceAccounts, { metadata });
    const pod = await client.create(pods, {
      metadata,
      spec: {
        serviceAccountName: 'dry',
        automountServiceAccountToken: false,
        containers: [{ name: 'a', image: 'a' }],
      },
    });

    // Each returns the result as if it were stored.
    assert.equal((await dry.create(widgets, { metadata: absent, spec: {} })).metadata.name, 'dry-absent');
    assert.equal((await dry.update(widgets, { ...widget, spec: { size: 2 } })).spec.size, 2);
    assert.equal((await dry.patch(widgets, key, { type: 'merge', value: { spec: { size: 2 } } })).spec.size, 2);
    assert.equal((await dry.apply(widgets, { metadata, spec: { size: 2 } })).spec.size, 2);
    assert.equal((await dry.apply(widgets, { metadata: absent, spec: {} })).metadata.name, 'dry-absent');
    const status = { observedSize: 2 };
    assert.deepEqual((await dry.updateStatus(widgets, { ...widget, status })).status, status);
    assert.deepEqual((await dry.applyStatus(widgets, { metadata, status })).status, status);
    const ofStatus = dry.subresource(widgets, 'status');
    assert.deepEqual((await ofStatus.update(key, { ...widget, status })).status, status);
    assert.deepEqual((await ofStatus.patch(key, { type: 'merge', value: { status } })).status, status);
    assert.deepEqual((await ofStatus.apply(key, { status })).status, status);
    const ofScale = dry.subresource(deployments, 'scale');
    const spec = { replicas: 3 };
    assert.deepEqual((await ofScale.update(key, { spec })).spec, spec);
    assert.deepEqual((await ofScale.patch(key, { type: 'merge', value: { spec } })).spec, spec);
    assert.deepEqual((await ofScale.apply(key, { spec })).spec, spec);
    await dry.subresource(pods, 'eviction').create(key, {});
    await dry.delete(configMaps, key);
    // A call cannot disable it.
    await dry.delete(configMaps, key, { dryRun: false });
    await dry.create(widgets, { metadata: absent, spec: {} }, { dryRun: false });
    await dry.deleteCollection(widgets, { namespace });

    assert.deepEqual(await client.get(widgets, key), widget);
    assert.deepEqual(await client.get(configMaps, key), configMap);
    // Controllers may have written a status; the spec is unchanged.
    const { metadata: kept, spec: keptSpec } = await client.get(deployments, key);
    assert.deepEqual([kept.generation, keptSpec], [deployment.metadata.generation, deployment.spec]);
    const { metadata: ofPod } = await client.get(pods, key);
    assert.deepEqual([ofPod.uid, ofPod.deletionTimestamp], [pod.metadata.uid, undefined]);
    await assert.rejects(client.get(widgets, absent), isNotFound);
  },
};
