import { listArgument, numberArgument, stringArgument } from './argument.ts';
import { builtInTypes } from './built-in-types.ts';
import type { Known } from './known-type.ts';
import type { RawMarker } from './raw-model.ts';
import { isCelName, pick } from './words.ts';

/** A marker of a type or a field that changes its schema. */
interface MarkerRule {
  /** Without the `+`. */
  readonly name: string;
  readonly on: 'type' | 'field' | 'both';
  /** It can stand on the elements of a list too. */
  readonly items?: boolean;
  /** It can be there more than once. */
  readonly repeatable?: boolean;
  /** Controller-gen has it only since the release after 0.21. */
  readonly newer?: boolean;
  /** Markers that cannot be beside it. */
  readonly excludes?: readonly string[];
  readonly fits: (known: Known) => boolean;
  /** What follows the name. */
  readonly rest: (raw: RawMarker, known: Known) => string;
  /** Markers that it needs beside it. */
  readonly also?: (raw: RawMarker, known: Known) => readonly string[];
}

const isInteger = ({ type }: Known): boolean => type === 'integer';
const isText = ({ type }: Known): boolean => type === 'string';
const isList = ({ type }: Known): boolean => type === 'array';
const isMap = ({ type, values }: Known): boolean => type === 'object' && values !== undefined;
const isStruct = ({ really, fields }: Known): boolean => really === 'object' && fields !== undefined;
const always = (): boolean => true;

function validation(
  name: string,
  fits: MarkerRule['fits'],
  rest: MarkerRule['rest'],
  more: Partial<MarkerRule> = {},
): MarkerRule {
  return { name: `kubebuilder:validation:${name}`, on: 'both', items: true, fits, rest, ...more };
}

const patterns = [
  '^[a-z]+$',
  '^\\d{1,3}(\\.\\d{1,3}){3}$',
  '^(a|b)*$',
  '',
  '^it\'s: "x"$',
  '^#[0-9a-f]{6}$',
  '^$',
  '^[^`]+$',
];
const formats = ['date-time', 'uri', 'ipv4', 'email', 'byte', 'hostname', 'x-mine'];

