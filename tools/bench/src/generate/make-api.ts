import type { ApiField, ApiKind, ApiModel, ApiPackage, ApiStruct, ApiType, FieldType } from './api-model.ts';

/** The number of kinds per group. */
const KINDS_PER_GROUP = 25;

const first =
  'Edge Core Batch Stream Shared Hot Cold Fast Global Local Public Private Primary Backup Managed Hosted Virtual Signed Sealed Rolling Static Regional Zonal Guarded Scheduled'.split(
    ' ',
  );
const second =
  'Service Queue Cache Database Gateway Bucket Index Worker Route Policy Volume Pipeline Cluster Monitor Backup Certificate Registry Broker Tenant Workflow'.split(
    ' ',
  );

/**
 * Makes an API with this many kinds, the same on every call: specs and statuses with built-in types, lists by key,
 * enums, nested types, defaults, bounds and rules, printer columns, descriptions of everything, permissions and
 * webhooks. One kind in five has two versions, one in ten a whole pod template.
 */
export function makeApi(kinds: number): ApiModel {
  const packages = new Map<string, ApiPackage & { readonly kinds: ApiKind[] }>();
  for (let index = 0; index < kinds; index += 1) {
    const group = `group${Math.floor(index / KINDS_PER_GROUP)}`;
    const versions = index % 5 === 1 ? ['v1alpha1', 'v1'] : ['v1'];
    for (const version of versions) {
      const key = `${group}/${version}`;
      const found = packages.get(key) ?? { group, version, kinds: [] };
      packages.set(key, found);
      found.kinds.push(makeKind(index, group, version, versions));
    }
  }
  return { packages: [...packages.values()] };
}

function makeKind(index: number, group: string, version: string, versions: readonly string[]): ApiKind {
  const name = `${first[index % first.length] ?? ''}${second[Math.floor(index / first.length) % second.length] ?? ''}`;
  const plural = pluralOf(name.toLowerCase());
  const stored = version === versions.at(-1);
  return {
    name,
    plural,
    doc: `${name} runs an image, keeps it at the wanted number of pods, and says in its status how it stands.`,
    markers: [
      'kubebuilder:object:root=true',
      'kubebuilder:subresource:status',
      ...(index % 2 === 0
        ? [
            'kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.availableReplicas,selectorpath=.status.selector',
          ]
        : []),
      ...(versions.length > 1 && stored ? ['kubebuilder:storageversion'] : []),
      `kubebuilder:resource:path=${plural},shortName=k${index},categories=all`,
      'kubebuilder:printcolumn:name="Desired",type=integer,JSONPath=`.spec.replicas`',
      'kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`,priority=1',
      'kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`',
    ],
    controllerMarkers: stored ? controllerMarkers(index, group, version, plural) : [],
    types: makeTypes(name, index, version),
  };
}

function controllerMarkers(index: number, group: string, version: string, plural: string): string[] {
  const full = `${group}.example.com`;
  return [
    `kubebuilder:rbac:groups=${full},resources=${plural},verbs=get;list;watch;create;update;patch;delete`,
    `kubebuilder:rbac:groups=${full},resources=${plural}/status,verbs=get;update;patch`,
    'kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update;patch;delete',
    'kubebuilder:rbac:groups="",resources=services;configmaps,verbs=get;list;watch;create;patch',
    ...(index % 5 === 0
      ? [
          `kubebuilder:webhook:path=/validate-${group}-${version}-${plural},mutating=false,failurePolicy=fail,sideEffects=None,groups=${full},resources=${plural},verbs=create;update,versions=${version},name=v${plural}.example.com,admissionReviewVersions=v1`,
        ]
      : []),
  ];
}

const text: FieldType = { kind: 'scalar', name: 'string' };
const flag: FieldType = { kind: 'scalar', name: 'bool' };
const int32: FieldType = { kind: 'scalar', name: 'int32' };
const int64: FieldType = { kind: 'scalar', name: 'int64' };
const own = (name: string): FieldType => ({ kind: 'own', name });
const core = (name: string): FieldType => ({ kind: 'builtIn', package: 'core/v1', name });
const meta = (name: string): FieldType => ({ kind: 'builtIn', package: 'meta/v1', name });
const quantity: FieldType = { kind: 'builtIn', package: 'resource', name: 'Quantity' };
const list = (items: FieldType): FieldType => ({ kind: 'list', items });
const map = (values: FieldType): FieldType => ({ kind: 'map', values });

function field(name: string, type: FieldType, doc: string, markers: readonly string[] = []): ApiField {
  return { name, type, doc, markers, required: false };
}

function required(name: string, type: FieldType, doc: string, markers: readonly string[] = []): ApiField {
  return { name, type, doc, markers, required: true };
}

