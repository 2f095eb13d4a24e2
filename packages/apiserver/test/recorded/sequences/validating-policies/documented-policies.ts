import type { Area, RequestStep } from '../../sequence.ts';
import { configMap, configMaps, deployment, deployments, mergePatch, post, sequence } from '../../steps.ts';
import { inUse, ruleOf } from './policies.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const limits = '/apis/${NS}.example.com/v1/namespaces/${NS}/replicalimits';
const deploymentRule = ruleOf({ apiGroups: ['apps'], resources: ['deployments'] });
/** The namespace of the sequence is the one for tests. */
const inTestNamespace: RequestStep = mergePatch(
  '/api/v1/namespaces/${NS}',
  { metadata: { labels: { environment: '${NS}-test' } } },
  { quiet: true },
);
const forTests = { matchResources: { namespaceSelector: { matchLabels: { environment: '${NS}-test' } } } };
const onDeployments = { matchConstraints: { resourceRules: [deploymentRule] } };
const create = (name: string, spec: object): RequestStep => post(`${deployments}?dryRun=All`, deployment(name, spec));
const withImages = (name: string, images: readonly string[], labels: object = {}): RequestStep =>
  create(name, {
    template: {
      metadata: { labels: { app: name, ...labels } },
      spec: { containers: images.map((image, index) => ({ name: `c${index}`, image })) },
    },
  });

const replicaLimits: object = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'replicalimits.${NS}.example.com' },
  spec: {
    group: '${NS}.example.com',
    scope: 'Namespaced',
    names: { plural: 'replicalimits', kind: 'ReplicaLimit' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { maxReplicas: { type: 'integer' } } } },
      },
    ],
  },
};

