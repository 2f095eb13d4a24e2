import type { Area, RequestStep } from '../../sequence.ts';
import {
  configMap,
  configMaps,
  del,
  deployment,
  deployments,
  mergePatch,
  pod,
  pods,
  post,
  put,
  sequence,
} from '../../steps.ts';
import { definition, gear, gearRule, gears } from '../admission/hooks.ts';
import { type BoundPolicy, cased, configMapFor, inOwnNamespace, inUse, ruleOf } from './policies.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const namespaces = '/api/v1/namespaces';
const refusing = [{ expression: 'false', message: 'refused' }];
const constrained = (name: string, matchConstraints: object, ...bindings: object[]): BoundPolicy => ({
  name,
  spec: { matchConstraints, validations: [{ expression: 'false', message: `refused by ${name}` }] },
  ...(bindings.length > 0 && { bindings }),
});
const withGears: RequestStep[] = [
  post(crds, definition, { quiet: true }),
  post(gears('v1'), gear('plain', 'v1'), { quiet: true, retry: true }),
];
const labelled = (name: string, labels: object): RequestStep => post(configMaps, configMap(name, {}, { labels }));

/** The requests that policies are for. */
export const scopeOfPolicies: Area = {
  name: 'scope of validating policies',
  sequences: [
    sequence(
      'rules by operation, group, version, resource and scope',
      post(configMaps, configMap('old'), { quiet: true }),
      ...inUse('Validating', [
        constrained('updates', inOwnNamespace([ruleOf({ operations: ['UPDATE'] })])),
        constrained('apps', inOwnNamespace([ruleOf({ apiGroups: ['apps'], resources: ['*'] })])),
        constrained('cluster', inOwnNamespace([ruleOf({ scope: 'Cluster' })])),
        constrained('pods', inOwnNamespace([ruleOf({ apiVersions: ['*'], resources: ['pods/*'], operations: ['*'] })])),
      ]),
      post(configMaps, configMap('new')),
      put(`${configMaps}/old`, configMap('old', { a: '2' })),
      del(`${configMaps}/old`),
      post(deployments, deployment('d')),
      post(pods, pod('p')),
      mergePatch(`${pods}/p/status`, { status: { message: 'x' } }),
      post(`${pods}/p/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } }),
    ),
    sequence(
      'rules that exclude, and names of resources',
      post(configMaps, configMap('update-a'), { quiet: true }),
      ...inUse('Validating', [
        constrained('some', {
          ...inOwnNamespace([ruleOf({ resourceNames: ['a', 'b'] })]),
          excludeResourceRules: [ruleOf({ resourceNames: ['b'] })],
        }),
        constrained('excluding', {
          ...inOwnNamespace([ruleOf({ resources: ['*'], apiGroups: ['*'], apiVersions: ['*'] })], {
            objectSelector: { matchLabels: { x: 'excluding' } },
          }),
          excludeResourceRules: [ruleOf({ operations: ['UPDATE'] }), ruleOf({ resources: ['pods'] })],
        }),
      ]),
      ...['a', 'b', 'c'].map((name) => post(configMaps, configMap(name))),
      post(configMaps, { metadata: { generateName: 'a' } }, { withoutBody: true }),
      labelled('d', { x: 'excluding' }),
      mergePatch(`${configMaps}/update-a`, { metadata: { labels: { x: 'excluding' } } }),
      post(`${pods}?dryRun=All`, pod('p', {}, { labels: { x: 'excluding' } })),
      post(`${deployments}?dryRun=All`, deployment('d', {}, { labels: { x: 'excluding' } })),
    ),
    sequence(
      'selectors of objects and of namespaces',
      ...inUse('Validating', [
        constrained(
          'by-object',
          inOwnNamespace([ruleOf()], {
            objectSelector: { matchExpressions: [{ key: 'x', operator: 'In', values: ['1', '2'] }] },
          }),
        ),
        constrained('other-namespace', {
          resourceRules: [ruleOf()],
          namespaceSelector: { matchLabels: { nobody: 'has' } },
        }),
      ]),
      labelled('a', { x: '1' }),
      labelled('a', { x: '3' }),
      mergePatch(`${configMaps}/a`, { metadata: { labels: { x: '2' } } }),
      labelled('b', {}),
    ),
    sequence(
      'bindings narrow what policies are for',
      ...inUse('Validating', [
        cased(
          'narrowed',
          { validations: refusing },
          { matchResources: { objectSelector: { matchLabels: { y: '1' } } } },
          { matchResources: { resourceRules: [ruleOf({ operations: ['DELETE'] })] } },
          {
            matchResources: {
              resourceRules: [ruleOf({ resourceNames: ['named'] })],
              excludeResourceRules: [ruleOf({ operations: ['UPDATE'] })],
            },
          },
        ),
      ]),
      labelled('a', { case: 'narrowed', y: '1' }),
      labelled('b', { case: 'narrowed' }),
      labelled('named', { case: 'narrowed' }),
      del(`${configMaps}/b`),
    ),
    sequence(
      'policies for other versions',
      ...withGears,
      ...inUse('Validating', [
        {
          name: 'equivalent',
          spec: {
            matchConstraints: inOwnNamespace([ruleOf(gearRule('v2'))], {
              objectSelector: { matchLabels: { policy: 'equivalent' } },
            }),
            validations: [
              {
                expression: 'false',
                messageExpression:
                  'object.apiVersion + " " + request.kind.version + " " + request.resource.version + " " + request.requestKind.version + " " + request.requestResource.version',
              },
            ],
          },
        },
        {
          name: 'exact',
          spec: {
            matchConstraints: inOwnNamespace([ruleOf(gearRule('v2'))], {
              matchPolicy: 'Exact',
              objectSelector: { matchLabels: { policy: 'exact' } },
            }),
            validations: [{ expression: 'false', messageExpression: 'object.apiVersion' }],
          },
        },
        {
          name: 'conditional',
          spec: {
            matchConstraints: inOwnNamespace([ruleOf(gearRule('v2'))], {
              objectSelector: { matchLabels: { policy: 'conditional' } },
            }),
            matchConditions: [
              { name: 'c', expression: 'request.kind.version == "v2" && request.resource.version == "v1"' },
            ],
            validations: [{ expression: 'false', messageExpression: 'object.apiVersion' }],
          },
        },
      ]),
      ...['equivalent', 'exact', 'conditional'].flatMap((policy) =>
        ['v1', 'v2'].map((version) =>
          post(`${gears(version)}?dryRun=All`, gear('a', version, {}, { labels: { policy } })),
        ),
      ),
    ),
    sequence(
      'namespaces, and objects without one',
      ...inUse('Validating', [
        {
          name: 'namespaces',
          spec: {
            matchConstraints: {
              resourceRules: [ruleOf({ resources: ['namespaces'], operations: ['CREATE'] })],
              objectSelector: { matchLabels: { case: '${NS}' } },
            },
            validations: [
              {
                expression: 'namespaceObject != null',
                messageExpression:
                  '"namespace " + request.namespace + " " + request.name + " " + string(namespaceObject == null)',
              },
            ],
          },
        },
      ]),
      post(`${namespaces}?dryRun=All`, { metadata: { name: '${NS}-x', labels: { case: '${NS}' } } }),
    ),
    sequence(
      'policies are not for themselves, nor for reviews',
      ...inUse('Validating', [
        {
          name: 'everything',
          spec: {
            matchConstraints: {
              resourceRules: [ruleOf({ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: ['*'] })],
              objectSelector: { matchLabels: { case: '${NS}' } },
            },
            validations: refusing,
          },
        },
        {
          name: 'reviews',
          spec: {
            matchConstraints: {
              resourceRules: [
                ruleOf({
                  apiGroups: ['authorization.k8s.io'],
                  apiVersions: ['*'],
                  resources: ['*'],
                  operations: ['*'],
                }),
              ],
            },
            validations: refusing,
          },
        },
      ]),
      post('/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies?dryRun=All', {
        metadata: { name: '${NS}-x', labels: { case: '${NS}' } },
        spec: { matchConstraints: { resourceRules: [ruleOf()] }, validations: refusing },
      }),
      post('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?dryRun=All', {
        metadata: { name: '${NS}-x', labels: { case: '${NS}' } },
      }),
      post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { nonResourceAttributes: { path: '/x', verb: 'get' } },
      }),
    ),
    sequence(
      'a policy without a binding, and a binding without a policy',
      ...inUse('Validating', [{ ...cased('unbound', { validations: refusing }), bindings: [] }]),
      configMapFor('unbound'),
    ),
    sequence(
      'a policy that changes, and one that ends',
      ...inUse('Validating', [cased('changing', { validations: [{ expression: 'false', message: 'before' }] })]),
      configMapFor('changing'),
      mergePatch(
        '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/${NS}-changing',
        { spec: { validations: [{ expression: 'false', message: 'after' }] } },
        { quiet: true },
      ),
      post(`${configMaps}?dryRun=All`, configMap('changing', {}, { labels: { case: 'changing' } }), { shows: 'after' }),
      del('/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/${NS}-changing', undefined, {
        quiet: true,
      }),
      post(`${configMaps}?dryRun=All`, configMap('changing', {}, { labels: { case: 'changing' } }), { until: 201 }),
    ),
  ],
};
