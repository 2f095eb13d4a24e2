import type { JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { isRequestUri } from '@kb/apimachinery/schema';
import {
  about,
  any,
  EARLY,
  flagMarker,
  jsonOfFloats,
  namedMarker,
  optional,
  string,
  USUAL,
  valueMarker,
} from '../define/define-marker.ts';
import type { MarkerDefinition, MarkerEffect } from '../define/marker-definition.ts';
import { addRule } from '../schema/add-rule.ts';

/** Markers of fields (some of types too) outside the validation family. */
export const fieldMarkers: readonly MarkerDefinition[] = [
  presence('kubebuilder:validation:Required', true, 'kubebuilder'),
  presence('kubebuilder:validation:Optional', false, 'kubebuilder'),
  presence('required', true, 'kubernetes'),
  presence('optional', false, 'kubernetes'),
  presence('k8s:required', true, 'kubernetes'),
  presence('k8s:optional', false, 'kubernetes'),
  flagMarker(
    { name: 'nullable', targets: ['field'], summary: 'Allows null.', example: '+nullable' },
    // Before defaults, which depend on it.
    schemaEffect((schema) => void (schema.nullable = true), EARLY),
  ),
  valueMarker(
    {
      name: 'kubebuilder:default',
      targets: ['field'],
      summary: 'The value that the API server sets when the field is absent.',
      example: '+kubebuilder:default={80,443}',
    },
    any,
    (value) =>
      schemaEffect((schema) => {
        // `{}` also stands for an empty list: there is no other syntax for one.
        schema.default = schema.type === 'array' && isEmptyMap(value) ? [] : value;
      }),
  ),
  valueMarker(
    {
      name: 'default',
      targets: ['field'],
      summary:
        'The value that the API server sets when the field is absent, as JSON. kubebuilder:default wins over it.',
      example: '+default={"policy": "delete"}',
    },
    jsonOfFloats,
    (value) =>
      schemaEffect((schema) => {
        if (value !== null) schema.default = value;
      }, EARLY),
  ),
  valueMarker(
    {
      name: 'kubebuilder:example',
      targets: ['field'],
      summary: 'An example of a value, for readers of the schema.',
      example: '+kubebuilder:example="my-service"',
    },
    any,
    (value) => schemaEffect((schema) => void (schema.example = value)),
  ),
  valueMarker(
    {
      name: 'kubebuilder:title',
      targets: ['field', 'type'],
      summary: 'A title, for readers of the schema.',
      example: '+kubebuilder:title="Replica count"',
    },
    any,
    (value) =>
      typeof value === 'string'
        ? // An empty title has no effect: the title of the type stays.
          schemaEffect((schema) => void (value !== '' && (schema.title = value)))
        : 'the title is text: put it in double quotes',
  ),
  flagMarker(
    {
      name: 'kubebuilder:validation:EmbeddedResource',
      targets: ['field'],
      summary: 'The value is an object of the API, with apiVersion, kind and metadata.',
      example: '+kubebuilder:validation:EmbeddedResource',
    },
    schemaEffect((schema) => void (schema['x-kubernetes-embedded-resource'] = true)),
  ),
  flagMarker(
    {
      name: 'kubebuilder:validation:Schemaless',
      targets: ['field'],
      summary: 'Ignores the type of the field: only the other markers make its schema.',
      example: '+kubebuilder:validation:Schemaless',
    },
    { on: 'schemaless' },
  ),
  flagMarker(
    {
      name: 'kubebuilder:pruning:PreserveUnknownFields',
      targets: ['field', 'type'],
      summary: 'Keeps fields that the schema does not name.',
      example: '+kubebuilder:pruning:PreserveUnknownFields',
    },
    schemaEffect((schema) => void (schema['x-kubernetes-preserve-unknown-fields'] = true)),
  ),
  namedMarker(
    {
      name: 'kubebuilder:externalDocs',
      targets: ['field', 'type'],
      summary: 'A link to more documentation of the value, for readers of the schema.',
      example: '+kubebuilder:externalDocs:url="https://example.com/docs",description="How to choose a size"',
    },
    {
      url: about('The URL of the documentation.', string),
      description: about('A description of the link.', optional(string)),
    },
    ({ url, description = '' }) =>
      isRequestUri(url)
        ? schemaEffect((schema) => void (schema.externalDocs = { ...(description !== '' && { description }), url }))
        : { argument: 'url', message: `"${url}" is not a URL: expected something like https://example.com/docs` },
  ),
  flagMarker(
    {
      name: 'k8s:immutable',
      targets: ['field'],
      summary: 'The field cannot be changed or removed once it is set.',
      example: '+k8s:immutable',
    },
    {
      on: 'schema',
      priority: USUAL,
      items: false,
      immutable: true,
      apply(schema) {
        addRule(schema, { rule: 'self == oldSelf', message: 'field is immutable' });
        return undefined;
      },
    },
  ),
];

function presence(name: string, required: boolean, family: 'kubebuilder' | 'kubernetes'): MarkerDefinition {
  const summary = required ? 'The field is required.' : 'The field is optional.';
  const decides = { on: `presence (${family})`, as: () => String(required) };
  return flagMarker(
    { name, targets: ['field'], summary, example: `+${name}`, decides },
    { on: 'presence', required, family },
  );
}

function schemaEffect(
  apply: (schema: Parameters<(MarkerEffect & { on: 'schema' })['apply']>[0]) => void,
  priority = USUAL,
): MarkerEffect {
  return {
    on: 'schema',
    priority,
    items: false,
    apply(schema) {
      apply(schema);
      return undefined;
    },
  };
}

function isEmptyMap(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
