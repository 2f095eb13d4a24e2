import { bool, flagMarker, int, namedMarker, optional, string, strings, valueMarker } from '../define-marker.ts';
import type { MarkerDefinition } from '../marker-definition.ts';

/** A DNS label that begins with a letter (RFC 1035): what names of resources and versions have to be. */
export const dnsLabel: RegExp = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** Markers of a kind: everything that a CustomResourceDefinition says besides its schema. */
export const kindMarkers: readonly MarkerDefinition[] = [
  valueMarker(
    {
      name: 'kubebuilder:object:root',
      targets: ['type'],
      summary: 'Makes an interface that extends KubernetesObject a kind of the API.',
      example: '+kubebuilder:object:root=true',
    },
    bool,
    (root) => ({ on: 'root', root }),
  ),
  flagMarker(
    {
      name: 'kubebuilder:subresource:status',
      targets: ['type'],
      summary:
        'Gives the kind a status subresource: the status is written on its own, and a change of it is no new generation.',
      example: '+kubebuilder:subresource:status',
    },
    { on: 'kind', apply: (facts) => void (facts.statusSubresource = true) },
  ),
  namedMarker(
    {
      name: 'kubebuilder:subresource:scale',
      targets: ['type'],
      summary: 'Gives the kind a scale subresource, for kubectl scale and autoscalers.',
      example:
        '+kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector',
    },
    { specpath: string, statuspath: string, selectorpath: optional(string) },
    ({ specpath, statuspath, selectorpath }) => ({
      on: 'kind',
      apply(facts) {
        facts.scaleSubresource = {
          specReplicasPath: specpath,
          statusReplicasPath: statuspath,
          ...(selectorpath !== undefined && { labelSelectorPath: selectorpath }),
        };
        return undefined;
      },
    }),
  ),
  namedMarker(
    {
      name: 'kubebuilder:printcolumn',
      targets: ['type'],
      repeatable: true,
      summary: 'Adds a column to what kubectl get shows of the kind.',
      example: '+kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`',
    },
    {
      name: string,
      type: string,
      JSONPath: string,
      description: optional(string),
      format: optional(string),
      priority: optional(int),
    },
    ({ name, type, JSONPath, description, format, priority }) => {
      const types = ['boolean', 'date', 'integer', 'number', 'string'];
      if (!types.includes(type)) return `the type of a column is one of ${types.join(', ')}`;
      return {
        on: 'kind',
        apply(facts) {
          facts.columns.push({
            name,
            type,
            jsonPath: JSONPath,
            ...(description !== undefined && { description }),
            ...(format !== undefined && { format }),
            ...(priority !== undefined && priority !== 0 && { priority }),
          });
          return undefined;
        },
      };
    },
  ),
  namedMarker(
    {
      name: 'kubebuilder:resource',
      targets: ['type'],
      summary: 'How the kind is named in URLs and on the command line, and whether it lives in namespaces.',
      example:
        '+kubebuilder:resource:path=appservices,scope=Namespaced,shortName=app;apps,categories=all,singular=appservice',
    },
    {
      path: optional(string),
      shortName: optional(strings),
      categories: optional(strings),
      singular: optional(string),
      scope: optional(string),
    },
    ({ path, shortName = [], categories = [], singular, scope = 'Namespaced' }) => {
      if (scope !== 'Namespaced' && scope !== 'Cluster') return 'scope is Namespaced or Cluster';
      const wrong = [path, singular, ...shortName, ...categories].find(
        (name) => name !== undefined && !dnsLabel.test(name),
      );
      if (wrong !== undefined)
        return `"${wrong}" is no name of a resource: expected lower case letters, digits and "-"`;
      return {
        on: 'kind',
        apply(facts) {
          facts.names = {
            ...(path !== undefined && { plural: path }),
            ...(singular !== undefined && { singular }),
            shortNames: shortName,
            categories,
            scope,
          };
          return undefined;
        },
      };
    },
  ),
  flagMarker(
    {
      name: 'kubebuilder:storageversion',
      targets: ['type'],
      summary: 'Makes this version the one that is stored. A kind with one version needs no marker.',
      example: '+kubebuilder:storageversion',
    },
    { on: 'kind', apply: (facts) => void (facts.storage = true) },
  ),
  flagMarker(
    {
      name: 'kubebuilder:unservedversion',
      targets: ['type'],
      summary: 'Keeps this version in the CRD but does not serve it.',
      example: '+kubebuilder:unservedversion',
    },
    { on: 'kind', apply: (facts) => void (facts.served = false) },
  ),
  flagMarker(
    {
      name: 'kubebuilder:skipversion',
      targets: ['type'],
      summary: 'Leaves this version out of the CRD.',
      example: '+kubebuilder:skipversion',
    },
    { on: 'kind', apply: (facts) => void (facts.skipped = true) },
  ),
  namedMarker(
    {
      name: 'kubebuilder:deprecatedversion',
      targets: ['type'],
      summary: 'Makes the API server warn whoever uses this version.',
      example: '+kubebuilder:deprecatedversion:warning="example.com/v1alpha1 AppService is deprecated"',
    },
    { warning: optional(string) },
    ({ warning }) => ({
      on: 'kind',
      apply(facts) {
        facts.deprecated = true;
        if (warning !== undefined) facts.deprecationWarning = warning;
        return undefined;
      },
    }),
  ),
];
