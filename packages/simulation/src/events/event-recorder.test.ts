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
  const recorder = recorders.for('test', 'test-controller', { host: 'n1' });
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

  test('combines the tenth Event that differs in its message only, and those that follow', async () => {
    const { clock, recorder, about, list } = await start();
    const recordMany = (from: number, to: number): void => {
      for (let number = from; number <= to; number += 1) recorder.record(about, 'Normal', 'Created', `Pod ${number}`);
    };
    recordMany(1, 12);
    recorder.record(about, 'Normal', 'Created', 'Pod 3');
    recorder.record(about, 'Normal', 'Deleted', 'Pod 13');
    const shown = async (): Promise<unknown[]> => (await list()).map(({ message, count }) => [message, count]);
    const single = (number: number, count = 1): unknown[] => [`Pod ${number}`, count];
    expect(await shown()).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => single(number, number === 3 ? 2 : 1)),
      ['(combined from similar events): Pod 12', 3],
      single(13),
    ]);
    await clock.advance(601_000);
    recordMany(14, 14);
    expect((await shown()).at(-1)).toEqual(single(14));
  });

  test('combines nothing where its component does not', async () => {
    const { recorders, about, list } = await start();
    const recorder = recorders.for('test', 'scheduler', { combines: false });
    for (let number = 0; number < 12; number += 1) recorder.record(about, 'Warning', 'Failed', `Pod ${number}`);
    expect(await list()).toHaveLength(12);
  });

  test('drops an Event that the server rejects', async () => {
    const { recorder, about, list } = await start();
    recorder.record({ ...about, metadata: { ...about.metadata, namespace: 'nowhere' } }, 'Normal', 'Reason', 'text');
    expect(await list()).toEqual([]);
  });
});
