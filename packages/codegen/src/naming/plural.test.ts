import { describe, expect, test } from 'vitest';
import { clientNamesOf } from './client-names.ts';
import { pluralise, pluralOf } from './plural.ts';

describe('plurals', () => {
  test.each([
    ['AppService', 'appservices'],
    ['NetworkPolicy', 'networkpolicies'],
    ['Gateway', 'gateways'],
    ['Ingress', 'ingresses'],
    ['Index', 'indices'],
    ['TestQuota', 'testquotas'],
    ['Status', 'statuses'],
    ['Child', 'children'],
    ['MyChild', 'mychildren'],
    ['Endpoints', 'endpoints'],
    ['DNS', 'dnses'],
    ['Dns', 'dnses'],
    ['APIService', 'apiservices'],
    ['Leaf', 'leaves'],
    ['Equipment', 'equipment'],
    ['Data', 'data'],
    ['Box', 'boxes'],
    ['Database', 'databases'],
  ])('%s: %s', (kind, plural) => {
    expect(pluralOf(kind)).toBe(plural);
  });

  test('keeps capitals', () => {
    expect(pluralise('NetworkPolicy')).toBe('NetworkPolicies');
    expect(pluralise('MyChild')).toBe('MyChildren');
  });
});

describe('names in the client', () => {
  test.each([
    ['AppService', 'appservices', 'appServices'],
    ['HTTPRoute', 'httproutes', 'httpRoutes'],
    ['DNS', 'dnses', 'dnSes'],
    ['NetworkPolicy', 'networkpolicies', 'networkPolicies'],
    ['Admiral', 'admirales', 'admirales'],
    ['Shop', 'shoppes', 'shoppes'],
    ['Foo', 'foo-bars', 'fooBars'],
    ['Default', 'default', 'defaultResource'],
    ['Class', 'classes', 'classes'],
  ])('%s, %s: %s', (kind, plural, handle) => {
    expect(clientNamesOf({ kind, plural })).toMatchObject({
      handle,
      applyType: `${kind}Apply`,
      file: `${kind.toLowerCase()}.ts`,
    });
  });
});
