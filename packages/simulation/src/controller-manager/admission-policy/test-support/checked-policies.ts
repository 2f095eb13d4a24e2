import type { ValidatingAdmissionPolicySpec } from '@kb/kubernetes/admissionregistration/v1';
import type { CustomResourceDefinitionSpec } from '@kb/kubernetes/apiextensions/v1';

const rule = (group: string, version: string, ...resources: string[]) => ({
  operations: ['CREATE'],
  apiGroups: [group],
  apiVersions: [version],
  resources,
});
const deployments = rule('apps', 'v1', 'deployments');
const configMaps = { apiVersion: 'v1', kind: 'ConfigMap' };

const checking = (
  resourceRules: readonly ReturnType<typeof rule>[],
  expressions: readonly string[],
  more: Partial<ValidatingAdmissionPolicySpec> = {},
): ValidatingAdmissionPolicySpec => ({
  matchConstraints: { resourceRules: [...resourceRules] },
  validations: expressions.map((expression) => ({ expression })),
  ...more,
});

/** The definition whose objects some policies are for. */
export const checkedDefinition: { metadata: { name: string }; spec: CustomResourceDefinitionSpec } = {
  metadata: { name: 'things.checked.example.com' },
  spec: {
    group: 'checked.example.com',
    scope: 'Cluster',
    names: { plural: 'things', kind: 'Thing' },
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            size: { type: 'integer' },
            port: { 'x-kubernetes-int-or-string': true },
            any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            tags: { type: 'object', additionalProperties: { type: 'string' } },
            'a-b': { type: 'string' },
          },
        },
      },
    })),
  },
};

/** Policies whose types kube-controller-manager has checked; `testdata/recorded.json` has their statuses. */
export const checkedPolicies: Readonly<Record<string, ValidatingAdmissionPolicySpec>> = {
  right: checking([deployments], ['object.spec.replicas <= 5', 'oldObject == null || has(object.metadata.labels)']),
  mistakes: checking(
    [deployments],
    [
      'object.spec.replica <= 5',
      'object.spec.replicas == "5"',
      'object.spec.template.spec.containers.all(c, c.image.startsWith(object.spec.replicas))',
      'object.spec.template.spec.containers[0].resources.limits["cpu"] == "1"',
      'object.spec.strategy.rollingUpdate.maxSurge == 1 || object.spec.strategy.rollingUpdate.maxSurge == "1"',
      'object.metadata.creationTimestamp > timestamp("2024-01-01T00:00:00Z")',
      'object.metadata.creationTimestamp == "x"',
      'object.metadata.labels["a"] == 1',
      'object.metadata.nothing == 1',
      'object.apiVersion == 1',
      'object.spec == object.status',
      'object.spec.template.spec.volumes.all(v, v.nothing == "")',
      'authorizer.requestResource.check("get").allowed()',
      'object.spec.template.spec.containers[0].ports[0].containerPort == "http"',
    ],
  ),
  kinds: checking(
    [
      rule('apps', 'v1', 'deployments', 'statefulsets'),
      rule('', 'v1', 'pods'),
      rule('autoscaling', 'v2', '*'),
      rule('batch', '*', 'jobs'),
    ],
    ['object.spec.replicas > 0', 'object.spec.nodeName == ""'],
  ),
  core: checking(
    [rule('', 'v1', 'deployments', 'configmaps')],
    ['object.data.a == 1', 'object.data == object.binaryData'],
  ),
  several: checking(
    [
      rule(
        '',
        'v1',
        'configmaps',
        'secrets',
        'services',
        'pods',
        'nodes',
        'events',
        'endpoints',
        'namespaces',
        'serviceaccounts',
        'resourcequotas',
        'limitranges',
        'persistentvolumes',
      ),
    ],
    ['object.nothing == 1'],
  ),
  subresources: checking([rule('apps', 'v1', 'deployments/scale', 'deployments/*')], ['object.nothing == 1']),
  endless: checking([rule('apiextensions.k8s.io', 'v1', 'customresourcedefinitions')], ['object.nothing == 1']),
  custom: checking(
    [rule('checked.example.com', 'v1', 'things')],
    [
      'object.size > 1 && object.port == 80 && object.tags["a"] == "b" && object.a__dash__b == ""',
      'object.size == "x"',
      'object.any.thing == 1',
      'object.metadata.labels.a == "b" && object.metadata.name == ""',
      'object.metadata.annotations == 1',
      'object.spec == 1',
    ],
  ),
  params: checking([deployments], ['params.data.limit == "1"', 'params.data.limit == 1', 'params.nothing == 1'], {
    paramKind: configMaps,
  }),
  'unknown-params': checking([deployments], ['params.nothing == 1', 'object.nothing == 1'], {
    paramKind: { apiVersion: 'nothing.example.com/v1', kind: 'Nothing' },
  }),
  variables: checking(
    [deployments],
    ['variables.a == "x"', 'variables.b == "x"', 'variables.c[0] == 1', 'variables.d.replica == 1'],
    {
      variables: [
        { name: 'a', expression: 'object.spec.replicas' },
        { name: 'b', expression: 'object.spec.replica' },
        { name: 'c', expression: 'object.spec.template.spec.containers.map(c, c.name)' },
        { name: 'd', expression: 'object.spec' },
      ],
    },
  ),
  messages: {
    matchConstraints: { resourceRules: [deployments] },
    validations: [{ expression: 'true', messageExpression: '"replicas: " + string(object.spec.replica)' }],
  },
};

/** A warning without the time that Kubernetes adds to the names of types. */
export const withoutTime = (warning: string): string => warning.replace(/\b([A-Z][A-Za-z]*)\d+/g, '$1');
