import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AuditPolicyError, readAuditPolicy, readPolicy } from './read-policy.ts';

/** Policy files, and the errors with which kube-apiserver refuses to start with them. */
const recorded = JSON.parse(readFileSync(new URL('testdata/policies.json', import.meta.url), 'utf8')) as readonly {
  readonly policy: string;
  /** Null: it is accepted. */
  readonly error: string | null;
}[];

test.each(recorded)('the policy $policy is refused or accepted as by kube-apiserver', async ({ policy, error }) => {
  const found = await readAuditPolicy(policy).then(
    () => null,
    (thrown: unknown) => (thrown instanceof AuditPolicyError ? thrown.message : thrown),
  );
  expect(found).toBe(error);
});

test('unknown and repeated fields are ignored, and reported', async () => {
  const text = `apiVersion: audit.k8s.io/v1
kind: Policy
rules:
- level: None
  level: Metadata
  unknown: 1
`;
  const { policy, warnings } = await readAuditPolicy(text);
  expect(policy.rules).toEqual([{ level: 'Metadata' }]);
  expect(warnings).toEqual(['line 5: key "level" already set in map', 'unknown field "rules[0].unknown"']);
});

test('a document that is an object already is read without its text', () => {
  expect(readPolicy({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Request' }] }).policy).toEqual({
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    metadata: {},
    rules: [{ level: 'Request' }],
  });
});
