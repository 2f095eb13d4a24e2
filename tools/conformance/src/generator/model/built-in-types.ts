/** A type of Kubernetes in both languages. */
export interface BuiltInType {
  readonly go: { readonly module: string; readonly alias: string; readonly name: string };
  readonly typeScript: { readonly module: string; readonly name: string };
  /** What a default of it can be; undefined: none is generated. */
  readonly value?: string;
}

const APIMACHINERY = '@kb/apimachinery';
const core = { module: 'k8s.io/api/core/v1', alias: 'corev1' };
const meta = { module: 'k8s.io/apimachinery/pkg/apis/meta/v1', alias: 'metav1' };

function known(
  go: { module: string; alias: string },
  name: string,
  module: string,
  value?: string,
): [string, BuiltInType] {
  const type = { go: { ...go, name }, typeScript: { module, name }, ...(value !== undefined && { value }) };
  return [`${go.alias}.${name}`, type];
}

/** The types of Kubernetes that models use, by their usual names in Go. */
export const builtInTypes: ReadonlyMap<string, BuiltInType> = new Map([
  known(meta, 'Time', APIMACHINERY, '"2024-01-15T10:00:00Z"'),
  known(meta, 'MicroTime', APIMACHINERY),
  known(meta, 'Duration', APIMACHINERY, '"1h30m"'),
  known(meta, 'Condition', APIMACHINERY),
  known(meta, 'ObjectMeta', APIMACHINERY),
  known(meta, 'OwnerReference', APIMACHINERY),
  known(meta, 'LabelSelector', '@kb/kubernetes/meta/v1'),
  known({ module: 'k8s.io/apimachinery/pkg/api/resource', alias: 'resource' }, 'Quantity', APIMACHINERY, '"100Mi"'),
  known({ module: 'k8s.io/apimachinery/pkg/util/intstr', alias: 'intstr' }, 'IntOrString', APIMACHINERY, '"25%"'),
  known({ module: 'k8s.io/apimachinery/pkg/runtime', alias: 'runtime' }, 'RawExtension', APIMACHINERY),
  [
    'apiextensionsv1.JSON',
    {
      go: {
        module: 'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1',
        alias: 'apiextensionsv1',
        name: 'JSON',
      },
      typeScript: { module: APIMACHINERY, name: 'Json' },
    },
  ],
  ...[
    'LocalObjectReference',
    'ObjectReference',
    'SecretKeySelector',
    'EnvVar',
    'ResourceRequirements',
    'ResourceList',
    'Toleration',
    'NodeSelectorRequirement',
    'ServicePort',
    'Protocol',
    'PullPolicy',
    'Probe',
    'PodAffinityTerm',
    'HostAlias',
  ].map((name) => known(core, name, '@kb/kubernetes/core/v1')),
  known({ module: 'k8s.io/api/rbac/v1', alias: 'rbacv1' }, 'PolicyRule', '@kb/kubernetes/rbac/v1'),
  known({ module: 'k8s.io/api/apps/v1', alias: 'appsv1' }, 'DeploymentStrategy', '@kb/kubernetes/apps/v1'),
  known({ module: 'k8s.io/api/networking/v1', alias: 'networkingv1' }, 'IngressRule', '@kb/kubernetes/networking/v1'),
]);

/** The names of {@link builtInTypes}. */
export const builtInNames: readonly string[] = [...builtInTypes.keys()];
