import type { RequestStep } from '../../sequence.ts';
import { configMap, configMaps, post } from '../../steps.ts';

/** The two kinds of configurations. */
export type HookKind = 'Mutating' | 'Validating';

const anything = { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'], scope: '*' };

/** A webhook that behaves in one of the ways of the lab, for objects in the sequence's namespace. */
export const hook = (name: string, behaviour: string, more: object = {}): object => ({
  name: `${name}.example.com`,
  clientConfig: { url: `\${WEBHOOK}/admission/${behaviour}`, caBundle: '${WEBHOOK_CA}' },
  rules: [anything],
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '${NS}' } },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  ...more,
});

/** The rules of a webhook for other requests than all of ConfigMaps. */
export const ruled = (...rules: object[]): object => ({
  rules: rules.map((rule) => ({ ...anything, ...rule })),
});

/** A webhook whose effect tells that its configuration is in use. */
const probe = (name: string): object =>
  hook(name, 'deny-with-message', { objectSelector: { matchLabels: { probe: name } } });

const configurations = (kind: HookKind): string =>
  `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`;

/** The body of a configuration of the sequence's own. */
const configuration = (kind: HookKind, hooks: readonly object[], suffix = ''): object => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: `${kind}WebhookConfiguration`,
  metadata: { name: `\${NS}${suffix}` },
  webhooks: hooks,
});

/** Creates a configuration, and waits until it is in use: the real server takes a moment. */
export const installed = (kind: HookKind, hooks: readonly object[], suffix = ''): RequestStep[] => {
  const name = `probe-${kind.toLowerCase()}${suffix}`;
  return [
    post(configurations(kind), configuration(kind, [...hooks, probe(name)], suffix), { quiet: true }),
    post(`${configMaps}?dryRun=All`, configMap(name, {}, { labels: { probe: name } }), {
      quiet: true,
      shows: `webhook \\"${name}.example.com\\" denied`,
    }),
  ];
};

/** A definition with two versions of the same fields, of a group of the sequence's own. */
export const definition: object = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gears.${NS}.example.com' },
  spec: {
    group: '${NS}.example.com',
    scope: 'Namespaced',
    names: { plural: 'gears', kind: 'Gear' },
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      subresources: { status: {}, scale: { specReplicasPath: '.spec.teeth', statusReplicasPath: '.status.teeth' } },
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              properties: {
                color: { type: 'string', maxLength: 5, default: 'red' },
                teeth: { type: 'integer' },
              },
            },
            status: { type: 'object', properties: { teeth: { type: 'integer' } } },
          },
        },
      },
    })),
  },
};

export const gears = (version: string): string => `/apis/\${NS}.example.com/${version}/namespaces/\${NS}/gears`;
export const gear = (name: string, version: string, spec: object = {}, metadata: object = {}): object => ({
  apiVersion: `\${NS}.example.com/${version}`,
  kind: 'Gear',
  metadata: { name, ...metadata },
  spec,
});

/** A rule for the objects of {@link definition}. */
export const gearRule = (...versions: string[]): object => ({
  apiGroups: ['${NS}.example.com'],
  apiVersions: versions,
  resources: ['gears', 'gears/*'],
});
