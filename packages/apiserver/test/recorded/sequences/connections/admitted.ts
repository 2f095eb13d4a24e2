import type { Area, RequestStep } from '../../sequence.ts';
import { auditEvents, get, pod, pods, post, sequence, services } from '../../steps.ts';
import { hook, type HookKind, installed, ruled } from '../admission/hooks.ts';
import { everythingIsAudited } from '../audit/everything.ts';
import { type BoundPolicy, inOwnNamespace, inUse, ruleOf } from '../validating-policies/policies.ts';

const nodes = '/api/v1/nodes';
const connections = ['pods/exec', 'pods/attach', 'pods/portforward', 'pods/proxy', 'services/proxy'];

/** A rule for connections. */
const connecting = (...resources: string[]): object => ({ operations: ['CONNECT'], resources });

/** A Pod without a node: a connection that admission allows ends at this. */
const prepared = post(pods, pod('p'), { quiet: true });

/** Requests to connect with methods that have no body in the answer's way. */
const everyConnection: RequestStep[] = [
  get(`${pods}/p/exec?command=ls&command=-l&container=c&stdin=true&stdout=1&stderr=&tty=false`),
  post(`${pods}/p/exec`, ''),
  post(`${pods}/p/exec?tty=true&stderr=true&unknown=1&container=`, ''),
  get(`${pods}/p/attach?stdin=true&container=x`),
  post(`${pods}/p/attach?stderr=true&tty=yes`, ''),
  get(`${pods}/p/portforward`),
  post(`${pods}/p/portforward?ports=80&ports=0&ports=65535`, ''),
  get(`${pods}/p/proxy`),
  get(`${pods}/p/proxy/`),
  get(`${pods}/p/proxy/a/b?path=c&x=1`),
  get(`${pods}/https:p:443/proxy/a%2Fb%20c/`),
  post(`${pods}/p:x/proxy/a`, { a: 1 }),
  { method: 'PUT', path: `${pods}/p/proxy/a`, body: {} },
  { method: 'PATCH', path: `${pods}/p/proxy/a`, body: 'x', headers: { 'content-type': 'text/plain' } },
  { method: 'DELETE', path: `${pods}/p/proxy/a` },
  { method: 'OPTIONS', path: `${pods}/p/proxy/a` },
  get(`${services}/s/proxy/a`),
  get(`${services}/http:s:web/proxy/`),
  get(`${pods}/nobody/exec?command=ls`),
  get(`${pods}/p/exec?command=ls&dryRun=All`),
  get(`${pods}/p/portforward?ports=x`),
  get(`${pods}/p/log`),
];

/** A webhook that is only called for nodes of the sequence's own. */
const ofOwnNodes = {
  ...ruled(connecting('nodes/proxy')),
  matchConditions: [{ name: 'own', expression: 'request.name.contains("${NS}")' }],
};

const echoes = (kind: HookKind): RequestStep[] => [
  prepared,
  ...installed(kind, [
    hook('echo', 'echo', ruled(connecting(...connections))),
    hook('nodes', 'echo', { ...ofOwnNodes, namespaceSelector: {} }),
  ]),
  ...everyConnection,
  get(`${nodes}/\${NS}/proxy/`),
  get(`${nodes}/https:\${NS}:1/proxy/metrics`),
];

const call = (name: string): RequestStep => post(`${pods}/p/exec?command=${name}&container=c`, '');

/** Webhooks that are only called for one command, by their names. */
const forCommands = (kind: HookKind, hooks: Readonly<Record<string, object>>): RequestStep[] =>
  installed(
    kind,
    Object.entries(hooks).map(([name, more]) =>
      hook(name, 'deny-with-message', {
        ...ruled(connecting('pods/exec')),
        ...more,
        matchConditions: [
          { name: 'command', expression: `request.operation != "CONNECT" || "${name}" in object.command` },
        ],
      }),
    ),
  );

const behaving = (behaviour: string): object => ({
  clientConfig: { url: `\${WEBHOOK}/admission/${behaviour}`, caBundle: '${WEBHOOK_CA}' },
});
const unreachable = { clientConfig: { url: 'https://127.0.0.1:1/x' } };

const rules: Readonly<Record<string, object>> = {
  'all-operations': ruled({ operations: ['*'], resources: ['pods/exec'] }),
  'all-subresources': ruled(connecting('pods/*')),
  everything: ruled({ ...connecting('*/*'), apiGroups: ['*'], apiVersions: ['*'], scope: 'Namespaced' }),
  'exec-of-all': ruled(connecting('*/exec')),
  'pods-alone': ruled(connecting('pods')),
  'all-resources': ruled(connecting('*')),
  creations: ruled({ operations: ['CREATE', 'UPDATE', 'DELETE'], resources: ['pods/exec'] }),
  'cluster-scope': ruled({ ...connecting('pods/exec'), scope: 'Cluster' }),
  'namespaced-scope': ruled({ ...connecting('pods/exec'), scope: 'Namespaced' }),
  'other-version': ruled({ ...connecting('pods/exec'), apiVersions: ['v2'] }),
  exact: { matchPolicy: 'Exact' },
  'with-labels': { objectSelector: { matchLabels: { a: 'b' } } },
  'without-labels': { objectSelector: { matchExpressions: [{ key: 'a', operator: 'DoesNotExist' }] } },
  'other-namespaces': { namespaceSelector: { matchLabels: { other: 'yes' } } },
};

