import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Random } from '../../random.ts';

const text: JsonSchemaProps = { type: 'string' };

/** The schema of {@link chosenExpressions}. */
export const chosenSchema: JsonSchemaProps = {
  type: 'object',
  properties: {
    s: text,
    namespace: text,
    l: { type: 'array', items: { type: 'object', properties: { s: text } } },
    m: { type: 'object', additionalProperties: { type: 'integer' } },
    o: { type: 'object', properties: { in: text, l: { type: 'array', items: text } } },
    e: { 'x-kubernetes-int-or-string': true },
  },
};

const messages =
  'Any BoolValue BytesValue DoubleValue Duration Empty FieldMask FloatValue Int32Value Int64Value ListValue NullValue ' +
  'NullValue.NULL_VALUE StringValue Struct Timestamp UInt32Value UInt64Value Value';
const typeNames = [
  ...'any bool bytes double duration dyn error int list map null_type string timestamp type uint'.split(' '),
  ...'optional_type kubernetes.URL kubernetes.Quantity net.IP net.CIDR object'.split(' '),
  ...'selfType selfType.s selfType.l selfType.m selfType.o selfType.o.l'.split(' '),
  ...messages.split(' ').map((name) => `google.protobuf.${name}`),
];

const fieldNames = (
  'type_url value seconds nanos fields values null_value number_value string_value bool_value struct_value ' +
  'list_value s m l'
).split(' ');

/** Expressions for what neither rules nor random ones have: names of types, new objects, arguments of `format`. */
export const chosenExpressions: readonly string[] = [
  ...typeNames,
  ...typeNames.map((name) => `type(${name}) == type`),
  ...typeNames.flatMap((name) => [`${name}{}`, `${name}{}.x`, `${name}{} == null`, `[${name}{}, null]`]),
  ...typeNames.flatMap((name) => fieldNames.map((field) => `${name}{${field}: zz, ${field}: [], ${field}: 1u}`)),
  'self{s: 1}',
  'zz{s: 1}',
  'selfType{?s: optional.of("a"), ?m: 1}',
  '.selfType{s: "a"}',
  '.self.s',
  '.zz.s',
  '.size(self.l)',
  '.optional.of(1)',
  'self.namespace + self.__namespace__',
  'self.o.in',
  'self.o.__in__',
  'self.?l[?0].?s.orValue("a")',
  'optional.of(self).s.size()',
  'optional.of(self.m).x',
  'optional.of(1).optMap(x, x + 1).orValue("a")',
  'optional.of(1).optFlatMap(x, optional.of(x + 1))',
  '[?1]',
  '{?"a": 1}',
  '[?optional.of(1), 2]',
  '[optional.none(), optional.of(1)]',
  '[] && true',
  '[[]] && {}',
  '[[]] + [[1]]',
  'true ? [] : [1]',
  '[1, "a", 1.5]',
  '{1: 1, "a": "a"}',
  '[null, self, duration("1s")]',
  'self.m.all(k, v, k == v)',
  'self.l.all(i, x, i > x)',
  '1.all(x, x)',
  'self.l.map(self, self.s)',
  'self.l.transformMap(i, x, {i: x.s})',
  'self.l.transformMapEntry(i, x, {i: x.s})',
  'self.l.sortBy(x, x.s)',
  'self.e.all(x, x)',
  '[].all(x, x.y.z)',
  'duration(1)',
  'duration("x")',
  'duration(null)',
  'timestamp(1)',
  'timestamp(999999999999)',
  'timestamp("0000-01-01T00:00:00Z")',
  'timestamp("2020-01-01T1:02:03,5Z")',
  'timestamp(null)',
  '"a".matches("(")',
  'matches("(", "a")',
  'matches("a", "(")',
  '"a".find("(")',
  ...[
    '%',
    '%%',
    '%s',
    '%.',
    '%.f',
    '%.2f',
    '%.99999999999999999999f',
    '%5d',
    '%é',
    '%d%s%',
    '%b %o',
    '%x %X',
    '%e',
  ].map((clause) => `'${clause}'.format([1, "a", optional.of(1)])`),
  ...['self', 'self.l', 'type(1)', 'null', 'b"a"', 'self.e', '[self]', '{"a": [self]}', 'duration("1s")'].flatMap(
    (value) => 'sdfebxXo'.split('').map((clause) => `"%${clause}".format([${value}])`),
  ),
  '"%d".format(self.l)',
  'self.s.format([1])',
  '"%s".format([[1, "a"], {1: "a", "a": 1}])',
  Array.from({ length: 103 }, (_, index) => `z${index}`).join(' + '),
];

/** Examples in the documentation of cel-go and Kubernetes that rules cannot have. */
export const documentedMistakes: readonly string[] = [
  '[1, 2, 2].existsOne(i, i < 2)',
  "{'a': 'hello', 'aa': 'hellohello'}.existsOne(k, k.startsWith('a'))",
  '[1, "b", 2, "b"].distinct()',
  '[1,[2,3],[4]].flatten()',
  '[1,[2,[3,4]]].flatten()',
  '[1,2,[],[],[3,4]].flatten()',
  '[1,[2,[3,[4]]]].flatten(2)',
  '[1,[2,[3,[4]]]].flatten(-1)',
  '[1, "b"].sort()',
  '[[1, 2, 3]].sort()',
  'sets.contains([1, 2.0, 3u], [1.0, 2u, 3])',
  'sets.equivalent([1], [1u, 1.0])',
  'sets.equivalent([1, 2, 3], [3u, 2.0, 1])',
  'sets.intersects([[1], [2, 3]], [[1, 2], [2, 3.0]])',
  'quantity("50k").sub(20000).asApproximateFloat() == 30000',
  'quantity("50k").add("20k") == quantity("70k")',
  'quantity("50k").sub("20k") == quantity("30k")',
  "'gums'.reverse()",
  "cel.bind(a, 'hello', a + a)",
  "base64.decode('aGVsbG8=')",
  'math.greatest(1, 2)',
  "jsonpatch.escapeKey('k8s.io/my~label')",
];

const atoms = (
  "self ~ self.l ~ self.m ~ self.e ~ self.s ~ 1 ~ 1u ~ 1.5 ~ '%d' ~ null ~ x ~ y ~ [] ~ {} ~ true ~ int ~ dyn(1) ~ " +
  "optional.none() ~ duration('1s') ~ type(1) ~ selfType{} ~ [self.l[0]] ~ {'a': 1}"
).split(' ~ ');

/** What can be made of expressions; `#` stands for one. */
const shapes = (
  "(# + #) ~ (# == #) ~ (# && #) ~ (# ? # : #) ~ (# in #) ~ [#, #] ~ {#: #} ~ [?#] ~ {?'a': #} ~ #[#] ~ #[?#] ~ #.s ~ " +
  '#.?s ~ has(#.s) ~ #.map(x, #) ~ #.all(x, #) ~ #.filter(y, #) ~ #.exists(x, y, #) ~ #.sortBy(x, #) ~ ' +
  '#.optMap(x, #) ~ #.transformMap(x, y, #) ~ #.transformList(x, y, #) ~ #.size() ~ #.format([#]) ~ ' +
  'optional.of(#) ~ #.orValue(#)'
).split(' ~ ');

/** A random expression whose types rarely fit, over the fields of {@link chosenSchema}. */
export function untypedExpression(random: Random, depth = 3): string {
  if (depth === 0) return random.pick(atoms) ?? '1';
  return (random.pick(shapes) ?? '#').replaceAll('#', () => untypedExpression(random, depth - 1));
}
