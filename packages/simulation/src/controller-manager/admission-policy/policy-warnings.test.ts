import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { warningsOf } from './policy-warnings.ts';
import { checkedDefinition, checkedPolicies, withoutTime } from './test-support/checked-policies.ts';

/** The statuses that kube-controller-manager wrote. */
const recorded: Record<string, { typeChecking?: { expressionWarnings?: unknown[] } }> = JSON.parse(
  readFileSync(new URL('testdata/recorded.json', import.meta.url), 'utf8'),
);

describe('the warnings are those of kube-controller-manager', () => {
  test.each(Object.entries(checkedPolicies))('for the policy %s', async (name, spec) => {
    const warnings = await warningsOf(spec, [checkedDefinition]);
    expect(warnings.map(({ fieldRef, warning }) => ({ fieldRef, warning: withoutTime(warning) }))).toEqual(
      recorded[name]?.typeChecking?.expressionWarnings ?? [],
    );
  });
});