const rules: readonly MarkerRule[] = [
  // Above every minimum, which can be written with an exponent.
  validation('Maximum', isInteger, (raw) => `=${numberArgument(1000 + raw.other, raw)}`),
  validation('Minimum', isInteger, (raw) => `=${numberArgument(raw.number % 21, raw)}`),
  validation('ExclusiveMaximum', isInteger, ({ flag }) => `=${flag}`),
  validation('ExclusiveMinimum', isInteger, ({ flag }) => `=${flag}`),
  validation('MultipleOf', isInteger, (raw) => `=${numberArgument(1 + (raw.other % 9), raw)}`),
  validation('MaxLength', isText, ({ other }) => `=${50 + other}`),
  validation('MinLength', isText, ({ other }) => `=${other % 20}`),
  validation('Pattern', isText, (raw) => `=${stringArgument(pick(patterns, raw.other), { ...raw, flag: false })}`),
  validation('Format', isText, (raw) => `=${pick(formats, raw.other)}`),
  validation('MaxItems', isList, ({ other }) => `=${20 + other}`),
  validation('MinItems', isList, ({ other }) => `=${other % 15}`),
  validation('UniqueItems', isList, () => '=false'),
  validation('MaxProperties', isMap, ({ other }) => `=${20 + other}`),
  validation('MinProperties', isMap, ({ other }) => `=${other % 15}`),
  // 0.21 writes two equal ones as two branches.
  validation(
    'MinProperties',
    (known) => known.type === 'object' && isStruct(known),
    ({ other }) => `=${other % 5}`,
    { on: 'type', newer: true },
  ),
  validation(
    'Enum',
    (known) => isText(known) && !hasEnum(known),
    (raw) => `=${listArgument([...new Set(raw.words)], { ...raw, flag: false })}`,
  ),
  validation(
    'Enum',
    (known) => isInteger(known) && !hasEnum(known),
    ({ number, flag }) => (flag || number < 0 ? `=${number}` : `={${number},${number + 1},${number + 3}}`),
  ),
  validation('XValidation', always, xValidation, { repeatable: true, excludes: ['k8s:immutable'] }),
  {
    name: 'kubebuilder:title',
    on: 'both',
    fits: always,
    rest: (raw) => `=${stringArgument(raw.text, { ...raw, flag: false })}`,
  },
  { name: 'kubebuilder:externalDocs', on: 'both', fits: always, rest: externalDocs },
  { name: 'kubebuilder:example', on: 'field', fits: hasValue, rest: (raw, known) => `=${valueOf(known, raw)}` },
  { name: 'kubebuilder:default', on: 'field', fits: hasValue, rest: (raw, known) => `=${valueOf(known, raw)}` },
  {
    name: 'listType',
    on: 'both',
    fits: isList,
    excludes: ['k8s:listType'],
    rest: (raw, known) => `=${listTypeOf(raw, known)}`,
    also: (raw, known) => (listTypeOf(raw, known) === 'map' ? keysOf(known).map((key) => `listMapKey=${key}`) : []),
  },
  { name: 'k8s:listType', on: 'both', newer: true, fits: isList, excludes: ['listType'], rest: () => '=atomic' },
  ...['AtMostOneOf', 'ExactlyOneOf', 'AtLeastOneOf'].map((name): MarkerRule => ({
    name: `kubebuilder:validation:${name}`,
    on: 'type',
    newer: true,
    fits: (known) => choicesOf(known).length > 1,
    rest: (raw, known) => `=${listArgument(choicesOf(known).slice(0, 2 + (raw.other % 2)), raw)}`,
  })),
  { name: 'mapType', on: 'both', fits: isMap, rest: ({ flag }) => `=${flag ? 'atomic' : 'granular'}` },
  { name: 'structType', on: 'both', fits: isStruct, rest: ({ flag }) => `=${flag ? 'atomic' : 'granular'}` },
  {
    name: 'kubebuilder:pruning:PreserveUnknownFields',
    on: 'both',
    fits: ({ really }) => really === 'object',
    rest: () => '',
  },
  validation(
    'XPreserveUnknownFields',
    ({ really }) => really === 'object',
    () => '',
  ),
  {
    name: 'kubebuilder:validation:EmbeddedResource',
    on: 'field',
    fits: ({ builtIn }) => builtIn === 'runtime.RawExtension',
    rest: () => '',
  },
  validation(
    'XEmbeddedResource',
    ({ builtIn }) => builtIn === 'runtime.RawExtension',
    () => '',
    { on: 'field' },
  ),
  validation(
    'XIntOrString',
    ({ builtIn }) => builtIn === 'intstr.IntOrString',
    () => '',
  ),
  {
    name: 'k8s:immutable',
    on: 'field',
    fits: always,
    excludes: ['kubebuilder:validation:XValidation'],
    rest: () => '',
  },
];

/** Resolves raw markers on a type or a field: only applicable ones, each once. */
export function schemaMarkers(
  raws: readonly RawMarker[],
  on: 'type' | 'field',
  known: Known,
  newer: boolean,
): string[] {
  const markers: string[] = [];
  const taken = new Set<string>();
  for (const raw of raws) {
    const { items } = known;
    const onItems = items !== undefined && isList(known) && raw.other % 3 === 0;
    const target = onItems ? items : known;
    const fitting = rules.filter(
      (rule) =>
        (rule.on === 'both' || rule.on === on) &&
        (newer || rule.newer !== true) &&
        (!onItems || rule.items === true) &&
        rule.fits(target) &&
        !(rule.excludes ?? []).some((name) => taken.has(name)),
    );
    if (fitting.length === 0) continue;
    const rule = pick(fitting, raw.pick);
    const name = onItems ? rule.name.replace('validation:', 'validation:items:') : rule.name;
    if (taken.has(name) && rule.repeatable !== true) continue;
    taken.add(name);
    markers.push(`${name}${rule.rest(raw, target)}`, ...(rule.also?.(raw, target) ?? []));
  }
  // kb refuses a default that the schema refuses: a default is kept only if nothing can refuse it.
  const hasRules = isConstrained(known) || markers.some(isConstraint);
  return hasRules ? markers.filter((marker) => !marker.startsWith('kubebuilder:default=')) : markers;
}

/**
 * True for a type that may already have an enum: for kb a second one is an error, controller-gen ignores it.
 */
function hasEnum({ words, declared }: Known): boolean {
  const isRenamed = declared?.body.kind === 'use' && declared.body.use.kind === 'reference';
  return (
    words !== undefined || isRenamed || declared?.comment.markers.some((marker) => marker.includes(':Enum=')) === true
  );
}

function isConstraint(marker: string): boolean {
  return marker.startsWith('kubebuilder:validation:');
}

