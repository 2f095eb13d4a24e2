import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LiveNode } from '../../shared/kinds.ts';
import type { LiveTaint } from '../../shared/taints.ts';
import { conditionTaints, evictingTaintKey, evictionTaints, type TaintChange } from './condition-taints.ts';

const types = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable', 'Other'];
const keys = ['not-ready', 'unreachable', 'memory-pressure', 'unschedulable', 'other'].map(
  (name) => `node.kubernetes.io/${name}`,
);
const nodesOf = fc
  .record({
    conditions: fc.uniqueArray(
      fc.record({ type: fc.constantFrom(...types), status: fc.constantFrom('True', 'False', 'Unknown') }),
      { selector: ({ type }) => type },
    ),
    taints: fc.uniqueArray(
      fc.record({ key: fc.constantFrom(...keys), effect: fc.constantFrom('NoSchedule', 'NoExecute') }),
      { selector: ({ key, effect }) => `${key} ${effect}` },
    ),
    unschedulable: fc.boolean(),
  })
  .map(({ conditions, ...spec }): LiveNode => {
    const metadata = { name: 'a', uid: 'a', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
    return { apiVersion: 'v1', kind: 'Node', metadata, spec, status: { conditions } };
  });

function changed(node: LiveNode, { add, remove }: TaintChange): LiveNode {
  const kept = (node.spec?.taints ?? []).filter((taint) => !remove.includes(taint));
  return { ...node, spec: { ...node.spec, taints: [...kept, ...add] } };
}

const isForeign = ({ key }: LiveTaint): boolean => key.endsWith('/other');
const nothing = { add: [], remove: [] };

test('a node whose taints were changed needs no other change, and keeps the taints of others', () => {
  fc.assert(
    fc.property(nodesOf, (node) => {
      const after = changed(node, conditionTaints(node));
      expect(conditionTaints(after)).toEqual(nothing);
      const evicted = changed(after, evictionTaints(after, evictingTaintKey(after)));
      expect(evictionTaints(evicted, evictingTaintKey(evicted))).toEqual(nothing);
      expect(conditionTaints(evicted)).toEqual(nothing);
      expect((evicted.spec?.taints ?? []).filter(isForeign)).toEqual((node.spec?.taints ?? []).filter(isForeign));
    }),
  );
});

test('only a node that is ready has none of the taints that evict its Pods', () => {
  fc.assert(
    fc.property(nodesOf, (node) => {
      const after = changed(node, evictionTaints(node, evictingTaintKey(node)));
      const evicting = (after.spec?.taints ?? []).filter(
        ({ key, effect }) => effect === 'NoExecute' && /not-ready|unreachable/.test(key),
      );
      const ready = node.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
      expect(evicting.length).toBe(ready === 'False' || ready === 'Unknown' ? 1 : 0);
    }),
  );
});
