import { describe, expect, test } from 'vitest';
import type { WebhookFacts } from '../facts/webhook-facts.ts';
import { buildWebhook } from './build-webhook.ts';

const plain: WebhookFacts = {
  mutating: true,
  name: 'mshop.kb.io',
  groups: ['shop.example.com'],
  resources: ['shops'],
  versions: ['v1'],
  verbs: ['create'],
  failurePolicy: 'fail',
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  matchPolicy: undefined,
  reinvocationPolicy: undefined,
  timeoutSeconds: undefined,
  path: '/mutate-shop',
  url: undefined,
  serviceName: undefined,
  serviceNamespace: undefined,
  servicePort: undefined,
  webhookVersions: [],
  patch: undefined,
};

test("the object has the marker's values, and the operator's service", () => {
  expect(buildWebhook(plain)).toEqual({
    problems: [],
    webhook: {
      name: 'mshop.kb.io',
      clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/mutate-shop' } },
      rules: [{ apiGroups: ['shop.example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['shops'] }],
      failurePolicy: 'Fail',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  });
});

describe('the fields of the object', () => {
  test.each<[name: string, given: Partial<WebhookFacts>, want: object]>([
    [
      'verbs in any case, in their order; core is the core group',
      { verbs: ['Update', 'CREATE', '*'].slice(0, 2), groups: ['core', 'apps'] },
      { rules: [{ apiGroups: ['', 'apps'], operations: ['UPDATE', 'CREATE'] }] },
    ],
    [
      'policies in any case',
      { failurePolicy: 'IGNORE', matchPolicy: 'exact', sideEffects: 'noneondryrun', reinvocationPolicy: 'ifneeded' },
      { failurePolicy: 'Ignore', matchPolicy: 'Exact', sideEffects: 'NoneOnDryRun', reinvocationPolicy: 'IfNeeded' },
    ],
    [
      'another service',
      { serviceName: 'hooks', serviceNamespace: 'shop', servicePort: 8443, timeoutSeconds: 30 },
      {
        clientConfig: { service: { name: 'hooks', namespace: 'shop', path: '/mutate-shop', port: 8443 } },
        timeoutSeconds: 30,
      },
    ],
    ['a URL', { path: undefined, url: 'https://a:1/b' }, { clientConfig: { url: 'https://a:1/b' } }],
    [
      'a patch that adds',
      { patch: ' {"namespaceSelector":{"matchLabels":{"a":"b"}},"timeoutSeconds":5} ' },
      { namespaceSelector: { matchLabels: { a: 'b' } }, timeoutSeconds: 5 },
    ],
    [
      'a patch that mends what the marker does not say',
      { sideEffects: undefined, patch: '{"sideEffects":"NoneOnDryRun"}' },
      { sideEffects: 'NoneOnDryRun' },
    ],
    [
      'a patch over the service keeps the rest of it',
      { patch: '{"clientConfig":{"service":{"port":9443},"caBundle":"Y2E="}}' },
      {
        clientConfig: {
          service: { name: 'webhook-service', namespace: 'system', path: '/mutate-shop', port: 9443 },
          caBundle: 'Y2E=',
        },
      },
    ],
    [
      'a patch replaces the rules, which have no key to merge by',
      {
        patch:
          '{"rules":[{"apiGroups":["*"],"apiVersions":["*"],"operations":["*"],"resources":["*/*"],"scope":"Cluster"}]}',
      },
      { rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'], scope: 'Cluster' }] },
    ],
  ])('%s', (_, given, want) => {
    const { webhook, problems } = buildWebhook({ ...plain, ...given });
    expect(problems).toEqual([]);
    expect(webhook).toMatchObject(want);
  });

  test('null removes a field, and empty fields are omitted as in Go', () => {
    const patch = '{"failurePolicy":null,"matchConditions":[],"objectSelector":{"matchLabels":{}}}';
    const { webhook, problems } = buildWebhook({ ...plain, patch });
    expect(problems).toEqual([]);
    expect(webhook).not.toHaveProperty('failurePolicy');
    expect(webhook).not.toHaveProperty('matchConditions');
    expect(webhook['objectSelector']).toEqual({});
  });

  test('a validating webhook has no reinvocation policy', () => {
    const { webhook, problems } = buildWebhook({ ...plain, mutating: false, reinvocationPolicy: 'Never' });
    expect(problems).toEqual([]);
    expect(webhook).not.toHaveProperty('reinvocationPolicy');
  });
});

function problemsOf(given: Partial<WebhookFacts>): string[] {
  return buildWebhook({ ...plain, ...given }).problems.map(({ message }) => message);
}

test('a problem is about an argument, about the patch, or about the whole marker', () => {
  const given = {
    failurePolicy: 'x',
    timeoutSeconds: 99,
    path: undefined,
    patch: '{"sideEffects":"x","timeoutSeconds":5}',
  };
  expect(buildWebhook({ ...plain, ...given }).problems.map(({ argument }) => argument)).toEqual([
    '',
    'failurePolicy',
    'patch',
  ]);
});

describe('refuses', () => {
  test.each<[given: Partial<WebhookFacts>, want: string[]]>([
    [{ name: 'two.parts' }, ['name is "two.parts": expected a DNS name of at least three parts, such as vshop.kb.io']],
    [{ path: undefined }, ['it needs one of path and url, and not both']],
    [{ url: 'https://a' }, ['it needs one of path and url, and not both']],
    [{ path: undefined, url: 'http://a/b' }, ['url is "http://a/b": expected https, such as https://host/path']],
    [
      { path: undefined, url: 'https://u:p@a/b' },
      ['url is "https://u:p@a/b": a user is not allowed in it, such as https://host/path'],
    ],
    [
      { path: undefined, url: 'https://a/b?c' },
      ['url is "https://a/b?c": ? and # are not allowed, such as https://host/path'],
    ],
    [
      { path: undefined, url: 'https://a', servicePort: 1, serviceName: 'b' },
      ['serviceName has no meaning with a url', 'servicePort has no meaning with a url'],
    ],
    [{ path: 'mutate' }, ['path is "mutate": expected a path that begins with /']],
    [{ path: '/a//b' }, ['path is "/a//b": a part between two / is empty']],
    [{ path: '/A' }, ['path is "/A": expected lower case letters, digits, "-" and "."']],
    [{ servicePort: 0 }, ['servicePort is 0: expected 1 to 65535']],
    [{ servicePort: 2 ** 40 }, ['servicePort is 1099511627776: expected a whole number of 32 bits']],
    [{ timeoutSeconds: 0 }, ['timeoutSeconds is 0: expected 1 to 30']],
    [
      { timeoutSeconds: 31, sideEffects: 'Some' },
      ['sideEffects is Some: expected None or NoneOnDryRun', 'timeoutSeconds is 31: expected 1 to 30'],
    ],
    [{ sideEffects: undefined }, ['sideEffects is missing: expected None or NoneOnDryRun']],
    [{ sideEffects: 'Nothing' }, ['sideEffects is "Nothing": expected one of Unknown, None, Some, NoneOnDryRun']],
    [{ failurePolicy: 'fial' }, ['failurePolicy is "fial": expected one of Ignore, Fail']],
    [{ matchPolicy: 'Equal' }, ['matchPolicy is "Equal": expected one of Exact, Equivalent']],
    [{ reinvocationPolicy: 'Always' }, ['reinvocationPolicy is "Always": expected one of Never, IfNeeded']],
    [{ mutating: false, reinvocationPolicy: 'IfNeeded' }, ['reinvocationPolicy is for mutating webhooks']],
    [{ verbs: ['create', 'patch'] }, ['verbs is "patch": expected one of *, CREATE, UPDATE, DELETE, CONNECT']],
    [{ verbs: ['*', 'create'] }, ['verbs has others beside "*", which covers them']],
    [
      { verbs: [], groups: [], versions: [], resources: [] },
      ['verbs is empty', 'groups is empty', 'versions is empty', 'resources is empty'],
    ],
    [{ versions: [''] }, ['versions has an empty element']],
    [{ resources: ['*', 'pods'] }, ['resources has others beside *, which covers all without subresources']],
    [{ resources: ['pods/*', 'pods/status'] }, ['resources has pods/status beside pods/*, which covers it']],
    [{ resources: ['*/scale', 'shops/scale'] }, ['resources has shops/scale beside */scale, which covers it']],
    [{ resources: ['*/*', 'shops'] }, ['resources has others beside */*, which covers them']],
    [{ admissionReviewVersions: [] }, ['admissionReviewVersions is empty']],
    [
      { admissionReviewVersions: ['v2'] },
      ['admissionReviewVersions has neither v1 nor v1beta1, the versions that API servers know'],
    ],
    [{ admissionReviewVersions: ['v1', 'v1'] }, ['admissionReviewVersions has the same version twice']],
    [{ webhookVersions: ['v1', 'v1beta1'] }, ['webhookVersions has "v1beta1": only v1 is there']],
    [{ patch: '[]' }, ['the patch is not a JSON object']],
    [{ patch: '{"namespaceselector":{}}' }, ['with its patch, namespaceselector is not a field of the API']],
    [
      { patch: '{"timeoutSeconds":"5"}' },
      ['with its patch, timeoutSeconds is "5": expected a whole number of 32 bits'],
    ],
    [{ patch: '{"timeoutSeconds":60}' }, ['with its patch, timeoutSeconds is 60: expected 1 to 30']],
    [
      { patch: '{"clientConfig":{"url":"https://a"}}' },
      ['with its patch, clientConfig needs one of url and service, and not both'],
    ],
    [
      { patch: '{"clientConfig":{"caBundle":"?"}}' },
      ['with its patch, clientConfig.caBundle is "?": expected base64 text'],
    ],
    [
      { mutating: false, patch: '{"reinvocationPolicy":"Never"}' },
      ['with its patch, reinvocationPolicy is not a field of the API'],
    ],
    [{ patch: '{"$patch":"mend"}' }, ['the patch does not apply: unknown patch type: mend in map: map[$patch:mend]']],
    [
      { patch: '{"matchConditions":[{"name":"a","expression":"true"},{"name":"a","expression":""}]}' },
      [
        'with its patch, matchConditions[1].name is "a", as that of another',
        'with its patch, matchConditions[1].expression is empty',
      ],
    ],
  ])('%j', (given, want) => {
    expect(problemsOf(given)).toEqual(want);
  });

  test('a selector that the API server cannot read', () => {
    const patch = '{"objectSelector":{"matchExpressions":[{"key":"a","operator":"Like","values":["b"]}]}}';
    expect(problemsOf({ patch })[0]).toMatch(/^with its patch, objectSelector/);
  });

  test('a patch that is not valid JSON', () => {
    expect(problemsOf({ patch: '{a' })[0]).toMatch(/^the patch is not valid JSON: /);
  });
});
