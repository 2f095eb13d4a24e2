import { createVirtualClock } from '@kb/apimachinery';
import { configMaps, events } from '@kb/kubernetes/core/v1';
import { describe, expect, test } from 'vitest';
import { createApiServer } from '@kb/apiserver';
import { createClient } from '@kb/client';
import { createEventRecorders } from './event-recorder.ts';

async function start() {
  const clock = createVirtualClock();
  const { transport } = createApiServer({ clock });
  const client = createClient({ transport, clock, fieldManager: 'test' });
  const recorders = createEventRecorders({ client, clock });
  const recorder = recorders.for('test', 'test-controller', 'n1');
  const about = await client.create(configMaps, { metadata: { namespace: 'default', name: 'a' } });
  const list = async () => {
    await clock.settle();
    return (await client.list(events, { namespace: 'default' })).items;
  };
  return { clock, client, recorders, recorder, about, list };
}

describe('createEventRecorders', () => {
  test('writes the fields that kubectl describe reads', async () => {
    const { recorder, about, list } = await start();
    recorder.record(about, 'Warning', 'Reason', 'text');
    expect(await list()).toMatchObject([
      {
        metadata: { name: expect.stringMatching(/^a\.[\da-f]{16}$/), namespace: 'default' },
        involvedObject: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          namespace: 'default',
          name: 'a',
          uid: about.metadata.uid,
        },
        type: 'Warning',
        reason: 'Reason',
        message: 'text',
        count: 1,
        source: { component: 'test-controller', host: 'n1' },
        reportingComponent: 'test-controller',
        reportingInstance: 'n1',
        firstTimestamp: '2026-01-01T00:00:00Z',
        lastTimestamp: '2026-01-01T00:00:00Z',
      },
    ]);
  });

  test('counts repetitions in the same Event, and creates a new one when that is gone', async () => {
    const { clock, client, recorder, about, list } = await start();
    recorder.record(about, 'Normal', 'Reason', 'text');
    recorder.record(about, 'Normal', 'Reason', 'other');
    await clock.advance(60_000);
    recorder.record(about, 'Normal', 'Reason', 'text');
    recorder.record(about, 'Normal', 'Reason', 'text');
    const shown = async (): Promise<unknown> =>
      (await list()).map(({ message, count, lastTimestamp }) => [message, count, lastTimestamp?.slice(11, 16)]);
    expect(await shown()).toEqual([
      ['text', 3, '00:01'],
      ['other', 1, '00:00'],
    ]);
    for (const { metadata } of await list()) await client.delete(events, metadata);
    recorder.record(about, 'Normal', 'Reason', 'text');
    expect(await shown()).toEqual([['text', 1, '00:01']]);
  });

  test('drops an Event that the server rejects', async () => {
    const { recorder, about, list } = await start();
    recorder.record({ ...about, metadata: { ...about.metadata, namespace: 'nowhere' } }, 'Normal', 'Reason', 'text');
    expect(await list()).toEqual([]);
  });
});
