import fc from 'fast-check';
import { expect, test } from 'vitest';
import { missingRules } from './missing-rules.ts';
import { type PolicyRule, readRules } from './policy-rule.ts';

const rule = (parts: object): PolicyRule => readRules([parts])[0] ?? expect.fail();

test('names what is missing, by resource and path, in order', () => {
  const held = [rule({ verbs: ['get'], apiGroups: [''], resources: ['pods'] })];
  const wanted = [
    rule({ verbs: ['list', 'get', 'watch'], apiGroups: [''], resources: ['pods', 'secrets'] }),
    rule({ verbs: ['get'], nonResourceURLs: ['/a'] }),
  ];
  expect(missingRules(held, wanted)).toEqual([
    '{APIGroups:[""], Resources:["pods"], Verbs:["list" "watch"]}',
    '{APIGroups:[""], Resources:["secrets"], Verbs:["list" "get" "watch"]}',
    '{NonResourceURLs:["/a"], Verbs:["get"]}',
  ]);
});

const list = fc.array(fc.constantFrom('a', 'b', '*', 'a/s', '*/s'), { maxLength: 3 });
const arbitraryRule = fc
  .record({ verbs: list, apiGroups: list, resources: list, resourceNames: list, nonResourceURLs: list })
  .map(rule);

test('rules miss nothing of themselves', () => {
  fc.assert(
    fc.property(fc.array(arbitraryRule, { maxLength: 4 }), (rules) => {
      expect(missingRules(rules, rules)).toEqual([]);
    }),
  );
});

test('rules with very many parts are only compared with a rule that allows everything', () => {
  const many = Array.from({ length: 1000 }, (_, index) => `x${index}`);
  const huge = [rule({ verbs: many, apiGroups: many, resources: many, resourceNames: many })];
  expect(missingRules(huge, huge)).toEqual(['more than 20000 permissions']);
  expect(missingRules([rule({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] })], huge)).toEqual([]);
});

test('a rule for all resources does not stand for paths, however much there is to compare', () => {
  const many = Array.from({ length: 200 }, (_, index) => `x${index}`);
  const wanted = [
    rule({ verbs: many, apiGroups: many, resources: ['a'] }),
    rule({ verbs: ['get'], nonResourceURLs: ['/metrics'] }),
  ];
  const resources = rule({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] });
  const paths = rule({ verbs: ['*'], nonResourceURLs: ['*'] });
  expect(missingRules([resources], wanted)).toEqual(['more than 20000 permissions']);
  expect(missingRules([paths], wanted)).toEqual(['more than 20000 permissions']);
  expect(missingRules([resources, paths], wanted)).toEqual([]);
});

test('the comparisons with many rules are bounded, and the same role counts once', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
  const secrets = (resourceNames: readonly string[]): PolicyRule =>
    rule({ verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames });
  const wanted = [secrets(names)];
  const held = secrets(names.toReversed());
  expect(
    missingRules(
      Array.from({ length: 1000 }, () => held),
      wanted,
    ),
  ).toEqual([]);
  const each = names.map((name) => secrets([name]));
  expect(missingRules(each, wanted)).toEqual(['too many permissions to compare']);
  expect(missingRules(each, [secrets(names.slice(0, 100))])).toEqual([]);
});
