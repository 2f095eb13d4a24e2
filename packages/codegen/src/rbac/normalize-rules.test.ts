import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { RbacRule } from '../facts/facts.ts';
import { normalizeRules, type PolicyRule } from './normalize-rules.ts';

function rule(parts: Partial<RbacRule>): RbacRule {
  return { groups: [], resources: [], resourceNames: [], verbs: [], urls: [], namespace: '', ...parts };
}

function short(rules: readonly PolicyRule[]): string[] {
  return rules.map(
    ({ groups, resources, resourceNames, urls, verbs }) =>
      [groups, resources, resourceNames, urls]
        .map((part) => part.join(';'))
        .join(' ')
        .trim() + `: ${verbs.join(';')}`,
  );
}

describe('normalizeRules', () => {
  test.each<[name: string, given: RbacRule[], want: string[]]>([
    [
      'the core group has two names',
      [
        rule({ groups: ['core'], resources: ['pods'], verbs: ['get'] }),
        rule({ groups: [''], resources: ['pods'], verbs: ['list'] }),
      ],
      ['pods: get;list'],
    ],
    [
      'resources with the same verbs become one rule',
      [rule({ groups: ['a'], resources: ['y', 'x'], verbs: ['get'] })],
      ['a x;y: get'],
    ],
    [
      'groups with the same rest become one rule',
      [
        rule({ groups: ['b'], resources: ['x'], verbs: ['get'] }),
        rule({ groups: ['a'], resources: ['x'], verbs: ['get'] }),
      ],
      ['a;b x: get'],
    ],
    ['every verb is one star', [rule({ groups: ['a'], resources: ['x'], verbs: ['get', '*'] })], ['a x: *']],
    [
      'URLs come first',
      [rule({ groups: ['a'], resources: ['x'], verbs: ['get'] }), rule({ urls: ['/b', '/a'], verbs: ['get'] })],
      ['/a;/b: get', 'a x: get'],
    ],
    [
      'no permission is lost when merging makes two rules equal',
      [
        rule({ groups: ['apps', 'extensions'], resources: ['x'], verbs: ['list'] }),
        rule({ groups: ['apps'], resources: ['x'], verbs: ['get'] }),
        rule({ groups: ['extensions'], resources: ['x'], verbs: ['get'] }),
      ],
      ['apps;extensions x: get;list'],
    ],
  ])('%s', (_, given, want) => {
    expect(short(normalizeRules(given))).toEqual(want);
  });

  test('sorts as many values as there are rules, and not those of all rules for each', () => {
    const sorted = (resources: number): number => {
      const sort = vi.spyOn(Array.prototype, 'sort');
      normalizeRules(
        Array.from({ length: resources }, (_, index) =>
          rule({ groups: ['a'], resources: [`things${index}`], verbs: ['get', 'list'] }),
        ),
      );
      const count = sort.mock.contexts.reduce((sum: number, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
      sort.mockRestore();
      return count;
    };
    expect(sorted(400) / sorted(100)).toBeLessThan(4.2);
  });

  test('grants exactly what was granted, in any order', () => {
    const some = (values: readonly string[]): fc.Arbitrary<string[]> => fc.subarray([...values], { minLength: 1 });
    const permission = fc.oneof(
      fc
        .record({
          groups: some(['', 'apps', 'core', 'batch']),
          resources: some(['pods', 'jobs', 'pods/status']),
          resourceNames: fc.subarray(['a', 'b']),
          verbs: some(['get', 'list', 'update']),
        })
        .map(rule),
      fc.record({ urls: some(['/a', '/b']), verbs: some(['get', 'post']) }).map(rule),
    );
    fc.assert(
      fc.property(fc.array(permission, { maxLength: 8 }), (given) => {
        const rules = normalizeRules(given);
        expect(grants(rules)).toEqual(grants(given));
        expect(normalizeRules(given.toReversed())).toEqual(rules);
        // Rules are merged in one pass, as in controller-gen, so a second pass may merge the result further; it grants
        // the same.
        expect(grants(normalizeRules(rules.map(rule)))).toEqual(grants(given));
      }),
      { numRuns: 1000 },
    );
  });
});

/** The single permissions that rules grant. */
function grants(rules: readonly Omit<RbacRule, 'namespace' | 'roleName'>[]): string[] {
  const all = rules.flatMap(({ groups, resources, resourceNames, urls, verbs }) =>
    verbs.flatMap((verb) => [
      ...urls.map((url) => `${verb} ${url}`),
      ...groups.flatMap((group) =>
        resources.flatMap((resource) =>
          (resourceNames.length === 0 ? ['(all)'] : resourceNames).map(
            (name) => `${verb} ${group === 'core' ? '' : group}/${resource} ${name}`,
          ),
        ),
      ),
    ]),
  );
  return [...new Set(all)].sort();
}
