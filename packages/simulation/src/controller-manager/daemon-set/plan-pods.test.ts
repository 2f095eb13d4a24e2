import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LiveNode, LivePod } from '../../shared/kinds.ts';
import { HASH_LABEL, type LiveDaemonSet } from './daemon-pod.ts';
import { countNodes } from './daemon-set-status.ts';
import { placementsOf } from './placement.ts';
import { type DaemonView, isAvailableDaemon, planPods } from './plan-pods.ts';
import { podsOnNodes } from './pods-on-nodes.ts';
import { planUpdate } from './rolling-update.ts';

const NOW = Date.parse('2026-01-01T00:10:00Z');
const TIME = '2026-01-01T00:00:00Z';

const metadata = (name: string) => ({ name, uid: name, resourceVersion: '1', creationTimestamp: TIME });

function daemonOf(rollingUpdate: object = { maxUnavailable: 1, maxSurge: 0 }): LiveDaemonSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { ...metadata('web'), namespace: 'default', generation: 1 },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [], nodeSelector: { runs: 'true' } } },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate },
    },
  };
}

const nodeOf = (name: string, runs: boolean): LiveNode => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { ...metadata(name), labels: { runs: String(runs) } },
  spec: {},
});

interface PodShape {
  readonly node: number;
  readonly hash: string;
  readonly ready: boolean;
  readonly deleted: boolean;
  readonly phase: string;
}

const podOf = ({ node, hash, ready, deleted, phase }: PodShape, index: number): LivePod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    ...metadata(`web-${index}`),
    labels: { [HASH_LABEL]: hash },
    ...(deleted && { deletionTimestamp: TIME }),
  },
  spec: { nodeName: `node-${node}`, containers: [] },
  status: { phase, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: TIME }] },
});

const podShape = fc.record({
  node: fc.nat(6),
  hash: fc.constantFrom('old', 'new'),
  ready: fc.boolean(),
  deleted: fc.boolean(),
  phase: fc.constantFrom('Running', 'Running', 'Pending', 'Failed', 'Succeeded'),
});
const clusters = fc.record({
  runs: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
  pods: fc.array(podShape, { maxLength: 12 }),
});

function viewOf(
  { runs, pods }: { readonly runs: readonly boolean[]; readonly pods: readonly PodShape[] },
  set: LiveDaemonSet,
): DaemonView {
  const nodes = runs.map((is, index) => nodeOf(`node-${index}`, is));
  const byNode = podsOnNodes(pods.map(podOf));
  return { set, nodes, byNode, placementOf: placementsOf(set), hash: 'new', now: NOW };
}

const present = (pods: readonly LivePod[] = []): LivePod[] =>
  pods.filter(({ metadata, status }) => metadata.deletionTimestamp === undefined && status?.phase !== 'Failed');

describe('the plan of a DaemonSet', () => {
  test('leaves each node with the Pods that it should have', () => {
    fc.assert(
      fc.property(clusters, fc.constantFrom(0, 1), (cluster, maxSurge) => {
        const view = viewOf(cluster, daemonOf({ maxUnavailable: 1 - maxSurge, maxSurge }));
        const { create, remove, ended } = planPods(view);
        const gone = new Set([...remove, ...ended.map(({ pod }) => pod)]);
        expect(new Set(create).size).toBe(create.length);
        const wrong = view.nodes.filter((node) => {
          const { name } = node.metadata;
          const pods = view.byNode.get(name);
          const stay = present(pods).filter((pod) => !gone.has(pod)).length;
          const isCreated = create.includes(name);
          if (!view.placementOf(node).runs) return stay > 0 || isCreated;
          return stay > 1 + maxSurge || (isCreated && stay > 0) || (pods === undefined && !isCreated);
        });
        expect(wrong).toEqual([]);
      }),
    );
  });

  test('never removes a Pod that is being deleted, and no Pod twice', () => {
    fc.assert(
      fc.property(clusters, (cluster) => {
        const { remove, ended } = planPods(viewOf(cluster, daemonOf()));
        const all = [...remove, ...ended.map(({ pod }) => pod)];
        expect(new Set(all).size).toBe(all.length);
        expect(all.filter(({ metadata }) => metadata.deletionTimestamp !== undefined)).toEqual([]);
      }),
    );
  });
});

describe('the plan of a rolling update', () => {
  /** One Pod on each node that runs, as the plan of Pods leaves it. */
  const settled = fc
    .array(fc.record({ hash: fc.constantFrom('old', 'new'), ready: fc.boolean() }), { minLength: 1, maxLength: 6 })
    .map((pods) => ({
      runs: pods.map(() => true),
      pods: pods.map((pod, node) => ({ ...pod, node, deleted: false, phase: 'Running' })),
    }));

  test('takes no more available Pods away than maxUnavailable allows', () => {
    fc.assert(
      fc.property(settled, fc.integer({ min: 1, max: 6 }), (cluster, maxUnavailable) => {
        const view = viewOf(cluster, daemonOf({ maxUnavailable, maxSurge: 0 }));
        const { create, remove } = planUpdate(view);
        const isAvailable = (pod: LivePod): boolean => isAvailableDaemon(view.set, pod, NOW);
        const all = [...view.byNode.values()].flat();
        const unavailable = all.filter((pod) => !isAvailable(pod)).length;
        const taken = remove.filter(isAvailable).length;
        expect(create).toEqual([]);
        expect(remove.every(({ metadata }) => metadata.labels?.[HASH_LABEL] === 'old')).toBe(true);
        expect(taken).toBeLessThanOrEqual(Math.max(0, maxUnavailable - unavailable));
        const old = all.filter((pod) => isAvailable(pod) && metadataHash(pod) === 'old').length;
        expect(taken).toBe(Math.min(old, Math.max(0, maxUnavailable - unavailable)));
      }),
    );
  });

  test('with surge, removes no available Pod without a successor, and adds at most maxSurge beside available ones', () => {
    fc.assert(
      fc.property(settled, fc.integer({ min: 1, max: 6 }), (cluster, maxSurge) => {
        const view = viewOf(cluster, daemonOf({ maxUnavailable: 0, maxSurge }));
        const { create, remove } = planUpdate(view);
        expect(remove).toEqual([]);
        const beside = create.filter((name) =>
          (view.byNode.get(name) ?? []).some((pod) => isAvailableDaemon(view.set, pod, NOW)),
        );
        expect(beside.length).toBeLessThanOrEqual(maxSurge);
      }),
    );
  });
});

const metadataHash = ({ metadata }: LivePod): string | undefined => metadata.labels?.[HASH_LABEL];

test('the counts of a DaemonSet add up', () => {
  fc.assert(
    fc.property(clusters, (cluster) => {
      const counts = countNodes(viewOf(cluster, daemonOf()));
      expect(counts.desiredNumberScheduled).toBe(cluster.runs.filter(Boolean).length);
      expect(counts.currentNumberScheduled).toBeLessThanOrEqual(counts.desiredNumberScheduled);
      expect(counts.numberReady).toBeLessThanOrEqual(counts.currentNumberScheduled);
      expect(counts.numberAvailable).toBeLessThanOrEqual(counts.numberReady);
      expect(counts.numberUnavailable).toBe(counts.desiredNumberScheduled - counts.numberAvailable);
      expect(counts.numberMisscheduled).toBeLessThanOrEqual(cluster.runs.length - counts.desiredNumberScheduled);
    }),
  );
});
