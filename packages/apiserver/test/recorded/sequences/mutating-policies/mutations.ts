import type { Area, RequestStep } from '../../sequence.ts';
import {
  apply,
  configMap,
  configMaps,
  deployment,
  deployments,
  get,
  mergePatch,
  pod,
  pods,
  post,
  sequence,
} from '../../steps.ts';
import { definition, gear, gearRule, gears, hook, installed } from '../admission/hooks.ts';
import {
  type BoundPolicy,
  cased,
  configMapFor,
  inOwnNamespace,
  inUse,
  ruleOf,
} from '../validating-policies/policies.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const patching = (expression: string): object => ({ patchType: 'JSONPatch', jsonPatch: { expression } });
const applying = (expression: string): object => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});

/** Policies with one mutation each, by name. */
const mutating = (cases: Readonly<Record<string, object>>, more: object = {}): BoundPolicy[] =>
  Object.entries(cases).map(([name, mutation]) => cased(name, { mutations: [mutation], ...more }));
const posting = (cases: object): RequestStep[] => Object.keys(cases).map((name) => configMapFor(name));
const podRule = ruleOf({ resources: ['pods'] });
const onPods = (name: string, mutation: object): BoundPolicy => ({
  name,
  spec: {
    matchConstraints: inOwnNamespace([podRule], { objectSelector: { matchLabels: { case: name } } }),
    mutations: [mutation],
  },
});
const podFor = (name: string, spec: object = {}): RequestStep =>
  post(`${pods}?dryRun=All`, pod(name, spec, { labels: { case: name } }));

const patches = {
  add: patching('[JSONPatch{op: "add", path: "/data/b", value: "2"}]'),
  'add-key': patching(
    '[JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("example.com/a~b"), value: "2"}]',
  ),
  'add-map': patching('[JSONPatch{op: "add", path: "/metadata/annotations", value: {"x": "y"}}]'),
  'add-object': patching('[JSONPatch{op: "add", path: "/metadata", value: Object.metadata{name: "x"}}]'),
  replace: patching(
    '[JSONPatch{op: "test", path: "/data/a", value: "1"}, JSONPatch{op: "replace", path: "/data/a", value: object.data.a + "!"}]',
  ),
  'test-fails': patching(
    '[JSONPatch{op: "add", path: "/data/b", value: "2"}, JSONPatch{op: "test", path: "/data/a", value: "2"}]',
  ),
  'test-missing': patching('[JSONPatch{op: "test", path: "/data/nothing", value: "2"}]'),
  remove: patching('[JSONPatch{op: "remove", path: "/data/a"}]'),
  'remove-missing': patching('[JSONPatch{op: "remove", path: "/data/nothing"}]'),
  copy: patching(
    '[JSONPatch{op: "copy", from: "/data/a", path: "/data/b"}, JSONPatch{op: "move", from: "/data/a", path: "/data/c"}]',
  ),
  'wrong-op': patching('[JSONPatch{op: "shift", path: "/data/a"}]'),
  'wrong-type': patching('[JSONPatch{op: "add", path: "/data/b", value: 2}]'),
  'wrong-value': patching('[JSONPatch{op: "add", path: "/data/b", value: dyn([1])}]'),
  'unknown-field': patching('[JSONPatch{op: "add", path: "/nothing", value: "2"}]'),
  'wrong-object': patching('[JSONPatch{op: "add", path: "/data", value: Object{a: Object.b{}}}]'),
  'dynamic-op': patching('[JSONPatch{op: dyn(1), path: "/data/b"}]'),
  'no-path': patching('[JSONPatch{op: "remove"}]'),
  'other-kind': patching('[JSONPatch{op: "replace", path: "/kind", value: "Secret"}]'),
  name: patching('[JSONPatch{op: "replace", path: "/metadata/name", value: "other"}]'),
  namespace: patching('[JSONPatch{op: "add", path: "/metadata/namespace", value: "default"}]'),
  nothing: patching('[]'),
  'same-value': patching('[JSONPatch{op: "replace", path: "/data/a", value: "1"}]'),
  null: patching('[JSONPatch{op: "add", path: "/metadata/annotations", value: null}]'),
  invalid: patching('[JSONPatch{op: "add", path: "/metadata/labels/a", value: "not valid!"}]'),
};

