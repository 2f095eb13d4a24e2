import assert from 'node:assert/strict';
import { metadataOf } from '@kb/apimachinery';
import { createClient, uncheckedPatchValue } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'a get leaves nothing of what was read before, in any shape, and warnings of the server are surfaced',
  run: async ({ client, namespace, transport, clock }) => {
    const key = `${namespace}/used`;
    const metadata = { name: 'used', namespace, labels: { a: '1' }, annotations: { b: '2' } };
    await client.create(configMaps, { metadata, data: { c: '3' }, immutable: false });
    const whole = await client.get(configMaps, key);
    const slim = await client.get(metadataOf(configMaps), key);
    assert.deepEqual(slim, { apiVersion: 'v1', kind: 'ConfigMap', metadata: whole.metadata });

    const patch = { metadata: { labels: null, annotations: null }, data: null, immutable: null };
    await client.patch(configMaps, key, { type: 'merge', value: patch });
    const later = await client.get(configMaps, key);
    assert.deepEqual(
      [later.metadata.labels, later.metadata.annotations, later.data, later.immutable],
      [undefined, undefined, undefined, undefined],
    );
    const slimLater = await client.get(metadataOf(configMaps), key);
    assert.deepEqual([slimLater.metadata.labels, slimLater.metadata.annotations], [undefined, undefined]);
    // Earlier results belong to the reader.
    assert.deepEqual([whole.data, whole.metadata.labels], [{ c: '3' }, { a: '1' }]);

    const heard: string[] = [];
    const warned = createClient({ transport, clock, onWarning: (text) => void heard.push(text) });
    const bogus = { metadata: { name: 'warned', namespace }, bogus: 1 };
    await warned.create(configMaps, bogus);
    assert.deepEqual(heard, ['unknown field "bogus"']);
    // A call may have its own listener, and calls without warnings are silent.
    const own: string[] = [];
    const change = { type: 'merge', value: uncheckedPatchValue({ bogus: 2 }) } as const;
    await warned.patch(configMaps, `${namespace}/warned`, change, { onWarning: (text) => void own.push(text) });
    await warned.get(configMaps, key);
    await warned.list(configMaps, { namespace });
    assert.deepEqual([heard, own], [['unknown field "bogus"'], ['unknown field "bogus"']]);
  },
};
