import type { JsonValue } from '@kb/apimachinery';
import type { ManagerDefaults } from '../objects/manager-deployment.ts';
import type { Parts, Switch } from '../template/conditions.ts';
import type { JsonSchema, ValueDefinition } from './value-definition.ts';

/** What the values of a chart depend on. */
export interface ValueFacts {
  readonly manager: ManagerDefaults;
  /** The parts that the chart can switch. */
  readonly switches: ReadonlySet<Switch>;
  /** The parts that `config/default` deploys. */
  readonly parts: Parts;
  /** Whether the CRDs are in this chart. */
  readonly hasCrds: boolean;
  /** Whether there are roles for people. */
  readonly hasHelperRoles: boolean;
  /** Whether the operator has an account of its own. */
  readonly hasAccount: boolean;
}

const bool: JsonSchema = { type: 'boolean' };
const text: JsonSchema = { type: 'string' };
const map: JsonSchema = { type: 'object' };
const texts: JsonSchema = { type: 'object', additionalProperties: { type: 'string' } };
const listOfMaps: JsonSchema = { type: 'array', items: { type: 'object' } };
const port: JsonSchema = { type: 'integer', minimum: 1, maximum: 65535 };
const image: JsonSchema = { type: 'string', pattern: '^[^\\s]*$' };

/** Every value of a chart, in the order of `values.yaml`. */
export function chartValues(facts: ValueFacts): ValueDefinition[] {
  return [...nameValues, ...managerValues(facts.manager), ...permissionValues(facts), ...partValues(facts)];
}

/** Rules that concern several values. */
export function valueRules({ switches }: ValueFacts): JsonSchema[] {
  if (!switches.has('certManager') || !switches.has('ownCertificates')) return [];
  const on = { type: 'object', properties: { enabled: { const: true } }, required: ['enabled'] };
  return [
    {
      not: {
        description: 'One of certManager.enabled and ownCertificates.enabled: they do the same.',
        properties: { certManager: on, ownCertificates: on },
        required: ['certManager', 'ownCertificates'],
      },
    },
  ];
}

/** The values that replace the start of names and labels. */
export const nameValues: readonly ValueDefinition[] = [
  value('nameOverride', 'The name in labels and names, instead of the name of the chart.', '', text),
  value('fullnameOverride', 'The start of all names, instead of the name of the release.', '', text),
];

/** Makes a value. */
export function value(path: string, comment: string, content: JsonValue, schema: JsonSchema): ValueDefinition {
  return { path, comment, value: content, schema };
}

function managerValues(manager: ManagerDefaults): ValueDefinition[] {
  const inManager = (path: string, comment: string, content: JsonValue, schema: JsonSchema): ValueDefinition =>
    value(`manager.${path}`, comment, content, schema);
  const { pod, ports } = manager;
  const ofPod = (key: string, comment: string, schema: JsonSchema): ValueDefinition =>
    inManager(key, comment, pod[key] ?? '', schema);
  return [
    inManager('enabled', 'Whether the operator is deployed; false: only what it needs.', true, bool),
    inManager('replicas', 'With more, the others wait for the lease of the one that works.', manager.replicas, {
      type: 'integer',
      minimum: 0,
    }),
    inManager('image.repository', 'Registry and path of the image.', manager.repository, image),
    inManager('image.tag', "The tag. Empty: the chart's appVersion.", manager.tag, image),
    inManager(
      'image.digest',
      'The digest, such as sha256:…; it stands for itself, without a tag.',
      manager.digest,
      image,
    ),
    inManager('image.reference', 'The whole name of the image, instead of its parts.', '', image),
    inManager('image.pullPolicy', 'When the image is pulled. Empty: as Kubernetes decides.', manager.pullPolicy, {
      enum: ['', 'Always', 'IfNotPresent', 'Never'],
    }),
    inManager(
      'args',
      'Arguments beside those of ports and certificates. Templates in them are filled in.',
      [...manager.args],
      { type: 'array', items: text },
    ),
    inManager('env', 'Environment variables, as a container has them.', [...manager.env], {
      type: 'array',
      items: { type: 'object', required: ['name'], properties: { name: text } },
    }),
    inManager(
      'envOverrides',
      'Environment variables by their names, instead of those of env.',
      {},
      {
        type: 'object',
        additionalProperties: { type: ['string', 'number', 'boolean'] },
      },
    ),
    ...(ports.health === undefined
      ? []
      : [inManager('healthProbe.port', 'The port of /healthz and /readyz.', ports.health, port)]),
    inManager('resources', 'What the container needs, and what it may use.', manager.resources, map),
    ofPod('podSecurityContext', 'The security of the Pod.', map),
    inManager('securityContext', 'The security of the container.', manager.securityContext, map),
    ofPod('imagePullSecrets', 'Secrets for the registry.', listOfMaps),
    ofPod('nodeSelector', 'Labels of the nodes that the Pod can run on.', texts),
    ofPod('affinity', 'Nodes and Pods beside which it prefers to run, or has to.', map),
    ofPod('tolerations', 'Taints of nodes that the Pod tolerates.', listOfMaps),
    ofPod('topologySpreadConstraints', 'How replicas spread over nodes and zones.', listOfMaps),
    ofPod('priorityClassName', 'The PriorityClass of the Pod.', text),
    ofPod('terminationGracePeriodSeconds', 'How long a Pod that ends has time.', { type: 'integer', minimum: 0 }),
    inManager('strategy', 'How the Deployment replaces its Pods.', manager.strategy, map),
    inManager('labels', 'More labels of the Deployment.', {}, texts),
    inManager('annotations', 'More annotations of the Deployment.', {}, texts),
    inManager('pod.labels', 'More labels of the Pod.', {}, texts),
    inManager('pod.annotations', 'More annotations of the Pod.', {}, texts),
    inManager('extraVolumes', 'More volumes of the Pod.', [], listOfMaps),
    inManager('extraVolumeMounts', 'Where the container has them.', [], listOfMaps),
  ];
}