const configurations = {
  labels: applying('Object{metadata: Object.metadata{labels: {"a": "b"}}}'),
  data: applying('Object{data: {"b": object.data.a}}'),
  typed: applying('Object{data: Object.data{b: "2"}}'),
  optional: applying('Object{data: Object.data{?b: object.data[?"nothing"], ?c: object.data[?"a"]}}'),
  'not-optional': applying('Object{data: Object.data{?b: dyn("x")}}'),
  number: applying('Object{data: {"b": 2}}'),
  unknown: applying('Object{nothing: 1}'),
  'unknown-metadata': applying('Object{metadata: Object.metadata{nothing: 1}}'),
  misnamed: applying('Object{metadata: Object.other{labels: {"a": "b"}}}'),
  'misnamed-inside': applying('Object{metadata: Object.metadata{labels: Object.metadata.label{a: "b"}}}'),
  empty: applying('Object{}'),
  failing: applying('Object{data: {"b": object.data.nothing}}'),
  kind: applying('Object{kind: "Secret", apiVersion: "v2"}'),
  boolean: applying('Object{immutable: true}'),
  text: applying('Object{immutable: "yes"}'),
  list: applying('Object{metadata: Object.metadata{finalizers: ["example.com/a"]}}'),
};

const onSpecs: Readonly<Record<string, object>> = {
  sidecar: applying(
    'Object{spec: Object.spec{initContainers: [Object.spec.initContainers{name: "proxy", image: "p:1", args: ["a", "b"], restartPolicy: "Always"}]}}',
  ),
  merged: applying(
    'Object{spec: Object.spec{containers: [Object.spec.containers{name: "c", env: [Object.spec.containers.env{name: "A", value: "1"}]}]}}',
  ),
  'every-container': applying(
    'Object{spec: Object.spec{containers: object.spec.containers.map(c, Object.spec.containers{name: c.name, imagePullPolicy: "Never"})}}',
  ),
  atomic: applying('Object{spec: Object.spec{tolerations: [Object.spec.tolerations{key: "a", operator: "Exists"}]}}'),
  'atomic-map': applying('Object{spec: Object.spec{nodeSelector: {"a": "b"}}}'),
  'no-key': applying('Object{spec: Object.spec{containers: [Object.spec.containers{image: "x"}]}}'),
  twice: applying(
    'Object{spec: Object.spec{containers: [Object.spec.containers{name: "c"}, Object.spec.containers{name: "c"}]}}',
  ),
  'as-text': applying('Object{spec: Object.spec{priority: "high"}}'),
  'as-list': applying('Object{spec: Object.spec{containers: "all"}}'),
  copied: applying(
    'Object{spec: Object.spec{containers: [Object.spec.containers{name: "extra", image: object.spec.containers[0].image, ports: object.spec.containers[0].?ports.orValue([])}]}}',
  ),
  patched: patching(
    '[JSONPatch{op: "add", path: "/spec/containers/-", value: Object.spec.containers{name: "d", image: "e", resources: Object.spec.containers.resources{limits: {"cpu": "1"}}}}]',
  ),
};

