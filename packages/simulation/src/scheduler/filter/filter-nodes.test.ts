import { describe, expect, test } from 'vitest';
import type { LiveNode, LivePod } from '../../shared/kinds.ts';
import { emptyNodeInfo } from '../cluster/node-info.ts';
import { podFactsOf } from '../cluster/pod-facts.ts';
import { waitsForScheduling } from '../scheduler.ts';
import { refusalOfNode } from './filter-nodes.ts';

const metadata = { name: 'p', uid: 'p', resourceVersion: '1', creationTimestamp: '' };
const pod = (spec: object = {}, more: object = {}): LivePod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { ...metadata, ...more },
  spec: { containers: [], ...spec },
});
const node = (spec: object = {}): LiveNode => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { ...metadata, name: 'n', labels: { disk: 'ssd', size: '10' } },
  spec,
});

const affinity = (...nodeSelectorTerms: object[]): object => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});
const expression = (key: string, operator: string, ...values: string[]): object => ({
  matchExpressions: [{ key, operator, values }],
});

const MISMATCH = "node(s) didn't match Pod's node affinity/selector";
const TAINTED = 'node(s) had untolerated taint(s)';
const taint = { key: 'dedicated', value: 'db', effect: 'NoSchedule' };

describe('refusalOfNode', () => {
  test.each<[string, LivePod, LiveNode, string | undefined]>([
    ['nothing asked for', pod(), node(), undefined],
    ['a cordoned node', pod(), node({ unschedulable: true }), 'node(s) were unschedulable'],
    ['a selector that matches', pod({ nodeSelector: { disk: 'ssd' } }), node(), undefined],
    ['a selector that does not', pod({ nodeSelector: { disk: 'hdd' } }), node(), MISMATCH],
    ['a taint', pod(), node({ taints: [taint] }), TAINTED],
    ['a taint that only says prefer', pod(), node({ taints: [{ ...taint, effect: 'PreferNoSchedule' }] }), undefined],
    ['a tolerated cordon', pod({ tolerations: [{ operator: 'Exists' }] }), node({ unschedulable: true }), undefined],
    [
      'a taint tolerated by value',
      pod({ tolerations: [{ key: 'dedicated', value: 'db' }] }),
      node({ taints: [taint] }),
      undefined,
    ],
    [
      'a taint of another value',
      pod({ tolerations: [{ key: 'dedicated', value: 'web' }] }),
      node({ taints: [taint] }),
      TAINTED,
    ],
    [
      'a taint tolerated by its key',
      pod({ tolerations: [{ key: 'dedicated', operator: 'Exists' }] }),
      node({ taints: [taint] }),
      undefined,
    ],
    ['everything tolerated', pod({ tolerations: [{ operator: 'Exists' }] }), node({ taints: [taint] }), undefined],
    [
      'another effect tolerated',
      pod({ tolerations: [{ operator: 'Exists', effect: 'NoExecute' }] }),
      node({ taints: [taint] }),
      TAINTED,
    ],
    ['affinity: in', pod(affinity(expression('disk', 'In', 'ssd', 'nvme'))), node(), undefined],
    ['affinity: not in', pod(affinity(expression('disk', 'NotIn', 'ssd'))), node(), MISMATCH],
    ['affinity: exists', pod(affinity(expression('gpu', 'Exists'))), node(), MISMATCH],
    ['affinity: does not exist', pod(affinity(expression('gpu', 'DoesNotExist'))), node(), undefined],
    ['affinity: greater', pod(affinity(expression('size', 'Gt', '9'))), node(), undefined],
    ['affinity: less', pod(affinity(expression('size', 'Lt', '9'))), node(), MISMATCH],
    [
      'affinity: one of several terms',
      pod(affinity(expression('gpu', 'Exists'), expression('disk', 'Exists'))),
      node(),
      undefined,
    ],
    ['affinity: a term without conditions', pod(affinity({})), node(), MISMATCH],
    [
      'affinity: by name',
      pod(affinity({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] })),
      node(),
      undefined,
    ],
    [
      'affinity: by another name',
      pod(affinity({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['m'] }] })),
      node(),
      MISMATCH,
    ],
  ])('%s', (_name, test, on, want) => {
    expect(refusalOfNode(podFactsOf(test), emptyNodeInfo(on))?.reasons.join()).toBe(want);
  });
});

describe('waitsForScheduling', () => {
  test.each<[string, LivePod, boolean]>([
    ['a new Pod', pod(), true],
    ['one that has its node', pod({ nodeName: 'n' }), false],
    ['one that is deleted', pod({}, { deletionTimestamp: '2026-01-01T00:00:00Z' }), false],
    ['one with gates', pod({ schedulingGates: [{ name: 'g' }] }), false],
    ['one for another scheduler', pod({ schedulerName: 'mine' }), false],
  ])('%s: %s', (_name, test, want) => {
    expect(waitsForScheduling(test)).toBe(want);
  });
});
