import type { PolicyRule } from '@kb/kubernetes/rbac/v1';
import { describe, expect, test } from 'vitest';
import { aggregateRules, equalRules, isGathered, type LiveClusterRole } from './aggregate-rules.ts';

const rule = (...resources: string[]): PolicyRule => ({ apiGroups: [''], resources, verbs: ['get'] });
const role = (name: string, rest: Pick<LiveClusterRole, 'rules' | 'aggregationRule'>, to = 'all'): LiveClusterRole => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name, uid: name, resourceVersion: '1', creationTimestamp: '2024-01-01T00:00:00Z', labels: { to } },
  ...rest,
});
const all = (...selectors: object[]): LiveClusterRole =>
  role('all', { aggregationRule: { clusterRoleSelectors: selectors } });
const to = (value: string): object => ({ matchLabels: { to: value } });

describe('aggregateRules', () => {
  test('gathers selector by selector, and the roles by the bytes of their names', () => {
    const roles = [
      role('\u{1f600}', { rules: [rule('d')] }),
      role('\ufb00', { rules: [rule('c')] }),
      role('b', { rules: [rule('b')] }),
      role('a', { rules: [rule('a')] }, 'other'),
    ];
    expect(aggregateRules(all(to('all'), to('other')), roles)).toEqual([rule('b'), rule('c'), rule('d'), rule('a')]);
  });

  test('takes each rule once, whether its lists are empty or absent', () => {
    const rules = [rule('a', 'b'), rule('b', 'a'), { ...rule('a', 'b'), resourceNames: [] }, rule('a', 'b')];
    expect(aggregateRules(all(to('all')), [role('a', { rules }), role('b', { rules })])).toEqual([
      rule('a', 'b'),
      rule('b', 'a'),
    ]);
  });

  test('leaves itself out, and gathers nothing without an aggregation rule', () => {
    const itself = { ...all({}), rules: [rule('a')] };
    expect(aggregateRules(itself, [itself, role('b', {})])).toEqual([]);
    expect(aggregateRules(role('c', {}), [role('b', { rules: [rule('a')] })])).toEqual([]);
  });

  test('takes time in proportion to the rules', () => {
    const roles = Array.from({ length: 200 }, (_, index) =>
      role(`r${index}`, { rules: Array.from({ length: 100 }, (__, part) => rule(`x${index}-${part}`)) }),
    );
    expect(aggregateRules(all({}), roles)).toHaveLength(20_000);
  });
});

test('isGathered is true if any selector matches; an empty one matches everything', () => {
  expect(isGathered(role('a', {}), all(to('none'), to('all')))).toBe(true);
  expect(isGathered(role('a', {}), all(to('none')))).toBe(false);
  expect(isGathered(role('a', {}), all({}))).toBe(true);
  expect(isGathered(all({}), role('a', {}))).toBe(false);
});

test('equalRules compares the order too', () => {
  expect(equalRules([rule('a'), rule('b')], [rule('a'), { ...rule('b'), nonResourceURLs: [] }])).toBe(true);
  expect(equalRules([rule('a'), rule('b')], [rule('b'), rule('a')])).toBe(false);
  expect(equalRules([], [rule('a')])).toBe(false);
  expect(equalRules([rule('a')], [])).toBe(false);
});
