import { createVirtualClock } from '@kb/apimachinery';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import * as registry from '../kinds/registry.ts';
import { createApiServer } from '../server/api-server.ts';
import { startWire, type Wire } from '../test-support/wire.ts';
import type { NotEnforced } from './not-enforced.ts';
import { notEnforcedRules } from './not-enforced-rules.ts';
import { unvalidatedKinds, unvalidatedKindsOfPrograms } from './unvalidated-kinds.ts';

/** A server that keeps what it tells. */
function startTelling(): Wire & { readonly told: NotEnforced[] } {
  const told: NotEnforced[] = [];
  return { ...startWire({ onNotEnforced: (one) => told.push(one) }), told };
}

const inDefault = (apiVersion: string, plural: string): string =>
  `${apiVersion === 'v1' ? '/api' : '/apis'}/${apiVersion}/namespaces/default/${plural}`;
const named = (apiVersion: string, kind: string, rest: object = {}): object => ({
  apiVersion,
  kind,
  metadata: { name: 'a' },
  ...rest,
});
const podOf = (spec: object): object =>
  named('v1', 'Pod', { spec: { containers: [{ name: 'c', image: 'i' }], ...spec } });
const bindingOf = (kind: string): object => ({
  ...named('rbac.authorization.k8s.io/v1', kind),
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' },
});
const definitionWith = (schema: object): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.test.example.com' },
  spec: {
    group: 'test.example.com',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  },
});
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const admission = '/apis/admissionregistration.k8s.io/v1';
const matchPods = {
  resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
};
const configurationWith = (kind: string, webhook: object): object => ({
  ...named('admissionregistration.k8s.io/v1', kind),
  webhooks: [
    {
      name: 'lab.example.com',
      clientConfig: { url: 'https://lab.example.com/' },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      failurePolicy: 'Ignore',
      ...webhook,
    },
  ],
});

test.each([
  [
    'a NetworkPolicy',
    'network-policies',
    inDefault('networking.k8s.io/v1', 'networkpolicies'),
    named('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {} } }),
  ],
  ['a RoleBinding', 'rbac', inDefault('rbac.authorization.k8s.io/v1', 'rolebindings'), bindingOf('RoleBinding')],
  ['a ClusterRoleBinding', 'rbac', `${rbac}/clusterrolebindings`, bindingOf('ClusterRoleBinding')],
  [
    'a review of another user',
    'rbac',
    '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user: 'ann', nonResourceAttributes: { path: '/', verb: 'get' } },
    },
  ],
  [
    'a match condition that asks the authorizer',
    'rbac',
    `${admission}/mutatingwebhookconfigurations`,
    configurationWith('MutatingWebhookConfiguration', {
      matchConditions: [{ name: 'c', expression: "authorizer.path('/x').check('get').allowed()" }],
    }),
  ],
  [
    'a policy that asks the authorizer',
    'rbac',
    `${admission}/validatingadmissionpolicies`,
    named('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', {
      spec: {
        matchConstraints: matchPods,
        validations: [{ expression: 'variables.may' }],
        variables: [{ name: 'may', expression: "authorizer.path('/x').check('get').allowed()" }],
      },
    }),
  ],
  [
    'a policy whose mutation asks the authorizer',
    'rbac',
    `${admission}/mutatingadmissionpolicies`,
    named('admissionregistration.k8s.io/v1', 'MutatingAdmissionPolicy', {
      spec: {
        matchConstraints: matchPods,
        reinvocationPolicy: 'Never',
        mutations: [
          {
            patchType: 'JSONPatch',
            jsonPatch: { expression: "[JSONPatch{op: 'remove', path: authorizer.path('/x').check('get').reason()}]" },
          },
        ],
      },
    }),
  ],
  [
    'an Ingress',
    'validation',
    inDefault('networking.k8s.io/v1', 'ingresses'),
    named('networking.k8s.io/v1', 'Ingress'),
  ],
])('tells of %s, once', async (_, reason, path, object) => {
  const { told, ...wire } = startTelling();
  const { status, body } = await wire.post(path, object);
  expect(status).toBe(201);
  await wire.merge(`${path}/${body.metadata.name ?? ''}`, { metadata: { labels: { again: 'yes' } } });
  await wire.post(path, { ...object, metadata: { ...body.metadata, name: 'again' } });
  expect(told.filter((one) => one.reason === reason)).toHaveLength(1);
});

test.each([
  ['a Pod of the default account', inDefault('v1', 'pods'), podOf({ serviceAccountName: 'default' })],
  [
    'a definition with rules',
    definitions,
    definitionWith({ type: 'object', 'x-kubernetes-validations': [{ rule: 'true' }] }),
  ],
  ['a Lease', inDefault('coordination.k8s.io/v1', 'leases'), named('coordination.k8s.io/v1', 'Lease')],
  [
    'an object that is refused',
    inDefault('networking.k8s.io/v1', 'networkpolicies'),
    { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'A' }, spec: {} },
  ],
])('tells nothing of %s', async (_, path, object) => {
  const { told, ...wire } = startTelling();
  await wire.post(path, object);
  expect(told).toEqual([]);
});

test('names the kind and the first object in the line, and the reason and the group beside it', async () => {
  const { told, ...wire } = startTelling();
  const policy = named('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {} } });
  await wire.post(inDefault('networking.k8s.io/v1', 'networkpolicies'), policy);
  expect(told[0]).toEqual({
    reason: 'network-policies',
    group: 'networking.k8s.io',
    kind: 'NetworkPolicy',
    object: 'default/a',
    message:
      'NetworkPolicy default/a: the embedded API server stores NetworkPolicies, and there is no network on which they act',
  });
});

test('writes a line to standard error by default', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await createApiServer({ clock: createVirtualClock() }).transport.send({
    method: 'POST',
    path: inDefault('rbac.authorization.k8s.io/v1', 'rolebindings'),
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(bindingOf('RoleBinding'))),
  });
  expect(warn.mock.calls).toEqual([
    ['RoleBinding default/a: the embedded API server stores roles and allows every authenticated user everything'],
  ]);
  warn.mockRestore();
});

test('the list of kinds without validation is complete', () => {
  const listed = [...unvalidatedKinds, ...unvalidatedKindsOfPrograms].flatMap(({ group, kinds }) =>
    kinds.map((kind) => `${group}/${kind}`),
  );
  const without = Object.values(registry)
    .filter(({ strategy, review, handler }) => !strategy?.validate && !strategy?.validateInSteps && !review && !handler)
    .map(({ group, kind }) => `${group}/${kind}`);
  expect(listed.toSorted()).toEqual(without.toSorted());
});

/** The rows of a table in the documentation, without its heading. */
function documented(heading: string): string[][] {
  const text = readFileSync(fileURLToPath(new URL('../../../../docs/compatibility.md', import.meta.url)), 'utf8');
  const [, section = ''] = text.split(`### ${heading}\n`);
  return (section.split('\n#')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

test('the documentation has the same list', () => {
  const rows = notEnforcedRules
    .filter(({ reason }) => reason !== 'validation')
    .map(({ reason, kinds, field, sentence }) => [reason, kinds.join(', '), field, sentence]);
  const validation = notEnforcedRules.filter(({ reason }) => reason === 'validation');
  const [first] = validation;
  if (first)
    rows.push([first.reason, validation.flatMap(({ kinds }) => kinds).join(', '), first.field, first.sentence]);
  expect(documented('What the embedded API server does not enforce')).toEqual(rows);
});