/** True where a rule of the type, or of what is in it, could refuse a value. */
function isConstrained({ declared, items, values, bytes }: Known): boolean {
  const isRenamed = declared?.body.kind === 'use' && declared.body.use.kind === 'reference';
  return (
    bytes === true ||
    isRenamed ||
    declared?.comment.markers.some(isConstraint) === true ||
    (items !== undefined && isConstrained(items)) ||
    (values !== undefined && isConstrained(values))
  );
}

function listTypeOf({ other }: RawMarker, known: Known): string {
  if (keysOf(known).length > 0) return other % 4 === 0 ? 'atomic' : 'map';
  const isScalar = known.items?.really === 'string' || known.items?.really === 'integer';
  return isScalar && other % 2 === 0 ? 'set' : 'atomic';
}

/** The fields that can identify elements of a list: at most two required scalars. */
function keysOf({ items }: Known): string[] {
  const required = (items?.fields ?? []).filter(
    ({ comment, nullable, use }) =>
      comment.markers.some((marker) => /^(?:.*:)?required$/i.test(marker)) &&
      nullable === false &&
      use.kind === 'scalar' &&
      use.go !== '[]byte',
  );
  return required.map(({ name }) => name).slice(0, 2);
}

/** The fields of which only some may be there. */
function choicesOf({ fields = [] }: Known): string[] {
  const optional = fields.filter(
    ({ optional, comment }) => optional && !comment.markers.some((marker) => /required/i.test(marker)),
  );
  return optional.map(({ name }) => name).filter(isCelName);
}

function xValidation(raw: RawMarker, { really }: Known): string {
  const rules: Readonly<Record<Known['really'], string>> = {
    string: `self != "it's"`,
    integer: 'self != 7',
    boolean: 'self == self',
    array: 'size(self) < 100',
    object: 'self == oldSelf',
    other: 'self == self',
  };
  const given = [`rule=${stringArgument(rules[really], { ...raw, flag: false })}`];
  if (raw.pick % 3 === 0) given.push(`message=${stringArgument(raw.text, { ...raw, flag: false })}`);
  if (raw.pick % 5 === 0) given.push(`messageExpression="'a: ' + 'b'"`);
  if (raw.other % 4 === 0)
    given.push(
      `reason=${pick(['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'], raw.other)}`,
    );
  if (raw.other % 5 === 0 && really === 'object') given.push('optionalOldSelf=true');
  return `:${given.join(',')}`;
}

function externalDocs(raw: RawMarker): string {
  const description = raw.flag ? `,description=${stringArgument(raw.text, { ...raw, flag: false })}` : '';
  return `:url=${stringArgument(pick(['https://example.com/a?b=c', 'http://x', '/docs'], raw.other), { ...raw, flag: false })}${description}`;
}

function hasValue(known: Known): boolean {
  if (known.builtIn !== undefined) return builtInTypes.get(known.builtIn)?.value !== undefined;
  // An empty list of a type that is declared elsewhere is an empty object to controller-gen.
  if (known.really === 'other' || (known.really === 'array' && known.type === undefined)) return false;
  return known.fields === undefined || known.fields.every(({ optional }) => optional);
}

/** A value of a type, as an argument of any type. */
function valueOf(known: Known, raw: RawMarker): string {
  if (known.builtIn !== undefined) return builtInTypes.get(known.builtIn)?.value ?? '{}';
  if (known.words !== undefined) return JSON.stringify(pick(known.words, raw.other));
  switch (known.really) {
    case 'string':
      return stringArgument(raw.text, { ...raw, flag: false });
    case 'integer':
      return `${raw.number}`;
    case 'boolean':
      return `${raw.flag}`;
    case 'array':
      return listOf(known, raw);
    case 'object':
    case 'other':
      return known.values !== undefined && hasValue(known.values) && raw.flag
        ? `{${stringArgument(raw.words[0] ?? 'a', { ...raw, pick: 1, flag: false })}: ${valueOf(known.values, { ...raw, number: Math.abs(raw.number) })}}`
        : '{}';
  }
}

function listOf({ items }: Known, raw: RawMarker): string {
  if (items === undefined || !hasValue(items) || items.really === 'array' || items.really === 'object') return '{}';
  return `{${[
    { ...raw, number: Math.abs(raw.number) },
    { ...raw, number: Math.abs(raw.number) + 1, text: raw.words[0] ?? 'a' },
  ]
    .map((one) => valueOf(items, one))
    .join(', ')}}`;
}