/** The kinds of policies that the documentation of Kubernetes shows, each with the outcome that it describes. */
export const documentedPolicies: Area = {
  name: 'documented validating policies',
  sequences: [
    sequence(
      'at most five replicas, where the environment is for tests',
      inTestNamespace,
      ...inUse('Validating', [
        {
          name: 'five',
          spec: { ...onDeployments, validations: [{ expression: 'object.spec.replicas <= 5' }] },
          bindings: [forTests],
        },
      ]),
      create('few', { replicas: 5 }),
      create('many', { replicas: 6 }),
      post('/apis/apps/v1/namespaces/default/deployments?dryRun=All', deployment('many', { replicas: 6 })),
    ),
    sequence(
      'as many replicas as a custom object says',
      inTestNamespace,
      post(crds, replicaLimits, { quiet: true }),
      post(
        limits,
        { apiVersion: '${NS}.example.com/v1', kind: 'ReplicaLimit', metadata: { name: 'limit' }, maxReplicas: 3 },
        { quiet: true, retry: true },
      ),
      ...inUse('Validating', [
        {
          name: 'limited',
          spec: {
            // Until its kind of parameters is found, it refuses everything that it matches, of other sequences too.
            matchConstraints: {
              resourceRules: [deploymentRule],
              namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '${NS}' } },
            },
            paramKind: { apiVersion: '${NS}.example.com/v1', kind: 'ReplicaLimit' },
            validations: [
              {
                expression: 'object.spec.replicas <= params.maxReplicas',
                messageExpression: "'object.spec.replicas must be no greater than ' + string(params.maxReplicas)",
                reason: 'Invalid',
              },
            ],
          },
          bindings: [{ ...forTests, paramRef: { name: 'limit', namespace: '${NS}', parameterNotFoundAction: 'Deny' } }],
        },
      ]),
      // The real server finds new kinds of parameters within half a minute.
      post(`${deployments}?dryRun=All`, deployment('three', { replicas: 3 }), { quiet: true, until: 201 }),
      create('three', { replicas: 3 }),
      create('four', { replicas: 4 }),
      mergePatch(`${limits}/limit`, { maxReplicas: 4 }, { quiet: true }),
      post(`${deployments}?dryRun=All`, deployment('four', { replicas: 4 }), { until: 201 }),
    ),
    sequence(
      'no parameters, no limit',
      inTestNamespace,
      ...inUse('Validating', [
        {
          name: 'optional',
          spec: {
            ...onDeployments,
            paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
            validations: [
              {
                expression:
                  '!has(params.data) || !has(params.data.maxReplicas) || object.spec.replicas <= int(params.data.maxReplicas)',
              },
            ],
          },
          bindings: [
            {
              ...forTests,
              paramRef: { selector: { matchLabels: { for: 'limits' } }, parameterNotFoundAction: 'Allow' },
            },
          ],
        },
      ]),
      create('many', { replicas: 9 }),
      post(configMaps, configMap('limits', { maxReplicas: '8' }, { labels: { for: 'limits' } }), { quiet: true }),
      post(`${deployments}?dryRun=All`, deployment('many', { replicas: 9 }), { until: 422 }),
      create('fewer', { replicas: 8 }),
    ),
    sequence(
      'conditions that leave requests out',
      ...inUse('Validating', [
        {
          name: 'conditional',
          spec: {
            matchConstraints: {
              resourceRules: [ruleOf({ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: ['*'] })],
              namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '${NS}' } },
            },
            matchConditions: [
              {
                name: 'exclude-leases',
                expression:
                  '!(request.resource.group == "coordination.k8s.io" && request.resource.resource == "leases")',
              },
              { name: 'exclude-nodes', expression: '!("system:nodes" in request.userInfo.groups)' },
              {
                name: 'only-marked',
                expression: 'object != null && has(object.metadata.labels) && "marked" in object.metadata.labels',
              },
            ],
            validations: [
              { expression: '!object.metadata.name.contains("demo") || object.metadata.namespace == "demo"' },
            ],
          },
        },
      ]),
      post('/apis/coordination.k8s.io/v1/namespaces/${NS}/leases?dryRun=All', {
        metadata: { name: 'demo', labels: { marked: '' } },
        spec: {},
      }),
      post(`${configMaps}?dryRun=All`, configMap('demo')),
      post(`${configMaps}?dryRun=All`, configMap('demo', {}, { labels: { marked: '' } })),
      post(`${configMaps}?dryRun=All`, configMap('other', {}, { labels: { marked: '' } })),
    ),
    sequence(
      'an audit annotation of many replicas, and a warning',
      inTestNamespace,
      ...inUse('Validating', [
        {
          name: 'audited',
          spec: {
            ...onDeployments,
            validations: [
              {
                expression: 'object.spec.replicas > 50',
                messageExpression: "'Deployment spec.replicas set to ' + string(object.spec.replicas)",
              },
            ],
            auditAnnotations: [
              {
                key: 'high-replica-count',
                valueExpression: "'Deployment spec.replicas set to ' + string(object.spec.replicas)",
              },
            ],
          },
          bindings: [{ ...forTests, validationActions: ['Warn', 'Audit'] }],
        },
      ]),
      create('few', { replicas: 128 }),
      create('many', { replicas: 2 }),
    ),
    sequence(
      'images of the environment that the namespace is for',
      inTestNamespace,
      ...inUse('Validating', [
        {
          name: 'images',
          spec: {
            matchConstraints: {
              resourceRules: [deploymentRule],
              namespaceSelector: { matchLabels: { environment: '${NS}-test' } },
            },
            variables: [
              {
                name: 'environment',
                expression:
                  "'environment' in namespaceObject.metadata.labels ? namespaceObject.metadata.labels['environment'].replace('${NS}-', '') : 'prod'",
              },
              {
                name: 'exempt',
                expression:
                  "'exempt' in object.spec.template.metadata.labels && object.spec.template.metadata.labels['exempt'] == 'true'",
              },
              { name: 'containers', expression: 'object.spec.template.spec.containers' },
              {
                name: 'containersToCheck',
                expression: "variables.containers.filter(c, c.image.contains('example.com/'))",
              },
            ],
            validations: [
              {
                expression:
                  "variables.exempt || variables.containersToCheck.all(c, c.image.startsWith(variables.environment + '.'))",
                messageExpression:
                  "'only ' + variables.environment + ' images are allowed in namespace ' + namespaceObject.metadata.name",
              },
            ],
          },
        },
      ]),
      withImages('right', ['test.example.com/a', 'nginx']),
      withImages('wrong', ['test.example.com/a', 'prod.example.com/b']),
      withImages('exempt', ['prod.example.com/b'], { exempt: 'true' }),
    ),
    sequence(
      'what the user may do decides',
      ...inUse('Validating', [
        {
          name: 'authorized',
          spec: {
            matchConstraints: {
              resourceRules: [deploymentRule],
              namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '${NS}' } },
            },
            validations: [
              {
                expression:
                  "object.spec.replicas <= 3 || !authorizer.group('apps').resource('deployments').namespace(object.metadata.namespace).check('breakglass').allowed()",
                message: 'too many for somebody who may break the glass',
              },
            ],
          },
        },
      ]),
      create('few', { replicas: 3 }),
      create('many', { replicas: 4 }),
    ),
  ],
};
