import { utf8Length, validateAnnotations, validateLabels } from '@kb/apimachinery/server';
import {
  about,
  bool,
  flagMarker,
  int,
  namedMarker,
  optional,
  string,
  strings,
  valueMarker,
} from '../define/define-marker.ts';
import type { MarkerDefinition } from '../define/marker-definition.ts';

/** A DNS label that begins with a letter (RFC 1035): the form of names of resources and versions. */
export const DNS_LABEL: RegExp = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
/** Characters for which Go's unicode.IsPrint is false. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** Markers of a kind, for everything in a CustomResourceDefinition besides its schema. */
export const kindMarkers: readonly MarkerDefinition[] = [
  valueMarker(
    {
      name: 'kubebuilder:object:root',
      targets: ['type'],
      summary: 'Makes an interface that extends KubernetesObject a kind of the API.',
      example: '+kubebuilder:object:root=true',
      decides: { on: 'root', as: (values) => JSON.stringify(values.get('')) },
    },
    bool,
    (root) => ({ on: 'root', root }),
  ),
  flagMarker(
    {
      name: 'kubebuilder:subresource:status',
      targets: ['type'],
      summary:
        'Gives the kind a status subresource: the status is written separately, and a change of it does not increase the generation.',
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
    {
      specpath: about('The field with the desired number of replicas: a path below .spec.', string),
      statuspath: about('The field with the current number of replicas: a path below .status.', string),
      selectorpath: about(
        'The field with the label selector of the pods, as text: a path below .status or .spec. Autoscalers need it.',
        optional(string),
      ),
    },
    ({ specpath, statuspath, selectorpath }) => {
      if (!specpath.startsWith('.spec.'))
        return { argument: 'specpath', message: `specpath begins with .spec., and "${specpath}" does not` };
      if (!statuspath.startsWith('.status.'))
        return { argument: 'statuspath', message: `statuspath begins with .status., and "${statuspath}" does not` };
      if (selectorpath !== undefined && !/^\.(?:spec|status)\./.test(selectorpath))
        return {
          argument: 'selectorpath',
          message: `selectorpath begins with .status. or .spec., and "${selectorpath}" does not`,
        };
      return {
        on: 'kind',
        apply(facts, span) {
          facts.scaleSpan = span;
          facts.scaleSubresource = {
            specReplicasPath: specpath,
            statusReplicasPath: statuspath,
            ...(selectorpath !== undefined && { labelSelectorPath: selectorpath }),
          };
          return undefined;
        },
      };
    },
  ),
  namedMarker(
    {
      name: 'kubebuilder:printcolumn',
      targets: ['type'],
      repeatable: true,
      summary: 'Adds a column to the output of kubectl get for the kind.',
      example: '+kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`',
    },
    {
      name: about('The heading.', string),
      type: about(`The type of the value: ${columnTypes.join(', ')}. A date is shown as an age.`, string),
      JSONPath: about('The path of the value: a JSONPath that begins with a dot.', string),
      description: about('What the column shows.', optional(string)),
      format: about(`OpenAPI's format of the value: ${columnFormats.join(', ')}.`, optional(string)),
      priority: about('Above 0, the column is only shown with -o wide. Without it, 0.', optional(int)),
    },
    ({ name, type, JSONPath, description, format, priority }) => {
      if (!columnTypes.includes(type))
        return {
          argument: 'type',
          message: `"${type}" is not a type of a column: expected one of ${columnTypes.join(', ')}`,
        };
      if (format !== undefined && !columnFormats.includes(format))
        return {
          argument: 'format',
          message: `"${format}" is not a format of a column: expected one of ${columnFormats.join(', ')}`,
        };
      if (!JSONPath.startsWith('.'))
        return {
          argument: 'JSONPath',
          message: `the JSONPath of a column begins with a dot, and "${JSONPath}" does not`,
        };
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
      summary: 'The names of the kind in URLs and on the command line, and whether it is namespaced.',
      example:
        '+kubebuilder:resource:path=appservices,scope=Namespaced,shortName=app;apps,categories=all,singular=appservice',
    },
    {
      path: about('The plural, as in URLs. Without it, the regular plural of the kind.', optional(string)),
      shortName: about('Shorter names for the command line.', optional(strings)),
      categories: about('Groups of kinds that kubectl get shows together, such as all.', optional(strings)),
      singular: about('The singular. Without it, the kind in lower case.', optional(string)),
      scope: about('Namespaced (the default) or Cluster.', optional(string)),
    },
    ({ path, shortName = [], categories = [], singular, scope = 'Namespaced' }) => {
      if (scope !== 'Namespaced' && scope !== 'Cluster')
        return { argument: 'scope', message: `"${scope}" is not a scope: expected Namespaced or Cluster` };
      for (const [argument, names] of Object.entries({ path: [path], shortName, categories, singular: [singular] })) {
        const wrong = names.find((name) => name !== undefined && !DNS_LABEL.test(name));
        if (wrong !== undefined)
          return {
            argument,
            message: `"${wrong}" is not a valid name of a resource: expected lower case letters, digits and "-"`,
          };
      }
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
      summary: 'Marks the version that is stored. A kind with one version needs no marker.',
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
      summary: 'Makes the API server warn clients that use this version.',
      example: '+kubebuilder:deprecatedversion:warning="example.com/v1alpha1 AppService is deprecated"',
    },
    {
      warning: about(
        'The text of the warning. Without it, the warning says that the version is deprecated.',
        optional(string),
      ),
    },
    ({ warning }) => {
      if (warning !== undefined && (warning === '' || utf8Length(warning) > 256 || UNPRINTABLE.test(warning)))
        return 'a warning has 1 to 256 bytes, all of them of printable characters';
      return {
        on: 'kind',
        apply(facts) {
          facts.deprecated = true;
          if (warning !== undefined) facts.deprecationWarning = warning;
          return undefined;
        },
      };
    },
  ),
  namedMarker(
    {
      name: 'kubebuilder:metadata',
      targets: ['type'],
      repeatable: true,
      summary: 'Annotations and labels of the CustomResourceDefinition itself, each as key=value.',
      example: '+kubebuilder:metadata:annotations="example.com/owner=shop team",labels="app=shop"',
    },
    {
      annotations: about('Annotations, each as key=value.', optional(strings)),
      labels: about('Labels, each as key=value.', optional(strings)),
    },
    ({ annotations = [], labels = [] }) => {
      for (const [argument, entries] of Object.entries({ annotations, labels })) {
        const wrong = entries.find((entry) => !entry.includes('='));
        if (wrong !== undefined) return { argument, message: `"${wrong}" has no =: expected key=value` };
      }
      const given = { annotations: entriesOf(annotations), labels: entriesOf(labels) };
      const [problem] = [
        ...validateAnnotations(Object.fromEntries(given.annotations), 'annotations'),
        ...validateLabels(Object.fromEntries(given.labels), 'labels'),
      ];
      if (problem !== undefined)
        return `the API server would refuse this: ${problem.message.replace(/^(?:Invalid value|Too long): /, '').replace(/\.$/, '')}`;
      return {
        on: 'kind',
        apply(facts) {
          return addEntries(facts.annotations, given.annotations) ?? addEntries(facts.labels, given.labels);
        },
      };
    },
  ),
  namedMarker(
    {
      name: 'kubebuilder:selectablefield',
      targets: ['type'],
      repeatable: true,
      summary: 'A field that field selectors of lists and watches can use: kubectl get --field-selector.',
      example: '+kubebuilder:selectablefield:JSONPath=.spec.nodeName',
    },
    { JSONPath: about('The path of the field: names with a dot before each.', string) },
    ({ JSONPath }) => ({
      on: 'kind',
      apply(facts, span) {
        if (facts.selectableFields.some(({ jsonPath }) => jsonPath === JSONPath)) return `${JSONPath} is there twice`;
        facts.selectableFields.push({ jsonPath: JSONPath, span });
        return undefined;
      },
    }),
  ),
];

/** `key=value`, split at the first `=`. */
function entriesOf(texts: readonly string[]): [key: string, value: string][] {
  return texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]);
}

function addEntries(into: Map<string, string>, entries: readonly [string, string][]): string | undefined {
  for (const [key, value] of entries) {
    const present = into.get(key);
    if (present !== undefined && present !== value) return `${key} is "${present}" already`;
    into.set(key, value);
  }
  return undefined;
}
