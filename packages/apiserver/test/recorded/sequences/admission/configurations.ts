import type { Area, RequestStep } from '../../sequence.ts';
import { del, get, jsonPatch, mergePatch, post, sequence } from '../../steps.ts';
import type { HookKind } from './hooks.ts';

const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };
// No request matches it: only its declaration counts.
const webhook = (more: object = {}): object => ({
  name: 'a.example.com',
  clientConfig: { url: 'https://127.0.0.1:1/x' },
  rules: [{ ...rule, apiGroups: ['none.example.com'] }],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  ...more,
});
const path = (kind: HookKind): string =>
  `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`;
const configuration = (kind: HookKind, webhooks: unknown, metadata: object = {}): object => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: `${kind}WebhookConfiguration`,
  metadata: { name: '${NS}', ...metadata },
  webhooks,
});
const without = (field: string): object => ({ ...webhook(), [field]: undefined });

/** Tries each form of a webhook; those that are accepted are not kept. */
const tried = (kind: HookKind, ...webhooks: readonly object[]): RequestStep[] =>
  webhooks.map((one) => post(`${path(kind)}?dryRun=All`, configuration(kind, [one])));
const ruledBy = (...rules: object[]): object[] =>
  rules.map((one) => webhook({ rules: [{ ...rule, apiGroups: ['none.example.com'], ...one }] }));
const withService = (...services: object[]): object[] =>
  services.map((service) => webhook({ clientConfig: { service } }));
const withUrl = (...urls: string[]): object[] => urls.map((url) => webhook({ clientConfig: { url } }));
const selecting = (...selectors: object[]): object[] =>
  selectors.flatMap((selector) => [webhook({ namespaceSelector: selector, objectSelector: selector })]);
const conditioned = (...conditions: (readonly object[])[]): object[] =>
  conditions.map((matchConditions) => webhook({ matchConditions }));
const condition = (expression: string, name = 'c'): object => ({ name, expression });

const kinds = ['Mutating', 'Validating'] as const;