/** Whether Helm leaves the CRDs where they are. */
export const keepDefinitions: ValueDefinition = value(
  'crd.keep',
  'Whether they, and all objects of their kinds, stay when the release is uninstalled.',
  true,
  bool,
);

function permissionValues({ hasAccount, hasHelperRoles, hasCrds }: ValueFacts): ValueDefinition[] {
  return [
    ...(hasAccount
      ? [
          value('serviceAccount.enabled', "Whether the operator's account is created.", true, bool),
          value('serviceAccount.name', 'Its name; without a created one, that of an existing account.', '', text),
          value('serviceAccount.labels', 'More labels of the account.', {}, texts),
          value('serviceAccount.annotations', 'Annotations of the account.', {}, texts),
        ]
      : []),
    ...(hasHelperRoles
      ? [value('rbac.helpers.enabled', 'Whether there are roles for admins, editors and viewers of kinds.', true, bool)]
      : []),
    ...(hasCrds
      ? [
          value('crd.enabled', 'Whether the CustomResourceDefinitions are installed and upgraded.', true, bool),
          keepDefinitions,
        ]
      : []),
  ];
}

/** The values that switch parts, and their settings. */
export function partValues({ manager, switches, parts }: ValueFacts): ValueDefinition[] {
  const { metrics, webhook } = manager.ports;
  const part = (name: Switch, path: string, comment: string): ValueDefinition[] =>
    switches.has(name) ? [value(path, comment, parts.has(name), bool)] : [];
  return [
    ...(metrics === undefined
      ? []
      : [
          value('metrics.enabled', 'Whether metrics are served.', true, bool),
          value('metrics.port', 'Their port.', metrics, port),
          value('metrics.secure', 'Over HTTPS, to who may read them; false: over HTTP, to everyone.', true, bool),
        ]),
    ...part('metricsCertificate', 'metrics.certificate', 'Whether cert-manager makes their certificate.'),
    ...part('webhook', 'webhook.enabled', 'Whether webhooks are served, and called by the API server.'),
    ...(webhook === undefined ? [] : [value('webhook.port', 'The port of the webhooks.', webhook, port)]),
    ...part('certManager', 'certManager.enabled', "Whether cert-manager makes the webhooks' certificate."),
    ...part(
      'ownCertificates',
      'ownCertificates.enabled',
      'Whether the operator makes it; with neither, it is in the Secret webhook-server-cert.',
    ),
    ...part('prometheus', 'prometheus.enabled', "Whether there is a ServiceMonitor for Prometheus' operator."),
    ...part('networkPolicy', 'networkPolicy.enabled', "Whether it is limited who reaches the operator's Pods."),
  ];
}