function makeTypes(name: string, index: number, version: string): ApiType[] {
  return [
    {
      kind: 'enum',
      name: `${name}Strategy`,
      doc: `${name}Strategy is how pods are replaced when the spec changes.`,
      values: ['RollingUpdate', 'Recreate', `Custom${index}`],
    },
    {
      kind: 'enum',
      name: `${name}Phase`,
      doc: `${name}Phase is how far it has come.`,
      values: ['Pending', 'Running', 'Degraded', 'Failed'],
    },
    structOf(name, 'Storage', 'is the disk that each pod gets.', [
      required(
        'className',
        text,
        'Name of the storage class; one of those that the administrator of the cluster has made.',
        [
          'kubebuilder:validation:MinLength=1',
          'kubebuilder:validation:MaxLength=63',
          'kubebuilder:validation:Pattern=`^[a-z]([-a-z0-9]*[a-z0-9])?$`',
        ],
      ),
      field('size', quantity, 'Size of the disk.'),
      field('accessModes', list(text), 'How the disk may be mounted.', [
        'kubebuilder:validation:MaxItems=3',
        'kubebuilder:validation:items:Enum=ReadWriteOnce;ReadOnlyMany;ReadWriteMany',
        'listType=set',
      ]),
      field('retention', meta('Duration'), 'How long the disk is kept after the pod has gone.'),
      field('encrypted', flag, 'Whether what is written is encrypted.', ['kubebuilder:default=true']),
    ]),
    structOf(name, 'Backoff', 'is how long to wait between two attempts.', [
      field('initial', meta('Duration'), 'The first wait.', ['kubebuilder:default="1s"']),
      field('factor', int32, 'What each wait is multiplied with to make the next one.', [
        'kubebuilder:validation:Minimum=1',
        'kubebuilder:validation:Maximum=10',
      ]),
      field(
        'limit',
        int64,
        'The most attempts that are made before it gives up and says so in a condition of the status.',
      ),
    ]),
    structOf(
      name,
      'Rule',
      'is what applies to some of the requests: those whose labels match.',
      [
        required('name', text, 'Name of the rule.', ['kubebuilder:validation:MinLength=1']),
        field('weight', int32, 'How much of the traffic it takes, in percent.', [
          'kubebuilder:validation:Minimum=0',
          'kubebuilder:validation:Maximum=100',
        ]),
        field('matchLabels', map(text), 'The labels that a request must have, each with this value.'),
        field('selector', meta('LabelSelector'), 'Chooses by expressions where labels alone are not enough.'),
        field('backoff', own(`${name}Backoff`), 'How it is tried again.'),
        field('headers', list(text), 'Headers that are passed on.', [
          'kubebuilder:validation:MaxItems=16',
          'listType=atomic',
        ]),
      ],
      index % 3 === 0
        ? [
            'kubebuilder:validation:XValidation:rule="!has(self.weight) || self.weight > 0 || has(self.selector)",message="a rule without weight needs a selector"',
          ]
        : [],
    ),
    specOf(name, index, version),
    statusOf(name),
  ];
}

function specOf(name: string, index: number, version: string): ApiStruct {
  return structOf(name, 'Spec', `is the desired state of a ${name}.`, [
    field('replicas', int32, 'Number of pods.', ['kubebuilder:validation:Minimum=0', 'kubebuilder:default=1']),
    required('image', text, 'Image to run, with its registry and its tag.', ['kubebuilder:validation:MinLength=1']),
    field('resources', core('ResourceRequirements'), 'Compute resources of each pod.'),
    field('envs', list(core('EnvVar')), 'Environment variables of each pod, by name.', [
      'listType=map',
      'listMapKey=name',
    ]),
    field(
      'ports',
      list(core('ServicePort')),
      'Ports of the Service in front of the pods. Without any there is no Service.',
      ['listType=map', 'listMapKey=port', 'listMapKey=protocol'],
    ),
    field('strategy', own(`${name}Strategy`), 'How pods are replaced.', ['kubebuilder:default=RollingUpdate']),
    field('schedule', text, 'When it runs, in the format of cron.', [
      'kubebuilder:validation:MaxLength=100',
      'kubebuilder:example="0 3 * * *"',
    ]),
    field('storage', own(`${name}Storage`), 'Disk of each pod.'),
    field('rules', list(own(`${name}Rule`)), 'What applies to requests, by name; the first that matches counts.', [
      'kubebuilder:validation:MaxItems=32',
      'listType=map',
      'listMapKey=name',
    ]),
    field('tolerations', list(core('Toleration')), 'Taints of nodes that the pods put up with.'),
    ...(index % 10 === 0 ? [field('template', core('PodTemplateSpec'), 'What the pods are made from.')] : []),
    ...(version === 'v1' ? [field('paused', flag, 'Whether changes wait.')] : []),
    ...Array.from({ length: index % 4 }, (_, extra) =>
      field(
        `option${extra}`,
        text,
        `Option ${extra} of a ${name}, as its image understands it: see the manual of the image.`,
        [`kubebuilder:validation:MaxLength=${64 + extra}`],
      ),
    ),
  ]);
}

function statusOf(name: string): ApiStruct {
  return structOf(name, 'Status', `is the observed state of a ${name}.`, [
    field('availableReplicas', int32, 'Number of pods that are ready to serve.'),
    field('observedGeneration', int64, 'The generation of the spec that this status speaks of.'),
    field('selector', text, 'Label selector of the pods, as text: for the scale subresource.'),
    field('phase', own(`${name}Phase`), 'How far it has come.'),
    field('lastRollout', meta('Time'), 'When the pods were last replaced.'),
    field('conditions', list(meta('Condition')), 'How it stands, by type.', ['listType=map', 'listMapKey=type']),
  ]);
}

/** Returns a type whose name is a kind's name and a suffix. */
function structOf(name: string, suffix: string, doc: string, fields: ApiField[], markers: string[] = []): ApiStruct {
  return { kind: 'struct', name: `${name}${suffix}`, doc: `${name}${suffix} ${doc}`, markers, fields };
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|ch)$/.test(word) ? `${word}es` : `${word}s`;
}
