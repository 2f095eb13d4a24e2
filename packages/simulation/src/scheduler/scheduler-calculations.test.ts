import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LiveNode, LivePod } from '../shared/kinds.ts';
import { createClusterState } from './cluster/cluster-state.ts';
import type { NodeInfo } from './cluster/node-info.ts';
import { podFactsOf } from './cluster/pod-facts.ts';
import { refusalsText } from './filter/refusal.ts';
import { findVictims } from './preemption/find-victims.ts';
import { nodeTestFor } from './filter/filter-nodes.ts';
import { createPodScheduler } from './schedule-pod.ts';
import { scaled } from './score/score-nodes.ts';

function nodeOf(name: string, cpu: number): LiveNode {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, uid: name, resourceVersion: '1', creationTimestamp: '' },
    status: { allocatable: { cpu: String(cpu), memory: '64Gi', pods: '20' } },
  };
}

function podOf(name: string, cpu: number, priority = 0, nodeName = ''): LivePod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: '' },
    spec: {
      priority,
      containers: [{ name: 'c', resources: { requests: { cpu: String(cpu) } } }],
      ...(nodeName !== '' && { nodeName }),
    },
  };
}

const free = ({ allocatable, requested }: NodeInfo): number =>
  (allocatable.get('cpu') ?? 0) - (requested.get('cpu') ?? 0);

const sizes = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 5 });
const requests = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 30 });

describe('the scheduler', () => {
  test('never puts more on a node than fits, and refuses only what fits nowhere', () => {
    fc.assert(
      fc.property(sizes, requests, (nodes, pods) => {
        const cluster = createClusterState(() => ({}));
        nodes.forEach((cpu, index) => cluster.setNode(nodeOf(`n${index}`, cpu)));
        const schedule = createPodScheduler(cluster);
        const refused: number[] = [];
        pods.forEach((cpu, index) => {
          const pod = podOf(`p${index}`, cpu);
          const { node } = schedule(podFactsOf(pod));
          if (node !== undefined) cluster.assume(pod, node);
          else refused.push(Math.max(...cluster.nodes().map((info) => free(info))) - cpu * 1000);
        });
        expect(refused.every((missing) => missing < 0)).toBe(true);
        expect(cluster.nodes().every((info) => free(info) >= 0)).toBe(true);
      }),
    );
  });

  test('counts what Pods use as if only those that are left had come', () => {
    fc.assert(
      fc.property(requests, fc.func(fc.boolean()), (pods, stays) => {
        const cluster = createClusterState(() => ({}));
        cluster.setNode(nodeOf('n', 100));
        const all = pods.map((cpu, index) => podOf(`p${index}`, cpu, index % 3, 'n'));
        for (const pod of all) cluster.setPod(pod);
        const left = all.filter((pod) => stays(pod.metadata.name));
        for (const { metadata } of all.filter((pod) => !left.includes(pod))) cluster.removePod(metadata.uid);
        const expected = left.reduce((sum, pod) => sum + (podFactsOf(pod).requests.get('cpu') ?? 0), 0);
        const info = cluster.node('n');
        expect(info?.requested.get('cpu') ?? 0).toBe(expected);
        expect([...(info?.priorities.values() ?? [])].reduce((sum, count) => sum + count, 0)).toBe(left.length);
      }),
    );
  });

  test('removes Pods of lower priority only, and no more than it must', () => {
    const existing = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 4 })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(existing, fc.integer({ min: 1, max: 8 }), (pods, cpu) => {
        const cluster = createClusterState(() => ({}));
        cluster.setNode(nodeOf('n', 8));
        pods.forEach(([own, priority], index) => cluster.setPod(podOf(`p${index}`, own, priority, 'n')));
        const facts = podFactsOf(podOf('new', cpu, 3));
        const info = cluster.node('n');
        if (info === undefined) throw new Error('the node is missing');
        const found = findVictims(facts, info, nodeTestFor(facts, cluster), []);
        if ('reasons' in found) return;
        const used = info.requested.get('cpu') ?? 0;
        const freed = found.victims.map(({ requests: of }) => of.get('cpu') ?? 0);
        const total = freed.reduce((sum, amount) => sum + amount, 0);
        expect(found.victims.every(({ priority }) => priority < 3)).toBe(true);
        expect(used - total + cpu * 1000).toBeLessThanOrEqual(8000);
        for (const amount of freed) expect(used - total + amount + cpu * 1000).toBeGreaterThan(8000);
      }),
    );
  });

  test('scales numbers to scores from 0 to 100 in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1 }), (numbers) => {
        const more = scaled(numbers, 'more');
        const fewer = scaled(numbers, 'fewer');
        const highest = Math.max(...numbers);
        expect(Math.max(...more)).toBe(highest === 0 ? 0 : 100);
        numbers.forEach((_, index) => {
          expect(more[index]).toBeGreaterThanOrEqual(0);
          expect((more[index] ?? 0) + (fewer[index] ?? 0)).toBe(100);
        });
      }),
    );
  });

  test('says how many nodes refuse a Pod for each reason, sorted as text', () => {
    const refusals = [{ reasons: ['b', 'a'] }, { reasons: ['a'] }, { reasons: ['c'] }];
    expect(refusalsText(refusals)).toBe(' 1 b, 1 c, 2 a.');
    expect(refusalsText([])).toBe('');
  });
});
