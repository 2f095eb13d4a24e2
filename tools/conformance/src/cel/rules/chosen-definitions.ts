import type { JsonSchemaProps, ValidationRule } from '@kb/apimachinery/schema';
import type { SchemaCase } from '../types/compare-declarations.ts';

const text: JsonSchemaProps = { type: 'string' };
const named: JsonSchemaProps = { type: 'object', properties: { name: text, a: text }, required: ['name'] };
const listMap: JsonSchemaProps = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
  items: named,
};

/** A schema with rules in CEL. */
function ruled(schema: JsonSchemaProps, ...rules: readonly (string | ValidationRule)[]): JsonSchemaProps {
  return { ...schema, 'x-kubernetes-validations': rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)) };
}

function objectOf(properties: Record<string, JsonSchemaProps>): JsonSchemaProps {
  return { type: 'object', properties };
}

const schemas: readonly JsonSchemaProps[] = [
  // Texts of errors.
  ruled(objectOf({ a: text }), 'self.a ==', 'self.b', 'self.a', 'self.a == 1 && 1', '1', 'dyn(true)', 'true'),
  ruled(objectOf({ a: text }), { rule: 'true', messageExpression: 'self.' }, { rule: 'true', messageExpression: '1' }),
  ruled(objectOf({ a: text }), { rule: '1', messageExpression: '1' }, { rule: 'true', messageExpression: 'string(1' }),
  ruled(objectOf({ a: text }), "self.a == '<&>'", {
    rule: "self.a == '<&>' + 1",
    message: '<\u2028"\\é',
    reason: 'FieldValueRequired',
  }),
  ruled(objectOf({ a: text }), "int('x') == 1", "self.a.find('(') == ''", {
    rule: 'true',
    messageExpression: "string(int('x'))",
  }),
  ruled(
    objectOf({ a: text }),
    ' ',
    '',
    { rule: 'true', message: ' ' },
    { rule: 'true', message: 'a\nb' },
    'true\n&& true',
  ),
  ruled(objectOf({ a: text }), { rule: '\u0085true\u0085', messageExpression: '\ufeff' }, { rule: '\ufeff' }, '\u0085'),
  ruled(objectOf({ a: text, b: ruled(text, '') }), 'self.x'),
  // Paths of fields.
  ...[
    '.a',
    '.m.k',
    ".m['k.l']",
    "['a']",
    '.b',
    'a',
    '..',
    '.a.b',
    "['a",
    "['a']]",
    "['\\x']",
    "['']",
    '.l[0]',
    ".'a'",
  ].map((fieldPath) =>
    ruled(objectOf({ a: text, m: { type: 'object', additionalProperties: text }, l: { type: 'array', items: text } }), {
      rule: 'true',
      fieldPath,
    }),
  ),
  // The old value.
  ruled(
    objectOf({ a: text }),
    { rule: 'true', optionalOldSelf: false },
    { rule: 'self == oldSelf', optionalOldSelf: false },
  ),
  ruled(objectOf({ a: text }), {
    rule: 'oldSelf.hasValue()',
    optionalOldSelf: true,
    messageExpression: 'oldSelf.value().a',
  }),
  ruled(
    objectOf({ a: text }),
    { rule: 'true', messageExpression: 'oldSelf.a' },
    { rule: '.oldSelf.a == .self.a', optionalOldSelf: true },
  ),
  ruled(objectOf({ l: { type: 'array', items: text } }), {
    rule: 'self.l.all(oldSelf, oldSelf == "")',
    optionalOldSelf: true,
  }),
  objectOf({ l: { ...listMap, items: ruled(named, 'self == oldSelf') } }),
  objectOf({
    l: {
      type: 'array',
      items: ruled(named, 'self.name == oldSelf.name', { rule: '1 == oldSelf', optionalOldSelf: true }),
    },
  }),
  objectOf({ l: { type: 'array', 'x-kubernetes-list-type': 'set', items: ruled(text, 'self == oldSelf') } }),
  objectOf({ l: { type: 'array', items: objectOf({ l: { type: 'array', items: ruled(text, 'self == oldSelf') } }) } }),
  objectOf({ m: { type: 'object', additionalProperties: ruled(named, 'self == oldSelf') } }),
  objectOf({ o: { ...objectOf({ a: ruled(text, 'self == oldSelf') }), 'x-kubernetes-map-type': 'atomic' } }),
  // Types that expressions do not know.
  objectOf({ u: ruled({ 'x-kubernetes-preserve-unknown-fields': true }, 'true') }),
  objectOf({ l: ruled({ type: 'array', items: { 'x-kubernetes-preserve-unknown-fields': true } }, 'true') }),
  objectOf({
    u: ruled({ 'x-kubernetes-preserve-unknown-fields': true, properties: { a: ruled(text, 'self == ""') } }, 'true'),
  }),
  objectOf({
    u: { 'x-kubernetes-preserve-unknown-fields': true, properties: { a: ruled(text, 'self == ""', 'self.a') } },
  }),
  ruled(
    objectOf({
      i: { 'x-kubernetes-int-or-string': true, items: ruled(text, 'true'), properties: { a: ruled(text, 'true') } },
    }),
    'true',
  ),
  ruled(
    objectOf({ '1a': ruled(text, 'self == ""', 'self.x'), 'a-b': ruled(text, 'self == 1') }),
    'self.a__dash__b == 1',
  ),
  // What every object has.
  ruled(
    objectOf({ metadata: objectOf({ name: ruled({ ...text, maxLength: 3 }, 'self.x', 'self.size() > 1') }) }),
    'self.metadata.x',
  ),
  objectOf({ metadata: ruled(objectOf({ name: text }), 'self.generateName') }),
  ruled(
    objectOf({
      e: {
        ...objectOf({ metadata: ruled(objectOf({ labels: objectOf({}) }), 'self.labels') }),
        'x-kubernetes-embedded-resource': true,
      },
    }),
    'true',
  ),
  objectOf({
    e: {
      ...objectOf({ metadata: ruled(objectOf({ labels: objectOf({}) }), 'self.labels') }),
      'x-kubernetes-embedded-resource': true,
    },
  }),
  // How often a rule is evaluated.
  ...[undefined, 0, 1, 1000, 19_073, 19_074, -1].map((maxItems) =>
    objectOf({
      l: {
        type: 'array',
        ...(maxItems !== undefined && { maxItems }),
        items: ruled({ ...text, maxLength: 1300 }, 'self == self'),
      },
    }),
  ),
  objectOf({ o: { type: 'object', additionalProperties: true, properties: { a: ruled(text, 'self == self') } } }),
  objectOf({ o: { type: 'object', maxProperties: 10, additionalProperties: ruled(text, 'self == self') } }),
  objectOf({
    l: {
      type: 'array',
      items: { type: 'array', maxItems: 5, items: ruled({ ...text, maxLength: 9 }, 'self.contains(self)') },
    },
  }),
  // Totals.
  ruled(
    objectOf({ a: text, l: { type: 'array', items: text, maxItems: 30 } }),
    ...Array.from({ length: 11 }, (_, index) => `self.l.all(x, x == self.a) && ${index} > 0`),
  ),
  ruled(objectOf({ a: text }), ...Array.from({ length: 330 }, () => 'self.a == self.a')),
  ruled(objectOf({ a: text }), { rule: 'self.a == self.a', messageExpression: 'self.a + string(1)' }),
  // An error of a keyword keeps the rules there and above from being compiled, and no others.
  ruled(objectOf({ a: ruled({ ...text, type: 'strin' }, 'self.x'), b: ruled(text, 'self.x') }), 'self.x'),
  ruled(objectOf({ a: { ...text, 'x-kubernetes-list-type': 'set' }, b: ruled(text, 'self.x') }), 'self.x'),
  objectOf({ o: { ...objectOf({ a: ruled(text, 'self == oldSelf') }), 'x-kubernetes-map-type': 'other' as 'atomic' } }),
];

/** Schemas of which each shows something about the errors of rules. */
export const chosenDefinitions: readonly SchemaCase[] = schemas.map((schema, index) => ({
  name: `chosen ${index}`,
  schema,
  root: true,
}));