/** What mutating policies change. */
export const mutationsOfPolicies: Area = {
  name: 'mutations of mutating policies',
  sequences: [
    sequence('JSON patches', ...inUse('Mutating', mutating(patches)), ...posting(patches)),
    sequence('apply configurations', ...inUse('Mutating', mutating(configurations)), ...posting(configurations)),
    sequence(
      'mutations that fail, of policies whose failures are ignored',
      ...inUse('Mutating', [
        ...mutating(
          {
            'ignored-patch': patching('[JSONPatch{op: "remove", path: "/data/nothing"}]'),
            'ignored-configuration': applying('Object{nothing: 1}'),
            'ignored-expression': applying('Object{data: {"b": object.data.nothing}}'),
            'ignored-decoding': patching('[JSONPatch{op: "add", path: "/nothing", value: "2"}]'),
          },
          { failurePolicy: 'Ignore' },
        ),
        cased('ignored-half', {
          failurePolicy: 'Ignore',
          mutations: [
            applying('Object{data: {"b": "2"}}'),
            applying('Object{nothing: 1}'),
            applying('Object{data: {"c": object.data.b}}'),
          ],
        }),
      ]),
      ...['ignored-patch', 'ignored-configuration', 'ignored-expression', 'ignored-decoding', 'ignored-half'].map(
        (name) => configMapFor(name),
      ),
    ),
    sequence(
      'the specifications of pods',
      ...inUse(
        'Mutating',
        Object.entries(onSpecs).map(([name, mutation]) => onPods(name, mutation)),
      ),
      ...Object.keys(onSpecs).map((name) => podFor(name)),
    ),
    sequence(
      'mutations of one policy follow each other',
      ...inUse('Mutating', [
        cased('several', {
          variables: [{ name: 'count', expression: 'size(object.data)' }],
          mutations: [
            applying('Object{data: {"b": "count " + string(variables.count)}}'),
            patching(
              '[JSONPatch{op: "add", path: "/data/c", value: object.data.b + ", then " + string(variables.count)}]',
            ),
            applying('Object{data: {"d": oldObject == null ? "created" : "updated"}}'),
          ],
        }),
        cased('several-errors', {
          mutations: [applying('Object{nothing: 1}'), applying('Object{data: {"b": object.data.nothing}}')],
        }),
      ]),
      configMapFor('several'),
      configMapFor('several-errors'),
      mergePatch(`${configMaps}/several`, { data: { a: '2' } }),
      apply(`${configMaps}/several`, 'me', configMap('several', { e: '5' })),
      get(`${configMaps}/several`),
    ),
    sequence(
      'match conditions, parameters and the request',
      post(configMaps, configMap('params', { label: 'from-params' }), { quiet: true }),
      ...inUse('Mutating', [
        cased('met', {
          matchConditions: [{ name: 'a', expression: 'object.data.a == "1"' }],
          mutations: [applying('Object{data: {"b": "2"}}')],
        }),
        cased('unmet', {
          matchConditions: [{ name: 'a', expression: 'object.data.a == "2"' }],
          mutations: [applying('Object{data: {"b": "2"}}')],
        }),
        cased('failing-condition', {
          matchConditions: [{ name: 'a', expression: 'object.data.nothing == "2"' }],
          mutations: [applying('Object{data: {"b": "2"}}')],
        }),
        cased(
          'with-params',
          {
            paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
            mutations: [applying('Object{data: {"b": params.data.label}}')],
          },
          { paramRef: { name: 'params', parameterNotFoundAction: 'Deny' } },
        ),
        cased(
          'without-params',
          {
            paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
            mutations: [applying('Object{data: {"b": params.data.label}}')],
          },
          { paramRef: { name: 'nothing', parameterNotFoundAction: 'Deny' } },
        ),
        cased(
          'with-unknown-params',
          { paramKind: { apiVersion: 'v1', kind: 'Nothing' }, mutations: [applying('Object{}')] },
          { paramRef: { name: 'nothing', parameterNotFoundAction: 'Deny' } },
        ),
        cased('requested', {
          mutations: [
            applying(
              'Object{data: {"b": request.operation + " " + request.resource.resource + " " + namespaceObject.metadata.name + " " + string(authorizer.requestResource.check("create").allowed())}}',
            ),
          ],
        }),
      ]),
      ...['met', 'unmet', 'failing-condition', 'with-params', 'without-params', 'with-unknown-params', 'requested'].map(
        (name) => configMapFor(name),
      ),
    ),
    sequence(
      'custom objects',
      post(crds, definition, { quiet: true }),
      post(gears('v1'), gear('plain', 'v1'), { quiet: true, retry: true }),
      ...inUse('Mutating', [
        {
          name: 'gears',
          spec: {
            matchConstraints: inOwnNamespace([ruleOf(gearRule('v1'))], {
              objectSelector: { matchLabels: { policy: 'gears' } },
            }),
            mutations: [patching('[JSONPatch{op: "add", path: "/spec/teeth", value: 7}]')],
          },
        },
        {
          name: 'gears-of-v2',
          spec: {
            matchConstraints: inOwnNamespace([ruleOf(gearRule('v2'))], {
              objectSelector: { matchLabels: { policy: 'gears-of-v2' } },
            }),
            mutations: [patching('[JSONPatch{op: "add", path: "/metadata/labels/seen", value: request.kind.version}]')],
          },
        },
        {
          name: 'invalid-gears',
          spec: {
            matchConstraints: inOwnNamespace([ruleOf(gearRule('v1'))], {
              objectSelector: { matchLabels: { policy: 'invalid' } },
            }),
            mutations: [
              patching(
                '[JSONPatch{op: "add", path: "/spec/teeth", value: "many"}, JSONPatch{op: "add", path: "/spec/other", value: 1}]',
              ),
            ],
          },
        },
      ]),
      // The real server looks for new schemas every five seconds.
      ...['v1', 'v2'].map((version) =>
        post(
          `${gears(version)}?dryRun=All`,
          gear('a', version, {}, { labels: { policy: version === 'v1' ? 'gears' : 'gears-of-v2' } }),
          {
            quiet: true,
            until: 201,
          },
        ),
      ),
      post(gears('v1'), gear('a', 'v1', {}, { labels: { policy: 'gears' } })),
      post(gears('v2'), gear('b', 'v2', {}, { labels: { policy: 'gears' } })),
      post(gears('v1'), gear('c', 'v1', {}, { labels: { policy: 'gears-of-v2' } })),
      post(gears('v1'), gear('d', 'v1', {}, { labels: { policy: 'invalid' } })),
    ),
    sequence(
      'subresources',
      post(deployments, deployment('d'), { quiet: true }),
      post(pods, pod('p'), { quiet: true }),
      ...inUse('Mutating', [
        {
          name: 'scale',
          spec: {
            matchConstraints: inOwnNamespace([ruleOf({ apiGroups: ['apps'], resources: ['deployments/scale'] })]),
            mutations: [patching('[JSONPatch{op: "replace", path: "/spec/replicas", value: 3}]')],
          },
        },
        {
          name: 'status',
          spec: {
            matchConstraints: inOwnNamespace([ruleOf({ resources: ['pods/status'] })]),
            mutations: [applying('Object{status: Object.status{reason: "Mutated"}}')],
          },
        },
        {
          name: 'eviction',
          spec: {
            matchConstraints: inOwnNamespace([ruleOf({ resources: ['pods/eviction'] })]),
            mutations: [applying('Object{metadata: Object.metadata{labels: {"a": "b"}}}')],
          },
        },
        {
          name: 'binding',
          spec: {
            matchConstraints: inOwnNamespace([ruleOf({ resources: ['pods/binding'] })]),
            mutations: [applying('Object{target: Object.target{name: "other"}}')],
          },
        },
      ]),
      mergePatch(`${deployments}/d/scale`, { spec: { replicas: 9 } }),
      get(`${deployments}/d`),
      mergePatch(`${pods}/p/status`, { status: { message: 'x' } }),
      post(`${pods}/p/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } }),
      post(`${pods}/p/binding`, {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: 'p' },
        target: { kind: 'Node', name: 'n' },
      }),
      get(`${pods}/p`),
    ),
    sequence(
      'apply configurations of subresources with kinds of their own',
      post(deployments, deployment('d'), { quiet: true }),
      ...inUse('Mutating', [
        {
          name: 'apply-scale',
          spec: {
            matchConstraints: inOwnNamespace([ruleOf({ apiGroups: ['apps'], resources: ['deployments/scale'] })]),
            mutations: [applying('Object{spec: Object.spec{replicas: 3}}')],
          },
        },
      ]),
      mergePatch(`${deployments}/d/scale`, { spec: { replicas: 9 } }),
    ),
    sequence(
      'policies and webhooks, in rounds',
      ...inUse('Mutating', [
        cased('again', {
          reinvocationPolicy: 'IfNeeded',
          mutations: [patching('[JSONPatch{op: "replace", path: "/data/trace", value: object.data.trace + "p"}]')],
        }),
        cased('once', {
          reinvocationPolicy: 'Never',
          mutations: [patching('[JSONPatch{op: "replace", path: "/data/trace", value: object.data.trace + "q"}]')],
        }),
        cased('again-nothing', {
          reinvocationPolicy: 'IfNeeded',
          mutations: [patching('[JSONPatch{op: "add", path: "/data/x", value: "1"}]')],
        }),
      ]),
      configMapFor('again', { trace: '' }),
      configMapFor('once', { trace: '' }),
      configMapFor('again-nothing', { trace: '' }),
      ...installed('Mutating', [
        hook('one', 'a', {
          reinvocationPolicy: 'IfNeeded',
          objectSelector: { matchExpressions: [{ key: 'case', operator: 'Exists' }] },
        }),
      ]),
      post(configMaps, configMap('again-2', { trace: '' }, { labels: { case: 'again' } })),
      post(configMaps, configMap('once-2', { trace: '' }, { labels: { case: 'once' } })),
    ),
    sequence(
      'a dry run changes nothing',
      ...inUse('Mutating', [
        cased('dry', { mutations: [applying('Object{data: {"b": request.dryRun ? "dry" : "wet"}}')] }),
      ]),
      post(`${configMaps}?dryRun=All`, configMap('dry', {}, { labels: { case: 'dry' } })),
      get(`${configMaps}/dry`),
      configMapFor('dry'),
    ),
    sequence(
      'costs',
      ...inUse('Mutating', [
        cased('costly', {
          mutations: [
            applying(
              'Object{data: {"b": [1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, [1,2,3,4,5,6,7,8,9,10].all(c, [1,2,3,4,5,6,7,8,9,10].all(d, [1,2,3,4,5,6,7,8,9,10].all(e, [1,2,3,4,5,6,7,8,9,10].all(f, true)))))) ? "x" : "y"}}',
            ),
          ],
        }),
      ]),
      configMapFor('costly'),
    ),
  ],
};
