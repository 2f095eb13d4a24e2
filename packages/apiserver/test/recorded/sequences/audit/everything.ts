import type { Area, RequestStep, Step } from '../../sequence.ts';
import {
  apply,
  auditEvents,
  configMap,
  configMaps,
  del,
  deployments,
  get,
  jsonPatch,
  mergePatch,
  pod,
  pods,
  post,
  put,
  sequence,
  signToken,
  startWatch,
  strategicPatch,
  watch,
  widgets,
} from '../../steps.ts';

/** Requests whose answers other areas compare: here only their audit events are. */
export const audited = (events: number, ...requests: readonly Step[]): Step[] => [
  ...requests.map((step) => ('method' in step ? { ...step, quiet: true } : step)),
  auditEvents(events),
];

const as = (name: string, headers: Record<string, string> = {}): Pick<RequestStep, 'headers'> => ({
  headers: { 'impersonate-user': name, ...headers },
});
const anonymous = { headers: { authorization: 'Basic dXNlcjpzZWNyZXQ=' } };
const bearer = { headers: { authorization: 'Bearer ${token}' } };
const table = { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } };
const deployment = {
  metadata: { name: 'd' },
  spec: {
    selector: { matchLabels: { app: 'd' } },
    template: { metadata: { labels: { app: 'd' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
};
const protobuf = 'application/vnd.kubernetes.protobuf';
const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const accounts = '/api/v1/namespaces/${NS}/serviceaccounts';

/** A policy with the highest level for all requests, except those that ask whether the server is ready. */
export const everythingIsAudited: object = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  rules: [{ level: 'None', nonResourceURLs: ['/readyz*'] }, { level: 'RequestResponse' }],
};

/** The audit events of every request, with everything that they can show. */
export const everything: Area = {
  name: 'audit of everything',
  server: {
    auditPolicy: everythingIsAudited,
  },
  sequences: [
    sequence(
      'audited writes of an object',
      ...audited(
        16,
        post(configMaps, configMap('a', { x: '1' }, { labels: { a: 'b' } })),
        get(`${configMaps}/a`),
        put(`${configMaps}/a`, configMap('a', { x: '2' })),
        mergePatch(`${configMaps}/a`, { data: { y: '1' } }),
        jsonPatch(`${configMaps}/a`, [{ op: 'add', path: '/data/z', value: '1' }]),
        strategicPatch(`${configMaps}/a`, '{"data": {"z":  null}}\n'),
        apply(`${configMaps}/b`, 'me', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } }),
        del(`${configMaps}/b`),
      ),
    ),
    sequence(
      'audited writes with identities and generated names',
      post(configMaps, { metadata: { generateName: 'gen-' } }, { save: { generated: 'metadata.name' } }),
      auditEvents(2),
      post(configMaps, configMap('a'), { save: { uid: 'metadata.uid', version: 'metadata.resourceVersion' } }),
      auditEvents(2),
      ...audited(
        6,
        put(`${configMaps}/a`, {
          ...configMap('a', { x: '2' }),
          metadata: { name: 'a', uid: '${uid}', resourceVersion: '${version}' },
        }),
        del(`${configMaps}/a`, { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: '${uid}' } }),
        del(configMaps, { propagationPolicy: 'Background', gracePeriodSeconds: 0 }),
      ),
    ),
    sequence(
      'audited patches that are not JSON',
      ...audited(
        4,
        apply(`${configMaps}/a`, 'me', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: "1"\n'),
        mergePatch(`${configMaps}/a`, '{"data":'),
        mergePatch(`${configMaps}/a`, '{}'),
      ),
    ),
    sequence(
      'audited kinds with defaults',
      ...audited(
        12,
        post(deployments, deployment),
        post(pods, pod('p')),
        get(`${deployments}/d/scale`),
        put(`${deployments}/d/scale`, {
          apiVersion: 'autoscaling/v1',
          kind: 'Scale',
          metadata: { name: 'd', namespace: '${NS}' },
          spec: { replicas: 2 },
        }),
        mergePatch(`${deployments}/d/status`, { status: { replicas: 1 } }),
        del(`${deployments}/d?propagationPolicy=Foreground`),
      ),
    ),
    sequence(
      'audited subresources of pods',
      ...audited(
        11,
        post(pods, pod('p')),
        post(`${pods}/p/binding`, { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } }),
        post(`${pods}/p/eviction`, {
          apiVersion: 'policy/v1',
          kind: 'Eviction',
          metadata: { name: 'p' },
          deleteOptions: { gracePeriodSeconds: 0 },
        }),
        get(`${pods}/p/status`),
        get(`${pods}/none/log?container=c`),
      ),
    ),
    sequence(
      'audited custom objects',
      ...audited(
        10,
        post(widgets, {
          apiVersion: 'lab.example.com/v1',
          kind: 'Widget',
          metadata: { name: 'w' },
          spec: { color: 'red' },
        }),
        post(widgets, {
          apiVersion: 'lab.example.com/v1',
          kind: 'Widget',
          metadata: { name: 'unknown' },
          spec: { color: 'red', unknown: 1 },
        }),
        mergePatch(`${widgets}/w`, { spec: { color: 'blue' } }),
        get(widgets),
        del(`${widgets}/w`),
      ),
    ),
    sequence(
      'audited secrets',
      ...audited(
        4,
        post('/api/v1/namespaces/${NS}/secrets', { metadata: { name: 's' }, stringData: { password: 'hidden' } }),
        get('/api/v1/namespaces/${NS}/secrets/s'),
      ),
    ),
    sequence(
      'audited namespaces',
      ...audited(
        4,
        get('/api/v1/namespaces/${NS}'),
        mergePatch('/api/v1/namespaces/${NS}', { metadata: { labels: { a: 'b' } } }),
      ),
    ),
    sequence(
      'audited errors',
      ...audited(
        22,
        get(`${configMaps}/none`),
        post(configMaps, configMap('a')),
        post(configMaps, configMap('a')),
        post(configMaps, configMap('UPPER')),
        post(configMaps, '{"data":'),
        post(configMaps, 'x', { headers: { 'content-type': 'text/plain' } }),
        post(configMaps, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } }),
        post(`${configMaps}?fieldValidation=Strict`, { ...configMap('strict'), unknown: 1 }),
        get(`${configMaps}/a`, { headers: { accept: 'text/plain' } }),
        get(`${configMaps}?limit=x`),
        put(configMaps, configMap('a')),
      ),
    ),
    sequence(
      'audited lists and forms',
      ...audited(
        16,
        post(configMaps, configMap('a')),
        get(configMaps),
        get(`${configMaps}?fieldSelector=metadata.name%3Da`),
        get(`${configMaps}/a`, table),
        get(configMaps, table),
        get(`${configMaps}/a`, { headers: { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' } }),
        get(`${configMaps}/a?pretty=true`, { headers: { accept: protobuf } }),
        { method: 'HEAD', path: `${configMaps}/a` },
      ),
    ),
    sequence(
      'audited objects in other encodings',
      ...audited(
        4,
        post(
          configMaps,
          { apiVersion: 'v1', kind: 'ConfigMap', ...configMap('p') },
          { headers: { 'content-type': protobuf } },
        ),
        post(configMaps, 'metadata:\n  name: y\n', {
          headers: { 'content-type': 'application/yaml', accept: 'application/yaml' },
        }),
      ),
    ),
    sequence(
      'audited watches',
      ...audited(5, post(configMaps, configMap('a')), watch(`${configMaps}?fieldSelector=metadata.name%3Da`)),
      ...audited(5, startWatch('open', configMaps), watch(`${configMaps}?resourceVersion=x`)),
    ),
    sequence(
      'audited reviews and tokens',
      ...audited(
        8,
        post(reviews, { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }),
        post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {}),
        post(accounts, { metadata: { name: 'a' } }),
        post(`${accounts}/none/token`, { spec: {} }),
      ),
      ...audited(
        10,
        post(`${accounts}/a/token`, { spec: {} }, { save: { token: 'status.token' } }),
        post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, bearer),
        get(`${configMaps}/a`, bearer),
        get('/.well-known/openid-configuration'),
        get('/openid/v1/jwks'),
      ),
    ),
    sequence(
      'audited paths without a resource',
      ...audited(
        16,
        get('/healthz'),
        get('/version'),
        get('/apis/coordination.k8s.io', { headers: { accept: 'application/json' } }),
        get('/apis/coordination.k8s.io/v1'),
        get('/openapi/v3/apis/coordination.k8s.io'),
        get('/none?a=b'),
        post('/version', ''),
        get('/apis/none.example.com/v1/things'),
      ),
    ),
    sequence(
      'audited users',
      ...audited(
        17,
        get('/apis/apps', as('bob')),
        get(
          `${configMaps}/a`,
          as('bob', { 'impersonate-group': 'one\ntwo', 'impersonate-extra-example.com%2fscopes': 'x' }),
        ),
        get(`${configMaps}/a`, as('system:serviceaccount:${NS}:a')),
        get(`${configMaps}/a`, { headers: { 'impersonate-group': 'one' } }),
        get('/version', anonymous),
        get(`${configMaps}/a`, anonymous),
        post(configMaps, configMap('a'), anonymous),
        get(`${configMaps}/a`, { headers: { authorization: 'Bearer unknown' } }),
        get(`${configMaps}/a`, { headers: { ...anonymous.headers, 'impersonate-user': 'bob' } }),
      ),
    ),
    sequence(
      'heads of audited requests',
      ...audited(
        11,
        get('/version?a=%20b&c', { headers: { 'audit-id': '${NS}-given' } }),
        get('/version', { headers: { 'user-agent': 'u'.repeat(1025) } }),
        get('/version', { headers: { 'x-forwarded-for': '10.0.0.1, nonsense, ::1', 'x-real-ip': '10.0.0.2' } }),
        get('/version', { headers: { 'x-forwarded-for': '127.0.0.1' } }),
        get(`${configMaps}/a?timeout=none`),
        get(`${configMaps}/a?timeout=5s`),
      ),
    ),
    sequence(
      'audited uses of tokens in secrets',
      post(accounts, { metadata: { name: 'a' } }, { save: { uid: 'metadata.uid' }, quiet: true }),
      signToken('token', 's', { name: 'a', uid: '${uid}' }),
      auditEvents(2),
      ...audited(1, get(configMaps, bearer)),
      ...audited(
        2,
        post('/api/v1/namespaces/${NS}/secrets', {
          metadata: { name: 's', annotations: { 'kubernetes.io/service-account.name': 'a' } },
          type: 'kubernetes.io/service-account-token',
          data: { token: '${token_base64}' },
        }),
      ),
      ...audited(2, get(configMaps, bearer)),
      ...audited(2, post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: '${token}' } })),
    ),
    sequence('audited requests for deprecated kinds', ...audited(2, get('/api/v1/namespaces/${NS}/endpoints'))),
  ],
};
