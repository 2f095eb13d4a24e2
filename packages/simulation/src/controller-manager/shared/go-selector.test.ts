import { expect, test } from 'vitest';
import { goSelector } from './go-selector.ts';

test.each([
  [undefined, 'nil'],
  [{}, '&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{},}'],
  [
    { matchLabels: { b: '2', a: '1' }, matchExpressions: [{ key: 'k', operator: 'In', values: ['x', 'y'] }] },
    '&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:k,Operator:In,Values:[x y],},},}',
  ],
])('prints %j as Go does', (selector, want) => {
  expect(goSelector(selector)).toBe(want);
});