/** Which webhook configurations are accepted. */
export const configurations: Area = {
  name: 'webhook configurations',
  sequences: kinds.flatMap((kind) => [
    sequence(
      `names, versions and policies of ${kind.toLowerCase()} webhooks`,
      ...tried(
        kind,
        webhook(),
        ...['name', 'clientConfig', 'sideEffects', 'admissionReviewVersions', 'rules'].map(without),
        ...['', 'a', 'a.b', 'A.example.com', 'a b.example.com', 'a..example.com', 'x.'.repeat(127)].map((name) =>
          webhook({ name }),
        ),
        webhook({ failurePolicy: 'Sometimes', matchPolicy: 'Roughly', sideEffects: 'Some', timeoutSeconds: 0 }),
        webhook({ sideEffects: 'Unknown', timeoutSeconds: 31, reinvocationPolicy: 'Always' }),
        webhook({ sideEffects: '', failurePolicy: '', matchPolicy: '', reinvocationPolicy: '' }),
        webhook({ sideEffects: 'NoneOnDryRun', timeoutSeconds: -1 }),
        webhook({
          timeoutSeconds: 30,
          failurePolicy: 'Ignore',
          matchPolicy: 'Exact',
          reinvocationPolicy: 'IfNeeded',
        }),
        ...[[], ['v2'], ['v1', 'v1'], ['v1', 'V 1'], ['', 'v1'], ['v2', 'v1beta1'], ['v1beta1', 'v1beta1', 'v0']].map(
          (admissionReviewVersions) => webhook({ admissionReviewVersions }),
        ),
      ),
    ),
    sequence(
      `rules of ${kind.toLowerCase()} webhooks`,
      ...tried(
        kind,
        webhook({ rules: [] }),
        webhook({ rules: [{}] }),
        ...ruledBy(
          { operations: [] },
          { operations: ['*', 'CREATE'] },
          { operations: ['create', 'PATCH', 'CONNECT', ''] },
          { operations: ['CREATE', 'CREATE'] },
          { apiGroups: [] },
          { apiGroups: ['*', 'none.example.com'] },
          { apiGroups: ['', 'A B'] },
          { apiVersions: [] },
          { apiVersions: ['*', 'v1'] },
          { apiVersions: ['', 'v1', ''] },
          { resources: [] },
          { resources: ['', 'pods'] },
          { resources: ['*', 'pods'] },
          { resources: ['pods', '*'] },
          { resources: ['*', 'pods/status'] },
          { resources: ['pods', '*', 'pods/x'] },
          { resources: ['*/*', 'pods'] },
          { resources: ['*/*'] },
          { resources: ['pods/*', 'pods/status', 'pods'] },
          { resources: ['*/status', 'pods/status', '*/status'] },
          { resources: ['pods/*', 'pods/*'] },
          { resources: ['/', 'a/b/c', 'A B'] },
          { scope: 'Everywhere' },
          { scope: '' },
          { scope: 'Cluster' },
        ),
      ),
    ),
    sequence(
      `addresses of ${kind.toLowerCase()} webhooks`,
      ...tried(
        kind,
        webhook({ clientConfig: {} }),
        webhook({ clientConfig: { url: 'https://a/x', service: { name: 'a', namespace: 'b' } } }),
        webhook({ clientConfig: { url: 'https://a/x', caBundle: 'bm90aGluZw==' } }),
        ...withUrl(
          '',
          'a',
          'http://a/x',
          'https:///x',
          'https://user:word@a/x',
          'https://a/x?y=z',
          'https://a/x#y',
          'ftp://u@?a=b#c',
          'https://a b/',
          'https://a:99999999/x',
          'https://[::1/x',
          '%zz',
        ),
        ...withService(
          {},
          { name: 'a' },
          { namespace: 'a' },
          { name: '', namespace: '', port: 0, path: 'x' },
          { name: 'A B', namespace: 'C D', port: 65536, path: '//' },
          { name: 'a', namespace: 'b', port: -1, path: '/' },
          { name: 'a', namespace: 'b', path: '/a//b/A B/' },
          { name: 'a', namespace: 'b', path: '/a_b/..' },
          { name: 'a', namespace: 'b', path: '' },
          { name: 'a', namespace: 'b', port: 8443, path: '/a.b/c-d/' },
        ),
      ),
    ),
    sequence(
      `selectors of ${kind.toLowerCase()} webhooks`,
      ...tried(
        kind,
        ...selecting(
          { matchLabels: { 'a b': 'c', d: 'e f' } },
          { matchExpressions: [{}] },
          { matchExpressions: [{ key: 'a', operator: 'In' }] },
          { matchExpressions: [{ key: 'a', operator: 'NotIn', values: [] }] },
          { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] },
          { matchExpressions: [{ key: 'a', operator: 'DoesNotExist', values: ['b c'] }] },
          { matchExpressions: [{ key: 'a b', operator: 'Like', values: ['b'] }] },
          { matchExpressions: [{ key: 'a', operator: 'In', values: ['b c', '', 'x'.repeat(64)] }] },
        ),
      ),
    ),
    sequence(
      `conditions of ${kind.toLowerCase()} webhooks`,
      ...tried(
        kind,
        ...conditioned(
          [condition('true'), condition('false', 'd')],
          [condition('true'), condition('true')],
          [condition('', ''), condition(' ', 'A B')],
          [condition('true', 'example.com/a'), condition('true', 'a/b/c'), condition('true', '-')],
          [condition('1'), condition("'a'", 'd'), condition('object.x', 'e'), condition('null', 'f')],
          [condition('object.'), condition('nothing', 'd'), condition(' unknown(1) ', 'e')],
          [condition('params.x == 1'), condition('variables.x == 1', 'd')],
          [condition('request.nothing == 1'), condition('request.kind.group == 1', 'd')],
          [condition('namespaceObject.metadata.nothing'), condition('namespaceObject.metadata.name', 'd')],
          [condition("authorizer.group('').resource('pods').check('get').allowed()")],
          [condition('"\\n" +\n 1 == 2')],
          Array.from({ length: 65 }, (_, index) => condition('true', `c${index}`)),
        ),
      ),
    ),
    sequence(
      `several ${kind.toLowerCase()} webhooks of a configuration`,
      post(
        path(kind),
        configuration(kind, [webhook(), webhook(), webhook({ name: 'b.example.com' }), webhook({ name: '' })]),
      ),
      post(path(kind), configuration(kind, [webhook({ name: '' }), { ...webhook(), sideEffects: 'Some' }, {}])),
      post(path(kind), configuration(kind, [])),
      mergePatch(`${path(kind)}/\${NS}`, { webhooks: null }),
      mergePatch(`${path(kind)}/\${NS}`, { webhooks: [{}] }),
      del(`${path(kind)}/\${NS}`),
      post(path(kind), configuration(kind, [webhook({ name: 'A' })], { name: 'A B', labels: { 'a b': 'c' } })),
      post(path(kind), configuration(kind, [webhook()], { name: '${NS}.static.k8s.io' })),
      del(`${path(kind)}/\${NS}.static.k8s.io`),
    ),
    sequence(
      `changes of ${kind.toLowerCase()} webhooks`,
      post(path(kind), configuration(kind, [webhook({ matchConditions: [condition('true')] })])),
      get(`${path(kind)}/\${NS}`),
      mergePatch(`${path(kind)}/\${NS}`, { metadata: { labels: { a: 'b' } } }),
      jsonPatch(`${path(kind)}/\${NS}`, [{ op: 'replace', path: '/webhooks/0/sideEffects', value: 'Some' }]),
      jsonPatch(`${path(kind)}/\${NS}`, [{ op: 'replace', path: '/webhooks/0/sideEffects', value: 'NoneOnDryRun' }]),
      jsonPatch(`${path(kind)}/\${NS}`, [
        { op: 'replace', path: '/webhooks/0/admissionReviewVersions', value: ['v3'] },
      ]),
      jsonPatch(`${path(kind)}/\${NS}`, [
        { op: 'replace', path: '/webhooks/0/matchConditions/0/expression', value: 'object.' },
      ]),
      jsonPatch(`${path(kind)}/\${NS}`, [
        { op: 'add', path: '/webhooks/0/objectSelector', value: { matchLabels: { a: 'b c' } } },
      ]),
      jsonPatch(`${path(kind)}/\${NS}`, [{ op: 'add', path: '/webhooks/-', value: webhook() }]),
      jsonPatch(`${path(kind)}/\${NS}`, [
        { op: 'add', path: '/webhooks/-', value: webhook({ name: 'b.example.com' }) },
      ]),
      get(`${path(kind)}/\${NS}`),
    ),
  ]),
};
