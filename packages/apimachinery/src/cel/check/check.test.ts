import { expect, test } from 'vitest';
import type { CallExpr, Expr, ListExpr, Literal } from '../ast/expr.ts';
import type { Environment } from '../declarations/declaration.ts';
import { kubernetesFunctions } from '../declarations/kubernetes-functions.ts';
import { printIssues } from '../issue.ts';
import { type CelType, listOf, mapOf, simpleType } from '../types/cel-type.ts';
import { check } from './check.ts';
import { printChecked } from './print-checked.ts';

let count = 0;
const node = (): { id: number; offset: number } => ({ id: (count += 1), offset: 0 });
const literal = (type: 'int' | 'string', value: number | string): Expr => ({
  kind: 'literal',
  ...node(),
  ...({ type, value } as Literal),
});
const int = (value: number): Expr => literal('int', value);
const text = (value: string): Expr => literal('string', value);
const ident = (name: string): Expr => ({ kind: 'ident', ...node(), name });
const select = (operand: Expr, field: string, isTest = false): Expr => ({
  kind: 'select',
  ...node(),
  operand,
  field,
  isTest,
});
const call = (name: string, ...args: Expr[]): CallExpr => ({ kind: 'call', ...node(), name, args });
const method = (target: Expr, name: string, ...args: Expr[]): CallExpr => ({ ...call(name, ...args), target });
const list = (elements: Expr[], optionals: number[] = []): ListExpr => ({
  kind: 'list',
  ...node(),
  elements,
  optionals,
});
const map = (key: Expr, value: Expr, isOptional = false): Expr => ({
  kind: 'map',
  ...node(),
  entries: [{ ...node(), key, value, isOptional }],
});
const struct = (typeName: string, name: string, value: Expr): Expr => ({
  kind: 'struct',
  ...node(),
  typeName,
  fields: [{ ...node(), name, value, isOptional: false }],
});
const all = (range: Expr, variable: string, condition: Expr): Expr => ({
  kind: 'comprehension',
  ...node(),
  range,
  variable,
  accumulator: '@result',
  init: { kind: 'literal', ...node(), type: 'bool', value: true },
  condition: call('@not_strictly_false', ident('@result')),
  step: call('_&&_', ident('@result'), condition),
  result: ident('@result'),
});

const self: CelType = {
  kind: 'object',
  name: 'selfType',
  fields: new Map<string, CelType>([
    ['s', simpleType('string')],
    ['l', listOf(simpleType('int'))],
    ['m', mapOf(simpleType('string'), simpleType('int'))],
    ['e', simpleType('dyn')],
    ['__namespace__', simpleType('string')],
  ]),
};
const environment: Environment = {
  functions: kubernetesFunctions(),
  variables: new Map([['self', self]]),
  findType: (name) => (name === 'selfType' ? self : undefined),
};
const field = (name: string): Expr => select(ident('self'), name);

function resultOf(expr: Expr): string {
  const result = check('text', expr, environment);
  return 'expr' in result
    ? printChecked(result).replaceAll(/\s+/g, ' ')
    : printIssues('text', result)
        .split('\n')
        .filter((line) => line.startsWith('ERROR'))
        .map((line) => line.replace('ERROR: <input>:1:1: ', ''))
        .join('; ');
}

test.each<[string, Expr, string]>([
  ['a field', field('s'), 'self~selfType^self.s~string'],
  ['a field with a reserved word as its name', field('namespace'), 'self~selfType^self.namespace~string'],
  ['a value of a map', select(field('m'), 'x'), 'self~selfType^self.m~map(string, int).x~int'],
  ['has()', select(ident('self'), 's', true), 'self~selfType^self.s~test-only~~bool'],
  [
    'a type with dots in its name',
    select(select(ident('google'), 'protobuf'), 'Duration'),
    'google.protobuf.Duration~type(duration)^google.protobuf.Duration',
  ],
  ['a name with a dot before it', ident('.self'), 'self~selfType^self'],
  ['one overload', call('_+_', int(1), int(2)), '_+_( 1~int, 2~int )~int^add_int64'],
  [
    'several overloads',
    call('size', field('e')),
    'size( self~selfType^self.e~dyn )~int^size_bytes|size_list|size_map|size_string',
  ],
  [
    'several overloads with other results',
    call('_+_', field('e'), field('e')),
    '_+_( self~selfType^self.e~dyn, self~selfType^self.e~dyn )~dyn^add_bytes|add_double|add_duration_duration|add_duration_timestamp|add_int64|add_list|add_string|add_timestamp_duration|add_uint64',
  ],
  [
    'a function whose name has a dot',
    method(ident('optional'), 'of', int(1)),
    'optional.of( 1~int )~optional_type(int)^optional_of',
  ],
  [
    'an optional field',
    call('_?._', ident('self'), text('s')),
    '_?._( self~selfType^self, "s" )~optional_type(string)^select_optional_field',
  ],
  [
    'a field of something optional',
    select(method(ident('optional'), 'of', ident('self')), 's'),
    'optional.of( self~selfType^self )~optional_type(selfType)^optional_of.s~optional_type(string)',
  ],
  ['an empty list', list([]), '[]~list(dyn)'],
  [
    'an empty list beside another',
    call('_+_', list([]), list([int(1)])),
    '_+_( []~list(int), [ 1~int ]~list(int) )~list(int)^add_list',
  ],
  [
    'an optional element',
    list([method(ident('optional'), 'of', int(1))], [0]),
    '[ optional.of( 1~int )~optional_type(int)^optional_of ]~list(int)',
  ],
  ['a map', map(text('a'), int(1)), '{ "a"~string:1~int }~map(string, int)'],
  ['a new object', struct('selfType', 's', text('a')), 'selfType{ s:"a"~string }~selfType^selfType'],
  [
    'mixed arguments of format',
    method(text('%s %d'), 'format', list([text('a'), int(1)])),
    '"%s %d"~string.format( [ "a"~string, 1~int ]~list(dyn) )~string^string_format',
  ],
  ['a text and a pattern', call('matches', text('a'), text('(')), 'matches( "a"~string, "("~string )~bool^matches'],
])('%s has types', (_, expr, tree) => {
  expect(resultOf(expr)).toBe(tree);
});

