import {
  checkDefaults,
  checkStructuralSchema,
  type FieldError,
  type JsonSchemaProps,
  stringifyJson,
} from '@kb/apimachinery';
import type { Span } from '../diagnostic/diagnostic.ts';
import type { Reporter } from '../diagnostic/reporter.ts';
import { typeInWords } from '../markers/definitions/validation-markers.ts';
import type { Marker } from '../markers/marker-definition.ts';
import type { Kind, Model } from '../model/model.ts';
import { sourcePlace } from './source-place.ts';
import { withoutBuiltInParts } from './without-built-in-parts.ts';

/**
 * Reports what the API server would refuse in the schema of a kind's version, at the marker or the field that says it: a default that does not fit, a list map without
 * keys, a key that may be missing. Rules in CEL are not compiled.
 */
export function checkSchema(schema: JsonSchemaProps, kind: Kind, model: Model, reporter: Reporter): void {
  const statusSubresource = kind.facts.statusSubresource;
  const check = (each: JsonSchemaProps): FieldError[] => checkStructuralSchema(each, '', { statusSubresource });
  if (check(withoutBuiltInParts(schema, { kind: 'named', id: kind.type }, model)).length === 0) return;
  const errors = check(schema);
  // The API server looks at defaults only when nothing else is wrong; an author wants to know all at once.
  for (const error of errors.length > 0 ? [...errors, ...checkDefaults(schema, '')] : []) {
    const { span, markers, rest } = sourcePlace(error.field, kind, model);
    // A type that nothing is known of was reported already, unless the author leaves it out.
    if (rest === 'type' && isMissing.test(error.message) && !markers.some(isSchemaless)) continue;
    report(error, rest, markers, span, reporter);
  }
}

const isMissing = /^Required value: must not be empty /;

function isSchemaless({ effect }: Marker): boolean {
  return effect.on === 'schemaless';
}

/** `rest` is the keyword that is wrong, and what is wrong inside its value: `default.replicas`. */
function report(error: FieldError, rest: string, markers: readonly Marker[], span: Span, reporter: Reporter): void {
  const keyword = /^[\w-]*/.exec(rest)?.[0] ?? '';
  const inside = rest.slice(keyword.length).replace(/^(?:\[\d+\])?\.?/, '');
  const problem = inWords(error.message, inside);
  const marker = markerOf(keyword, markers, error.message);
  if (marker === undefined) {
    reporter.report(span, {
      code: 'schema-refused',
      message: `the API server would refuse the schema that this comes to: ${keyword === '' ? '' : `${keyword}: `}${problem}`,
      ...hintFor(error.message),
    });
  } else {
    const message = `+${marker.name} does not fit: ${problem}`;
    reporter.report(marker.span, { code: 'marker-mismatch', message, ...hintFor(error.message) });
  }
}

/** What the API server says, as a sentence of a diagnostic. `inside` is where in the value it is. */
function inWords(message: string, inside: string): string {
  const wrongType = /must be of type (\w+): "(\w+)"$/.exec(message);
  if (wrongType !== null) {
    const [, wanted, found] = wrongType;
    return `${inside === '' ? 'it' : inside} has to be ${typeInWords(wanted)}, and is ${typeInWords(found)}`;
  }
  if (message === 'Required value') return `${inside === '' ? 'it' : inside} is missing`;
  const text = message
    .replace(/: {2}in body /, ' ')
    .replace(/^Invalid value: "": Checked value (.*) in $/, '$1')
    .replace(/^(?:Invalid value: (?:null: )?|Required value: |Forbidden: |Unsupported value: )/, '')
    .replace(/^("(?:[^"\\]|\\.)*"): supported values: /, '$1 is none of ')
    .replace(/\.$/, '');
  return inside === '' ? text : `${inside}: ${text}`;
}

/** What to do about what the API server would refuse. */
function hintFor(message: string): { readonly hint?: string } {
  return { ...hints.find(([said]) => message.includes(said))?.[1] };
}

const hints: readonly (readonly [said: string, hint: { readonly hint: string }])[] = [
  ['is in x-kubernetes-list-map-keys', { hint: 'take the ? of the field away, or give it +kubebuilder:default=…' }],
  [
    'x-kubernetes-list-type is map',
    { hint: 'a list map is of objects; +listMapKey=<field> names the field that tells them apart' },
  ],
  ['names of item properties', { hint: '+listMapKey names a field that the elements have' }],
  [
    'x-kubernetes-list-type=set',
    {
      hint: 'a set is of text, numbers or booleans; objects are told apart with +listType=map and +listMapKey=<field>',
    },
  ],
  [
    'specified object fields',
    { hint: 'write +kubebuilder:pruning:PreserveUnknownFields or +kubebuilder:validation:Type=… too' },
  ],
  ['x-kubernetes-embedded-resource', { hint: 'an embedded resource is an object, such as RawExtension' }],
];

/** The marker that is to blame: where there are several of a name, the one with a value that the message names. */
function markerOf(keyword: string, markers: readonly Marker[], message: string): Marker | undefined {
  for (const name of sources[keyword] ?? []) {
    const found = markers.filter((marker) => marker.name.replace(prefixes, '') === name);
    const named = found.find(({ values }) =>
      [...values.values()].some((value) => message.includes(stringifyJson(value))),
    );
    if (found.length > 0) return named ?? found[0];
  }
  return undefined;
}

const prefixes = /^(?:k8s:|kubebuilder:(?:validation:(?:items:)?)?)/;

/** The markers that write a keyword, without their prefixes; the one that is to blame first. */
const sources: Readonly<Record<string, readonly string[]>> = {
  default: ['default'],
  pattern: ['Pattern'],
  properties: ['EmbeddedResource', 'XEmbeddedResource'],
  type: ['EmbeddedResource', 'XEmbeddedResource', 'Type', 'listType', 'mapType', 'structType', 'Schemaless'],
  items: ['Type'],
  uniqueItems: ['UniqueItems'],
  'x-kubernetes-int-or-string': ['XIntOrString'],
  'x-kubernetes-list-map-keys': ['listMapKey', 'listType'],
  'x-kubernetes-list-type': ['listType'],
  'x-kubernetes-map-type': ['mapType', 'structType'],
  'x-kubernetes-preserve-unknown-fields': ['pruning:PreserveUnknownFields', 'XPreserveUnknownFields'],
  'x-kubernetes-validations': ['XValidation'],
};
