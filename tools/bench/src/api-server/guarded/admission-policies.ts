const GROUP = 'admissionregistration.k8s.io/v1';

/** What the policies and webhooks match: the resources that the workload writes. */
export const matched = [
  { apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
  { apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] },
];

/** An object that a policy denies has its name in this annotation: so the benchmark knows that it is enforced. */
export const DENIED = 'bench.example.com/denied';
/** What mutating policies add to labels. */
export const mutatedLabels = ['policy-configuration', 'policy-patch'] as const;

interface Policy {
  readonly name: string;
  readonly spec: object;
  readonly binding?: object;
}

const resourceRules = matched.map((rule) => ({ ...rule, operations: ['CREATE', 'UPDATE'] }));

/** Validating policies as projects have them: small rules, some with variables, conditions and parameters. */
const validating: readonly Policy[] = [
  {
    name: 'label',
    spec: { validations: [{ expression: "has(object.metadata.labels) && 'app' in object.metadata.labels" }] },
  },
  {
    name: 'name',
    spec: {
      validations: [
        {
          expression: "object.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
          messageExpression: "'the name ' + object.metadata.name + ' does not fit'",
        },
      ],
    },
  },
  {
    name: 'images',
    spec: {
      variables: [
        {
          name: 'containers',
          expression: "request.kind.kind == 'Deployment' ? object.spec.template.spec.containers : []",
        },
      ],
      validations: [{ expression: "variables.containers.all(c, !c.image.endsWith(':latest'))" }],
    },
  },
  {
    name: 'replicas',
    spec: {
      validations: [
        { expression: "request.kind.kind != 'Deployment' || object.spec.replicas <= 100", reason: 'Forbidden' },
      ],
    },
  },
  {
    name: 'size',
    spec: {
      matchConditions: [{ name: 'config-maps', expression: "request.resource.resource == 'configmaps'" }],
      validations: [{ expression: '!has(object.data) || object.data.all(k, object.data[k].size() < 4096)' }],
    },
  },
  {
    name: 'unchanged',
    spec: {
      validations: [
        { expression: "oldObject == null || oldObject.metadata.labels['app'] == object.metadata.labels['app']" },
      ],
    },
  },
  {
    name: 'requester',
    spec: { validations: [{ expression: "!request.userInfo.username.startsWith('system:node:')" }] },
  },
  {
    name: 'parameters',
    spec: {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      validations: [{ expression: "size(object.metadata.labels) <= int(params.data['labels'])" }],
    },
    binding: { paramRef: { name: 'parameters', namespace: 'guard', parameterNotFoundAction: 'Deny' } },
  },
];

const denies = (name: string): object => ({
  expression: `!has(object.metadata.annotations) || !('${DENIED}' in object.metadata.annotations) || object.metadata.annotations['${DENIED}'] != '${name}'`,
  message: `the policy ${name} denies it`,
});

const mutating: readonly Policy[] = [
  {
    name: mutatedLabels[0],
    spec: {
      mutations: [
        {
          patchType: 'ApplyConfiguration',
          applyConfiguration: {
            expression: `Object{metadata: Object.metadata{labels: {'${mutatedLabels[0]}': 'applied'}}}`,
          },
        },
      ],
    },
  },
  {
    name: mutatedLabels[1],
    spec: {
      mutations: [
        {
          patchType: 'JSONPatch',
          jsonPatch: {
            expression: `[JSONPatch{op: 'add', path: '/metadata/labels/${mutatedLabels[1]}', value: 'patched'}]`,
          },
        },
      ],
    },
  },
];

/** The parameters of a policy: a ConfigMap in a namespace of its own. */
export const parameters: object = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'parameters', namespace: 'guard' },
  data: { labels: '10' },
};

/** The names of the validating policies. */
export const validatingNames: readonly string[] = validating.map(({ name }) => name);

/** Ten policies with their bindings: the collection of each object, and the object. */
export const admissionPolicies: readonly (readonly [collection: string, object: object])[] = [
  ...validating.flatMap(({ name, spec, binding }) => {
    const { validations } = spec as { validations: readonly object[] };
    return [
      [
        'validatingadmissionpolicies',
        policyOf('ValidatingAdmissionPolicy', name, { ...spec, validations: [...validations, denies(name)] }),
      ],
      [
        'validatingadmissionpolicybindings',
        objectOf('ValidatingAdmissionPolicyBinding', name, {
          policyName: name,
          validationActions: ['Deny'],
          ...binding,
        }),
      ],
    ] as const;
  }),
  ...mutating.flatMap(
    ({ name, spec }) =>
      [
        [
          'mutatingadmissionpolicies',
          policyOf('MutatingAdmissionPolicy', name, { reinvocationPolicy: 'Never', ...spec }),
        ],
        ['mutatingadmissionpolicybindings', objectOf('MutatingAdmissionPolicyBinding', name, { policyName: name })],
      ] as const,
  ),
];

function policyOf(kind: string, name: string, spec: object): object {
  return objectOf(kind, name, { failurePolicy: 'Fail', matchConstraints: { resourceRules }, ...spec });
}

function objectOf(kind: string, name: string, spec: object): object {
  return { apiVersion: GROUP, kind, metadata: { name }, spec };
}