const failures: Readonly<Record<string, object>> = {
  allowed: behaving('allow'),
  denied: behaving('deny'),
  'with-code': behaving('deny-with-code'),
  'with-details': behaving('deny-with-details'),
  warning: behaving('warn'),
  'warning-and-denial': behaving('warn-and-deny'),
  broken: behaving('status-500'),
  'broken-and-ignored': { ...behaving('status-500'), failurePolicy: 'Ignore' },
  gone: unreachable,
  'gone-and-ignored': { ...unreachable, failurePolicy: 'Ignore' },
  'with-effects': { ...behaving('deny'), sideEffects: 'NoneOnDryRun' },
};

const patches: Readonly<Record<string, object>> = Object.fromEntries(
  [
    'other-container',
    'other-command',
    'number-as-command',
    'unknown-field',
    'label',
    'unknown-kind',
    'missing-path',
    'empty-patch',
    'object-as-patch',
    'patch-without-type',
  ].map((name) => [name, behaving(name)]),
);

const policy = (name: string, spec: object, ...bindings: object[]): BoundPolicy => ({
  name,
  spec: {
    matchConstraints: inOwnNamespace([ruleOf(connecting('pods/exec'))]),
    matchConditions: [{ name: 'command', expression: `"${name}" in object.command` }],
    ...spec,
  },
  ...(bindings.length > 0 && { bindings }),
});

const judged: readonly BoundPolicy[] = [
  policy('refused', { validations: [{ expression: 'false', message: 'no commands here' }] }),
  policy('reasoned', { validations: [{ expression: 'false', message: 'no', reason: 'Unauthorized' }] }),
  policy('described', {
    validations: [
      {
        expression: 'false',
        messageExpression:
          'request.operation + " " + request.subResource + " " + request.name + " " + object.kind + " " + object.apiVersion + " " + object.container + " " + string(object.command.size()) + " " + string(has(object.stdin)) + " " + namespaceObject.metadata.name + " " + request.kind.kind + " " + request.resource.resource + " " + string(request.dryRun)',
      },
    ],
  }),
  policy('options', { validations: [{ expression: 'request.options == null', message: 'there are options' }] }),
  policy('has-options', { validations: [{ expression: '!has(request.options)', message: 'there are options' }] }),
  policy('old', { validations: [{ expression: 'oldObject != null', message: 'there is no old object' }] }),
  policy('metadata', { validations: [{ expression: 'has(object.metadata)', message: 'there is no metadata' }] }),
  policy('failing', { validations: [{ expression: 'object.nothing == 1' }] }),
  policy('failing-ignored', { failurePolicy: 'Ignore', validations: [{ expression: 'object.nothing == 1' }] }),
  policy('authorized', {
    validations: [{ expression: 'authorizer.requestResource.check("create").allowed()', message: 'not authorized' }],
  }),
  policy('warned', { validations: [{ expression: 'false', message: 'be careful' }] }, { validationActions: ['Warn'] }),
  policy(
    'audited',
    { validations: [{ expression: 'false', message: 'noted' }] },
    { validationActions: ['Audit', 'Warn'] },
  ),
];

const patching = (expression: string): object => ({
  reinvocationPolicy: 'Never',
  mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression } }],
});

const changed: readonly BoundPolicy[] = [
  policy('container', patching('[JSONPatch{op: "add", path: "/container", value: "changed"}]')),
  policy('unknown', patching('[JSONPatch{op: "add", path: "/nothing", value: "x"}]')),
  policy('nothing', patching('[]')),
  policy('applied', {
    reinvocationPolicy: 'Never',
    mutations: [
      { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{container: "changed"}' } },
    ],
  }),
];

/** Admission of connections: which are refused, and what webhooks and policies know of them. */
export const admitted: Area = {
  name: 'admission of connections',
  sequences: [
    sequence('what mutating webhooks are sent for connections', ...echoes('Mutating')),
    sequence('what validating webhooks are sent for connections', ...echoes('Validating')),
    sequence(
      'rules for connections',
      prepared,
      ...forCommands('Validating', rules),
      ...Object.keys(rules).map(call),
      post(pods, pod('q'), { quiet: true }),
    ),
    ...(['Mutating', 'Validating'] as const).map((kind) =>
      sequence(
        `what responses of ${kind.toLowerCase()} webhooks do to connections`,
        prepared,
        ...forCommands(kind, failures),
        ...Object.keys(failures).map(call),
      ),
    ),
    sequence(
      'patches of connections',
      prepared,
      ...forCommands('Mutating', patches),
      ...Object.keys(patches).map(call),
    ),
    sequence(
      'policies that judge connections',
      prepared,
      ...inUse('Validating', judged),
      ...judged.map(({ name }) => call(name)),
      call('other'),
    ),
    sequence(
      'policies that change connections',
      prepared,
      ...inUse('Mutating', changed),
      ...changed.map(({ name }) => call(name)),
    ),
  ],
};

/** The audit events of connections that come to nothing. */
export const audited: Area = {
  name: 'audit of connections',
  server: { auditPolicy: everythingIsAudited },
  sequences: [
    sequence(
      'audited connections',
      prepared,
      auditEvents(2),
      ...[
        call('ls'),
        get(`${pods}/nobody/exec?command=ls`),
        get(`${pods}/p/log`),
        get(`${pods}/p/proxy/a`),
        get(`${services}/s/proxy`),
        { method: 'PUT', path: `${pods}/p/exec`, body: {} },
      ].map((step) => ({ ...step, quiet: true })),
      auditEvents(17),
    ),
  ],
};
