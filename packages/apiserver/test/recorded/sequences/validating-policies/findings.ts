import type { Area, RequestStep } from '../../sequence.ts';
import {
  configMaps,
  del,
  deployment,
  deployments,
  get,
  mergePatch,
  post,
  put,
  sequence,
  configMap,
} from '../../steps.ts';
import { type BoundPolicy, cased, configMapFor, inUse, ruleOf } from './policies.ts';

/** Policies with one validation each, by name. */
const checking = (cases: Readonly<Record<string, object>>, more: object = {}): BoundPolicy[] =>
  Object.entries(cases).map(([name, validation]) => cased(name, { validations: [validation], ...more }));
const posting = (cases: Readonly<Record<string, object>>): RequestStep[] =>
  Object.keys(cases).map((name) => configMapFor(name));
const checks = (expressions: Readonly<Record<string, string>>): Readonly<Record<string, object>> =>
  Object.fromEntries(Object.entries(expressions).map(([name, expression]) => [name, { expression }]));

const expensive = (levels: number): string =>
  Array.from({ length: levels }).reduceRight<string>(
    (inner, _, index) => `[1,2,3,4,5,6,7,8,9,10].all(v${index}, ${inner})`,
    'true',
  );

const messages = {
  plain: { expression: 'object.data.a == "2"', message: ' The value must be 2. ' },
  none: { expression: ' object.data.a ==\n  "2" ' },
  computed: { expression: 'false', message: 'static', messageExpression: '" got " + object.data.a + " "' },
  failing: { expression: 'false', message: 'static', messageExpression: '"got " + object.data.nothing' },
  blank: { expression: 'false', message: 'static', messageExpression: '"  "' },
  lines: { expression: 'false', message: 'static', messageExpression: '"a\\nb"' },
  'blank-alone': { expression: 'false', messageExpression: '""' },
  long: {
    expression: 'false',
    message: 'static',
    messageExpression:
      '"aaaaaaaaaa".replace("a", "0123456789").replace("0", "0123456789abcdefghijklmnopqrstuvwxyz0123456789")',
  },
  forbidden: { expression: 'false', message: 'm', reason: 'Forbidden' },
  invalid: { expression: 'false', message: 'm', reason: 'Invalid' },
  large: { expression: 'false', message: 'm', reason: 'RequestEntityTooLarge' },
};

const failing = checks({
  'no-key': 'object.data.nothing == "x"',
  overload: 'object.data.a > 1',
  division: '1 / (object.data.a == "1" ? 0 : 1) == 1',
  'no-namespace': 'namespaceObject.metadata.nothing == "x" || true',
  'other-type': 'request.userInfo.extra.a == "x"',
  costs: expensive(6),
  'costs-nearly': expensive(5),
});

const requests = checks({
  operation: "request.operation != 'CREATE'",
  names: "request.name != 'names' || request.namespace != object.metadata.namespace",
  kinds: "request.kind.kind != 'ConfigMap' || request.requestKind.version != 'v1'",
  users: "request.userInfo.username == ''",
  options: "request.options.kind != 'CreateOptions' || request.dryRun",
  before: 'oldObject != null',
  namespaces: "namespaceObject.metadata.name != request.namespace || namespaceObject.status.phase != 'Active'",
  'namespace-labels': "namespaceObject.metadata.labels['kubernetes.io/metadata.name'] != request.namespace",
  'namespace-fields': 'has(dyn(namespaceObject).metadata.managedFields) || !has(dyn(namespaceObject).spec.finalizers)',
  whole: "object.apiVersion != 'v1' || object.kind != 'ConfigMap' || !has(object.metadata.name)",
  params: 'has(object.params)',
});

