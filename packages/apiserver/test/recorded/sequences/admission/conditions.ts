import type { Area, RequestStep } from '../../sequence.ts';
import { configMap, configMaps, del, jsonPatch, mergePatch, post, put, sequence } from '../../steps.ts';
import { definition, gear, gearRule, gears, hook, installed, ruled } from './hooks.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const namespaces = '/api/v1/namespaces';

/** A webhook that refuses what its conditions match, of the objects with its name as a label. */
const conditional = (name: string, expressions: readonly string[], more: object = {}): object =>
  hook(name, 'deny-with-message', {
    objectSelector: { matchLabels: { case: name } },
    matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })),
    ...more,
  });

/** Conditions by the name of the webhook that has them. */
type Cases = Readonly<Record<string, readonly string[]>>;

const creating = (cases: Cases): RequestStep[] =>
  Object.keys(cases).map((name) => post(configMaps, configMap(name, { a: '1' }, { labels: { case: name } })));

const hooksFor = (cases: Cases, more: object = {}): object[] =>
  Object.entries(cases).map(([name, expressions]) => conditional(name, expressions, more));

const ofRequests: Cases = {
  operation: ["request.operation == 'CREATE'"],
  names: ["request.name == 'names' && request.namespace == object.metadata.namespace"],
  kinds: ["request.kind.kind == 'ConfigMap' && request.kind.group == '' && request.requestKind.version == 'v1'"],
  resources: ["request.resource.resource == 'configmaps' && request.requestResource.version == 'v1'"],
  subresource: ['!has(request.subResource) && !has(request.requestSubResource)'],
  users: ["request.userInfo.username != '' && request.userInfo.groups.exists(g, g == 'system:authenticated')"],
  extra: ['has(request.userInfo.extra)'],
  options: ["request.options.kind == 'CreateOptions' && request.dryRun == false"],
  before: ['oldObject == null'],
  namespace: ['namespaceObject == null'],
  data: ["object.data.a == '1' && !has(object.data.b)"],
  labels: ["object.metadata.labels['case'] == 'labels' && object.metadata.?labels.?nothing.orValue('x') == 'x'"],
};

const withErrors: Cases = {
  'no-field': ["object.data.nothing == 'x'"],
  'two-errors': ["object.data.nothing == 'x'", 'object.spec.replicas > 1'],
  'equal-errors': ['object.spec.replicas > 1', 'object.spec.replicas > 2'],
  'error-and-false': ["object.data.nothing == 'x'", "object.data.a == '2'"],
  'error-and-true': ["object.data.nothing == 'x'", "object.data.a == '1'"],
  'no-namespace': ["namespaceObject.metadata.name == 'x'"],
  'other-type': ['object.data.a > 1'],
  expensive: [
    '[1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, [1,2,3,4,5,6,7,8,9,10].all(c, [1,2,3,4,5,6,7,8,9,10].all(d, [1,2,3,4,5,6,7,8,9,10].all(e, [1,2,3,4,5,6,7,8,9,10].all(f, a + b + c + d + e + f > 0))))))',
  ],
};

const withAuthorizer: Cases = {
  resource: ["authorizer.group('').resource('configmaps').namespace('default').check('create').allowed()"],
  reason: ["authorizer.group('apps').resource('deployments').check('get').reason() == ''"],
  path: ["authorizer.path('/healthz').check('get').allowed()"],
  own: ["authorizer.requestResource.check('create').allowed()"],
  errors: ["!authorizer.requestResource.check('create').errored() && authorizer.path('/x').check('get').error() == ''"],
  subresource: ["authorizer.group('').resource('pods').subresource('status').name('a').check('update').allowed()"],
  selectors: [
    "authorizer.group('').resource('pods').fieldSelector('a=b').labelSelector('c=d').check('list').allowed()",
  ],
  'empty-path': ["authorizer.path(' ').check('get').allowed()"],
  'empty-resource': ["authorizer.group('').resource('').check('get').allowed()"],
  'invalid-account': ["authorizer.serviceAccount('default', 'A').path('/x').check('get').allowed()"],
  'invalid-namespace': ["authorizer.serviceAccount('a.b', 'a').path('/x').check('get').allowed()"],
  'three-checks': [
    "authorizer.path('/a').check('get').allowed() && authorizer.path('/b').check('get').allowed() && authorizer.path('/c').check('get').allowed()",
  ],
};