test('a variable of a loop hides others, and ends with it', () => {
  const inner = all(field('l'), 'self', call('_>_', ident('self'), int(1)));
  expect(resultOf(inner)).toContain('self~int^self');
  expect(resultOf(call('_&&_', inner, call('_==_', ident('self'), int(1))))).toBe(
    "found no matching overload for '_==_' applied to '(selfType, int)'",
  );
});

test.each<[string, Expr, string]>([
  ['a name', ident('y'), "undeclared reference to 'y' (in container '')"],
  ['a field', field('y'), "undefined field 'y'"],
  ['a field of a scalar', select(field('s'), 'y'), "type 'string' does not support field selection"],
  ['a function', method(field('s'), 'y'), "undeclared reference to 'y' (in container '')"],
  ['arguments', call('_+_', text('a'), int(1)), "found no matching overload for '_+_' applied to '(string, int)'"],
  ['a target', method(int(1), 'size'), "found no matching overload for 'size' applied to 'int.()'"],
  [
    'a condition',
    call('_&&_', list([]), ident('self')),
    "expected type 'bool' but found 'list(_var0)'; expected type 'bool' but found 'selfType'",
  ],
  [
    'a range',
    all(int(1), 'x', ident('x')),
    "expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
  ],
  ['the elements of a list', list([int(1), text('a'), text('b')]), "expected type 'int' but found 'string'"],
  [
    'the keys of a map',
    call('size', {
      kind: 'map',
      ...node(),
      entries: [
        { ...node(), key: int(1), value: int(1), isOptional: false },
        { ...node(), key: text('a'), value: text('a'), isOptional: false },
      ],
    }),
    "expected type 'int' but found 'string'; expected type 'int' but found 'string'",
  ],
  ['an optional element', list([int(1)], [0]), "expected type 'optional_type(int)' but found 'int'"],
  ['an optional entry', map(text('a'), int(1), true), "expected type 'optional_type(int)' but found 'int'"],
  ['an object', struct('y', 's', text('a')), "undeclared reference to 'y' (in container '')"],
  [
    'a type of an object',
    struct('self', 's', text('a')),
    "'selfType' is not a type; unexpected failed resolution of 'self'",
  ],
  ['a scalar with fields', struct('int', 's', text('a')), "'int' is not a message type; undefined field 's'"],
  [
    'a field of an object',
    struct('selfType', 's', int(1)),
    "expected type of field 's' is 'string' but provided type is 'int'",
  ],
  ['a duration', call('duration', text('1x')), 'invalid duration argument'],
  ['a number as duration', call('duration', int(1)), 'invalid duration argument'],
  ['a timestamp', call('timestamp', text('2020-02-30T00:00:00Z')), 'invalid timestamp argument'],
  ['a timestamp after the year 9999', call('timestamp', int(253_402_300_800)), 'invalid timestamp argument'],
  ['null as timestamp', call('timestamp', { kind: 'literal', ...node(), type: 'null' }), 'invalid timestamp argument'],
  ['a pattern', method(text('a'), 'matches', text('(')), 'invalid matches argument'],
  [
    'a clause',
    method(text('%y'), 'format', list([int(1)])),
    'could not parse formatting clause: unrecognized formatting clause "y"',
  ],
  [
    'a precision',
    method(text('%.f'), 'format', list([int(1)])),
    'could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
  ],
  ['the end of a clause', method(text('100%'), 'format', list([int(1)])), 'unexpected end of string'],
  ['too few arguments', method(text('%d %d'), 'format', list([int(1)])), 'index 1 out of range'],
  [
    'too many arguments',
    method(text('%% %d'), 'format', list([int(1), int(2)])),
    'too many arguments supplied to string.format (expected 1, got 2)',
  ],
  [
    'an argument',
    method(text('%.3f'), 'format', list([int(1)])),
    'error during formatting: fixed-point clause can only be used on doubles, was given int',
  ],
  [
    'a part of an argument',
    method(text('%s'), 'format', list([list([method(ident('optional'), 'none')])])),
    'error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type',
  ],
])('a mistake in %s is reported', (_, expr, message) => {
  expect(resultOf(expr)).toBe(message);
});

test('a type that doubles with each of 60 variables is refused', () => {
  const v = (index: number): Expr => ident(`v${index}`);
  let expr: Expr = call('size', v(60));
  for (let index = 60; index > 0; index -= 1)
    expr = {
      kind: 'comprehension',
      ...node(),
      range: list([]),
      variable: '#unused',
      accumulator: `v${index}`,
      init: index === 1 ? map(int(1), int(1)) : map(v(index - 1), v(index - 1)),
      condition: { kind: 'literal', ...node(), type: 'bool', value: false },
      step: v(index),
      result: expr,
    };
  expect(check('text', expr, environment)).toEqual([
    { line: -1, column: 0, message: 'the types of the expression have too many parts' },
  ]);
});