/** What policies find, and what becomes of it. */
export const findings: Area = {
  name: 'findings of validating policies',
  sequences: [
    sequence(
      'the messages and reasons of validations',
      ...inUse('Validating', checking(messages)),
      ...posting(messages),
    ),
    sequence(
      'a policy that finds nothing',
      ...inUse('Validating', checking({ good: { expression: 'object.data.a == "1"' } })),
      configMapFor('good'),
      configMapFor('good', { a: '2' }),
    ),
    sequence('validations that fail', ...inUse('Validating', checking(failing)), ...posting(failing)),
    sequence(
      'validations that fail, of a policy whose failures are ignored',
      ...inUse('Validating', checking(failing, { failurePolicy: 'Ignore' })),
      ...posting(failing),
    ),
    sequence('validations of the request', ...inUse('Validating', checking(requests)), ...posting(requests)),
    sequence(
      'the first validation that is false refuses the request',
      ...inUse('Validating', [
        cased('several', {
          validations: [
            { expression: 'true', message: 'one' },
            { expression: 'object.data.nothing == "x"', message: 'two' },
            { expression: 'false', message: 'three', reason: 'Forbidden' },
          ],
        }),
        cased('several-ignored', {
          failurePolicy: 'Ignore',
          validations: [
            { expression: 'object.data.nothing == "x"', message: 'two' },
            { expression: 'false', message: 'three', reason: 'Forbidden' },
          ],
        }),
      ]),
      configMapFor('several'),
      configMapFor('several-ignored'),
    ),
    sequence(
      'policies warn, audit and deny',
      ...inUse('Validating', [
        cased(
          'warned',
          {
            validations: [
              { expression: 'false', message: 'one' },
              { expression: 'false', message: 'two "x"' },
            ],
          },
          { validationActions: ['Warn'] },
        ),
        cased('audited', { validations: [{ expression: 'false', message: 'one' }] }, { validationActions: ['Audit'] }),
        cased(
          'both',
          { validations: [{ expression: 'false', message: 'one' }] },
          { validationActions: ['Audit', 'Deny'] },
        ),
        cased(
          'warned-of-errors',
          { validations: [{ expression: 'object.data.nothing == "x"' }] },
          { validationActions: ['Warn', 'Audit'] },
        ),
        cased(
          'warned-ignored',
          { failurePolicy: 'Ignore', validations: [{ expression: 'object.data.nothing == "x"' }] },
          { validationActions: ['Warn'] },
        ),
      ]),
      ...['warned', 'audited', 'both', 'warned-of-errors', 'warned-ignored'].map((name) => configMapFor(name)),
    ),
    sequence(
      'updates and deletions',
      post(configMaps, configMap('a', { a: '1' }, { labels: { case: 'update' } }), { quiet: true }),
      post(configMaps, configMap('b', { a: '1' }, { labels: { case: 'delete' } }), { quiet: true }),
      ...inUse('Validating', [
        cased('update', {
          validations: [
            { expression: 'oldObject == null || oldObject.data.a == object.data.a', message: 'a may not change' },
          ],
        }),
        {
          name: 'delete',
          spec: {
            matchConstraints: {
              resourceRules: [ruleOf({ operations: ['DELETE'] })],
              namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '${NS}' } },
              objectSelector: { matchLabels: { case: 'delete' } },
            },
            validations: [
              {
                expression: "object != null || oldObject.data.a == '2' || request.options.kind != 'DeleteOptions'",
                message: 'a may not be deleted',
              },
            ],
          },
        },
      ]),
      mergePatch(`${configMaps}/a`, { data: { b: '1' } }),
      mergePatch(`${configMaps}/a`, { data: { a: '2' } }),
      put(`${configMaps}/a`, configMap('a', { a: '3' }, { labels: { case: 'update' } })),
      del(`${configMaps}/b`),
      del(configMaps),
      mergePatch(`${configMaps}/b`, { data: { a: '2' } }),
      del(`${configMaps}/b`),
    ),
    sequence(
      'policies for subresources',
      post(deployments, deployment('d'), { quiet: true }),
      ...inUse('Validating', [
        {
          name: 'scale',
          spec: {
            matchConstraints: {
              resourceRules: [ruleOf({ apiGroups: ['apps'], resources: ['deployments/scale'] })],
              namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '${NS}' } },
            },
            validations: [
              {
                expression: 'object.spec.replicas <= 3',
                messageExpression:
                  '"kind " + object.kind + " of " + request.resource.resource + "/" + request.subResource + ": " + string(object.spec.replicas)',
              },
            ],
          },
        },
      ]),
      mergePatch(`${deployments}/d/scale`, { spec: { replicas: 3 } }),
      mergePatch(`${deployments}/d/scale`, { spec: { replicas: 4 } }),
      mergePatch(`${deployments}/d`, { spec: { replicas: 5 } }),
      get(`${deployments}/d/scale`),
    ),
    sequence(
      'variables',
      ...inUse('Validating', [
        cased('used', {
          variables: [
            { name: 'a', expression: 'object.data.a' },
            { name: 'b', expression: 'variables.a + "!"' },
            { name: 'never', expression: 'object.data.nothing' },
          ],
          validations: [{ expression: 'variables.b != "1!"', messageExpression: '"b is " + variables.b' }],
        }),
        cased('broken', {
          variables: [{ name: 'a', expression: 'object.data.nothing' }],
          validations: [{ expression: 'variables.a == "1"' }],
        }),
        cased('broken-twice', {
          variables: [
            { name: 'a', expression: 'object.data.nothing' },
            { name: 'b', expression: 'variables.a + "x"' },
          ],
          validations: [{ expression: 'variables.b == "1"' }],
        }),
        cased('tested', {
          variables: [{ name: 'a', expression: 'object.data.nothing' }],
          validations: [{ expression: 'has(variables.a)' }],
        }),
        cased('costly', {
          variables: [{ name: 'a', expression: expensive(6) }],
          validations: [{ expression: 'variables.a' }],
        }),
        cased('costly-together', {
          variables: Array.from({ length: 14 }, (_, index) => ({
            name: `v${index}`,
            expression: `${expensive(5)} || ${index} == 0`,
          })),
          validations: Array.from({ length: 14 }, (_, index) => ({
            expression: `variables.v${index} && ${expensive(5)}`,
          })),
        }),
        cased('asking', {
          variables: [{ name: 'may', expression: "authorizer.requestResource.check('create').allowed()" }],
          validations: [{ expression: '!variables.may', messageExpression: '"may: " + string(variables.may)' }],
        }),
        cased('asking-in-message', {
          variables: [{ name: 'may', expression: "authorizer.requestResource.check('create').allowed()" }],
          validations: [
            { expression: 'false', message: 'static', messageExpression: '"may: " + string(variables.may)' },
          ],
        }),
      ]),
      ...['used', 'broken', 'broken-twice', 'tested', 'costly', 'costly-together', 'asking', 'asking-in-message'].map(
        (name) => configMapFor(name),
      ),
    ),
    sequence(
      'audit annotations',
      ...inUse('Validating', [
        cased('annotated', { auditAnnotations: [{ key: 'k', valueExpression: '"value " + object.data.a' }] }),
        cased('annotated-badly', {
          auditAnnotations: [{ key: 'k', valueExpression: '"value " + object.data.nothing' }],
        }),
        cased('annotated-ignored', {
          failurePolicy: 'Ignore',
          auditAnnotations: [{ key: 'k', valueExpression: '"value " + object.data.nothing' }],
        }),
        cased(
          'annotated-warned',
          { auditAnnotations: [{ key: 'k', valueExpression: '"value " + object.data.nothing' }] },
          { validationActions: ['Warn'] },
        ),
        cased('annotated-by-authorizer', {
          auditAnnotations: [{ key: 'k', valueExpression: "authorizer.requestResource.check('create').reason()" }],
        }),
      ]),
      ...['annotated', 'annotated-badly', 'annotated-ignored', 'annotated-warned', 'annotated-by-authorizer'].map(
        (name) => configMapFor(name),
      ),
    ),
    sequence(
      'match conditions',
      ...inUse('Validating', [
        cased('met', {
          matchConditions: [{ name: 'a', expression: 'object.data.a == "1"' }],
          validations: [{ expression: 'false' }],
        }),
        cased('unmet', {
          matchConditions: [{ name: 'a', expression: 'object.data.a == "2"' }],
          validations: [{ expression: 'false' }],
        }),
        cased('failing', {
          matchConditions: [
            { name: 'a', expression: 'object.data.nothing == "2"' },
            { name: 'b', expression: 'object.spec.nothing == "2"' },
          ],
          validations: [{ expression: 'false' }],
        }),
        cased('failing-and-false', {
          matchConditions: [
            { name: 'a', expression: 'object.data.nothing == "2"' },
            { name: 'b', expression: 'false' },
          ],
          validations: [{ expression: 'false' }],
        }),
        cased('failing-ignored', {
          failurePolicy: 'Ignore',
          matchConditions: [{ name: 'a', expression: 'object.data.nothing == "2"' }],
          validations: [{ expression: 'false' }],
        }),
        cased('without-namespace', {
          matchConditions: [{ name: 'a', expression: 'namespaceObject == null' }],
          validations: [{ expression: 'false' }],
        }),
        cased('authorized', {
          matchConditions: [
            { name: 'a', expression: "authorizer.group('').resource('configmaps').check('create').allowed()" },
          ],
          validations: [{ expression: 'false' }],
        }),
        cased('costly-conditions', {
          matchConditions: [
            { name: 'a', expression: expensive(5) },
            { name: 'b', expression: `${expensive(5)} && true` },
            { name: 'c', expression: `${expensive(5)} || false` },
            { name: 'd', expression: `true && ${expensive(5)}` },
            { name: 'e', expression: `false || ${expensive(5)}` },
            { name: 'f', expression: `!!${expensive(5)}` },
            { name: 'g', expression: expensive(5) },
          ],
          validations: [{ expression: 'false' }],
        }),
      ]),
      ...[
        'met',
        'unmet',
        'failing',
        'failing-and-false',
        'failing-ignored',
        'without-namespace',
        'authorized',
        'costly-conditions',
      ].map((name) => configMapFor(name)),
    ),
    sequence(
      'the authorizer in validations',
      ...inUse(
        'Validating',
        checking(
          checks({
            resource: "!authorizer.group('').resource('configmaps').namespace('default').check('create').allowed()",
            own: "!authorizer.requestResource.check('create').allowed()",
            path: "!authorizer.path('/healthz').check('get').allowed()",
            'empty-path': "authorizer.path('').check('get').allowed()",
            often:
              "authorizer.path('/a').check('get').allowed() && authorizer.path('/b').check('get').allowed() && authorizer.path('/c').check('get').allowed()",
            'invalid-account': "authorizer.serviceAccount('default', 'A').path('/x').check('get').allowed()",
          }),
        ),
      ),
      ...['resource', 'own', 'path', 'empty-path', 'often', 'invalid-account'].map((name) => configMapFor(name)),
    ),
  ],
};
