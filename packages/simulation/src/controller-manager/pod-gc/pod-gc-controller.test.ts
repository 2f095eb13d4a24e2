import fc from 'fast-check';
import { createVirtualClock } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { createClient } from '@kb/client';
import { pods } from '@kb/kubernetes/core/v1';
import { expect, test } from 'vitest';
import type { LivePod } from '../../shared/kinds.ts';
import { runSimulation } from '../../simulation.ts';
import { excessPods, podGcController } from './pod-gc-controller.ts';

const endedPods = fc.uniqueArray(
  fc.record({ age: fc.nat(9), name: fc.stringMatching(/^[a-z]{1,4}$/), evicted: fc.boolean() }),
  { selector: ({ name }) => name, maxLength: 20 },
);

const podOf = ({ age, name, evicted }: { age: number; name: string; evicted: boolean }): LivePod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, uid: name, resourceVersion: '1', creationTimestamp: `2026-01-01T00:00:0${9 - age}Z` },
  spec: { containers: [] },
  status: { phase: 'Failed', ...(evicted && { reason: 'Evicted' }) },
});

test('of too many ended Pods the evicted ones go first, then the oldest', () => {
  fc.assert(
    fc.property(endedPods, fc.nat(20), (shapes, threshold) => {
      const all = shapes.map(podOf);
      const excess = excessPods(all, threshold);
      expect(excess).toHaveLength(Math.max(0, all.length - threshold));
      const kept = all.filter((pod) => !excess.includes(pod));
      const rank = ({ metadata, status }: LivePod): string =>
        `${status?.reason === 'Evicted' ? 0 : 1} ${metadata.creationTimestamp} ${metadata.name}`;
      const last = excess.map(rank).toSorted().at(-1) ?? '';
      expect(kept.every((pod) => rank(pod) > last)).toBe(true);
    }),
  );
});

test('ended Pods beyond the threshold are deleted, the oldest first', async () => {
  const clock = createVirtualClock();
  const server = createApiServer({ clock, disableAdmissionPlugins: ['ServiceAccount'] });
  const client = createClient({ transport: server.transport, clock });
  const simulation = runSimulation({ transport: server.transport, clock }, (parts) => [podGcController(parts, 2)]);
  await clock.advance(1000);
  for (const name of ['a', 'b', 'c', 'd']) {
    const metadata = { name, namespace: 'default' };
    await client.create(pods, { metadata, spec: { containers: [{ name: 'x', image: 'x' }] } });
    await client.subresource(pods, 'status').patch(metadata, { type: 'merge', value: { status: { phase: 'Failed' } } });
    await clock.advance(1000);
  }
  await clock.advance(25_000);
  const left = (await client.list(pods)).items.map(({ metadata }) => metadata.name);
  expect(left).toEqual(['c', 'd']);
  await simulation.stop();
  await server.stop();
});