/** The conditions under which webhooks are called. */
export const conditions: Area = {
  name: 'match conditions of admission webhooks',
  sequences: [
    ...(['Mutating', 'Validating'] as const).flatMap((kind) => [
      sequence(
        `${kind.toLowerCase()} webhooks with conditions`,
        ...installed(kind, [
          conditional('both', ["object.data.a == '1'", "request.operation == 'CREATE'"]),
          conditional('one', ["object.data.a == '1'", "request.operation == 'UPDATE'"]),
        ]),
        ...creating({ both: [], one: [] }),
        mergePatch(`${configMaps}/one`, { data: { b: '2' } }),
      ),
      sequence(
        `${kind.toLowerCase()} webhooks whose conditions fail`,
        ...installed(kind, hooksFor(withErrors)),
        ...creating(withErrors),
      ),
    ]),
    sequence('conditions on the request', ...installed('Validating', hooksFor(ofRequests)), ...creating(ofRequests)),
    sequence(
      'conditions on updates and deletions',
      post(configMaps, configMap('a', { a: '1' }, { labels: { case: 'update' } }), { quiet: true }),
      post(configMaps, configMap('b', { a: '2' }, { labels: { case: 'delete' } }), { quiet: true }),
      ...installed('Validating', [
        conditional('update', ["oldObject.data.a != object.data.a && request.options.kind == 'UpdateOptions'"]),
        conditional('patch', ["oldObject.data.a != object.data.a && request.options.kind == 'PatchOptions'"], {
          objectSelector: { matchLabels: { case: 'update' } },
        }),
        conditional('delete', ["object == null && oldObject.data.a == '2' && request.options.kind == 'DeleteOptions'"]),
      ]),
      mergePatch(`${configMaps}/a`, { data: { b: '1' } }),
      jsonPatch(`${configMaps}/a`, [{ op: 'replace', path: '/data/a', value: '2' }]),
      put(`${configMaps}/a`, configMap('a', { a: '2' }, { labels: { case: 'update' } })),
      del(`${configMaps}/b`),
      mergePatch(`${configMaps}/b`, { data: { a: '3' } }),
      del(`${configMaps}/b`),
    ),
    sequence(
      'conditions that fail, of webhooks whose failures are ignored',
      ...installed('Validating', hooksFor(withErrors, { failurePolicy: 'Ignore' })),
      ...creating(withErrors),
    ),
    sequence(
      'conditions that ask the authorizer',
      ...installed('Validating', hooksFor(withAuthorizer)),
      ...creating(withAuthorizer),
    ),
    sequence(
      'conditions on another version',
      post(crds, definition, { quiet: true }),
      post(gears('v1'), gear('plain', 'v1'), { quiet: true, retry: true }),
      ...installed('Validating', [
        conditional(
          'version',
          [
            "object.apiVersion.endsWith('/v2') && request.kind.version == 'v2' && request.resource.version == 'v1' && request.requestKind.version == 'v1'",
          ],
          ruled(gearRule('v2')),
        ),
      ]),
      post(gears('v1'), gear('a', 'v1', {}, { labels: { case: 'version' } })),
      post(gears('v2'), gear('a', 'v2', {}, { labels: { case: 'version' } })),
    ),
    sequence(
      'a condition that decides whether a webhook is called again',
      ...installed('Mutating', [
        hook('first', 'a', {
          reinvocationPolicy: 'IfNeeded',
          matchConditions: [{ name: 'c', expression: "!object.data.trace.contains('b')" }],
        }),
        hook('second', 'b'),
      ]),
      post(configMaps, configMap('a', { trace: '' })),
    ),
    sequence(
      'conditions on objects without a namespace',
      ...installed('Validating', [
        conditional('cluster', ["request.namespace == 'x'"], {
          ...ruled({ resources: ['namespaces'] }),
          namespaceSelector: {},
        }),
      ]),
      post(`${namespaces}?dryRun=All`, { metadata: { name: '${NS}-x', labels: { case: 'cluster' } } }),
    ),
  ],
};
