import type { Marker } from '../../markers/define/marker-definition.ts';
import { typeInWords } from '../../markers/schema/schema-words.ts';
import { isBareNull, NULL_DEFAULT_HINT } from '../marker-effects/check-null-default.ts';

/**
 * Rewrites an error of the API server about a schema for a diagnostic. `inside` is the path inside the value, `marker`
 * the marker that causes the error.
 */
export function refusalInWords(message: string, inside: string, marker: Marker | undefined): string {
  const it = inside === '' ? 'it' : inside;
  const wrongType = TYPE_MISMATCH.exec(message);
  if (wrongType !== null) {
    const [, wanted = '', found = ''] = wrongType;
    if (marker !== undefined && isBareNull(marker))
      return `null is text here, and it has to be ${typesInWords(wanted)}`;
    return `${it} has to be ${typesInWords(wanted)}, and is ${foundInWords(found, wanted)}`;
  }
  const tooLarge = RANGE_MISMATCH.exec(message)?.[1];
  if (tooLarge !== undefined) return `${it} is beyond the range of ${tooLarge}`;
  if (message === 'Required value') return `${it} is missing`;
  if (message.includes('must not be empty if x-kubernetes-list-type is map'))
    return 'a list map needs keys, and has none';
  const element = OF_LIST_MAP.exec(message)?.[1];
  if (element !== undefined) return `the elements of a list map are objects, and these are ${typeInWords(element)}`;
  const text = message
    .replace(/: {2}in body /, ' ')
    .replace(/^(?:Invalid value: (?:null: )?|Required value: |Forbidden: |Unsupported value: )/, '')
    .replace(/^("(?:[^"\\]|\\.)*"): supported values: /, '$1 is none of ')
    .replace(/\.$/, '');
  return inside === '' ? text : `${inside}: ${text}`;
}

const TYPE_MISMATCH = /must be of type ([\w,-]+): "([\w-]*)"$/;
const OF_LIST_MAP = /"(\w*)": must be object if parent array's x-kubernetes-list-type is map$/;
const RANGE_MISMATCH = /^Invalid value: "": Checked value must be of type \w+ (?:with format )?(\w+) in /;

const formatTypes: Readonly<Record<string, string>> = {
  int32: 'integer',
  int64: 'integer',
  float: 'number',
  double: 'number',
  float64: 'number',
};

/** Describes a type, a format that implies one, or two types separated by a comma. */
function typesInWords(wanted: string): string {
  return wanted
    .split(',')
    .map((name) =>
      typeInWords(formatTypes[name] ?? (/^(?:array|boolean|integer|number|object)$/.test(name) ? name : 'string')),
    )
    .join(' or ');
}

function foundInWords(found: string, wanted: string): string {
  const type = formatTypes[found] ?? found;
  if (type === 'number' && typesInWords(wanted).includes('a whole number')) return 'another number';
  return type === '' ? 'something else' : type === 'null' ? 'null' : typeInWords(type);
}

/** Returns what to do about an error of the API server. */
export function refusalHint(message: string, marker: Marker | undefined): { readonly hint?: string } {
  if (marker?.name === 'kubebuilder:default') {
    const [, wanted, found] = TYPE_MISMATCH.exec(message) ?? [];
    if (isBareNull(marker)) return { hint: NULL_DEFAULT_HINT };
    if (message.includes('supported values: ')) return { hint: 'write one of the values, or add this one to the type' };
    if (marker.tag !== undefined && wanted !== undefined) return { hint: tagHint(wanted) };
    if (wanted === 'array' && found === 'object')
      return { hint: 'inside of a value {} is an empty object: an empty list there needs JSON, +default=…' };
    if (wanted === 'array')
      return { hint: 'lists are written in braces, {1,2}, an empty one {}; +default=… takes JSON' };
  }
  return { ...hints.find(([said]) => message.includes(said))?.[1] };
}

function tagHint(wanted: string): string {
  return typesInWords(wanted) === 'text'
    ? 'text that reads as another value needs quotes: @default "5"'
    : '@default takes JSON, such as 5, true, [80] or {"size": 1}';
}

/** Parts of messages, and what to do about them; the first match is taken. */
const hints: readonly (readonly [said: string, hint: { readonly hint: string }])[] = [
  ['is in x-kubernetes-list-map-keys', { hint: 'take the ? of the field away, or give it +kubebuilder:default=…' }],
  [
    'x-kubernetes-list-type is map',
    { hint: 'a list map is of objects; +listMapKey=<field> names the field that identifies them' },
  ],
  ['names of item properties', { hint: '+listMapKey names a field that the elements have' }],
  [
    'x-kubernetes-list-type=set',
    {
      hint: 'a set is of text, numbers or booleans; for objects use +listType=map and +listMapKey=<field>',
    },
  ],
  [
    'specified object fields',
    { hint: 'write +kubebuilder:pruning:PreserveUnknownFields or +kubebuilder:validation:Type=… too' },
  ],
  ['x-kubernetes-embedded-resource', { hint: 'an embedded resource is an object, such as RawExtension' }],
];
