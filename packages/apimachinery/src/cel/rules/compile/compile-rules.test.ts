import { describe, expect, test } from 'vitest';
import type { JsonSchemaProps, ValidationRule } from '../../../schema/json-schema-props.ts';
import { declTypeOf } from '../../schema-types/decl-type.ts';
import { type CompiledRule, compileRules } from './compile-rules.ts';

const properties: Record<string, JsonSchemaProps> = {
  name: { type: 'string', maxLength: 10 },
  size: { type: 'integer' },
  tags: { type: 'object', additionalProperties: { type: 'string' } },
};

function compile(...rules: readonly ValidationRule[]): readonly CompiledRule[] {
  const schema: JsonSchemaProps = { type: 'object', properties, 'x-kubernetes-validations': [...rules] };
  const type = declTypeOf(schema);
  return type === undefined ? [] : compileRules(schema, type);
}

function compileOne(rule: ValidationRule): CompiledRule {
  const [compiled] = compile(rule);
  if (compiled === undefined) throw new Error('an object has a type');
  return compiled;
}

test.each<[what: string, rule: ValidationRule, error: string]>([
  [
    'a mistake of the syntax',
    { rule: 'self.name ==' },
    "compilation failed: ERROR: <input>:1:13: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.name ==\n | ............^",
  ],
  [
    'a field that is not declared',
    { rule: 'self.x' },
    "compilation failed: ERROR: <input>:1:5: undefined field 'x'\n | self.x\n | ....^",
  ],
  [
    'a type that has no name for rules',
    { rule: 'self == selfType{}' },
    "compilation failed: ERROR: <input>:1:17: undeclared reference to 'selfType' (in container '')\n | self == selfType{}\n | ................^",
  ],
  [
    "a field of one of Kubernetes' types",
    { rule: "quantity('1').x || cidr('::/0').x" },
    "compilation failed: ERROR: <input>:1:14: unexpected failed resolution of 'kubernetes.Quantity'\n | quantity('1').x || cidr('::/0').x\n | .............^\n" +
      "ERROR: <input>:1:32: type 'net.CIDR' does not support field selection\n | quantity('1').x || cidr('::/0').x\n | ...............................^",
  ],
  ['another type', { rule: 'self.name' }, 'cel expression must evaluate to a bool'],
  ['a type that is known later', { rule: 'dyn(true)' }, 'cel expression must evaluate to a bool'],
  [
    'a constant that cannot be converted',
    { rule: "int('x') == 1" },
    "program instantiation failed: type conversion error from 'string' to 'int'",
  ],
  [
    'a constant with which cel-go panics',
    { rule: "{b'a': 1}.size() == 1" },
    'program instantiation failed: internal error: runtime error: hash of unhashable type types.Bytes',
  ],
])('%s has no program', (_what, rule, error) => {
  const compiled = compileOne(rule);
  expect(compiled).toMatchObject({ error, usesOldSelf: false, maxCost: 0n });
  expect(compiled.program).toBeUndefined();
});

test.each<[messageExpression: string, error: string]>([
  ['self.x', "messageExpression compilation failed: ERROR: <input>:1:5: undefined field 'x'\n | self.x\n | ....^"],
  ['1', 'messageExpression must evaluate to a string'],
  ["string(int('x'))", "messageExpression instantiation failed: type conversion error from 'string' to 'int'"],
])('the message %s has no program', (messageExpression, messageError) => {
  const compiled = compileOne({ rule: 'true', messageExpression });
  expect(compiled).toMatchObject({ error: undefined, messageError, messageMaxCost: 0n });
  expect(compiled.messageProgram).toBeUndefined();
});

test('the message of a rule that does not compile is not compiled', () => {
  expect(compileOne({ rule: '1', messageExpression: '1' }).messageError).toBeUndefined();
});

test('a blank rule has neither a program nor an error', () => {
  expect(compileOne({ rule: ' \u0085', messageExpression: '1' })).toMatchObject({
    program: undefined,
    error: undefined,
    messageError: undefined,
    maxCost: 0n,
  });
});

test('costs are estimated from the limits of the schema', () => {
  const { maxCost, messageMaxCost } = compileOne({
    rule: 'self.name == self.name',
    messageExpression: "self.name + '!'",
  });
  expect([maxCost, messageMaxCost]).toEqual([8n, 7n]);
});

describe('the old value', () => {
  test.each([
    ['self.name == oldSelf.name', undefined, true],
    ['self.name == .oldSelf.name', undefined, true],
    ['self.tags.all(oldSelf, oldSelf == "")', undefined, true],
    ['self.name == ""', undefined, false],
    ['oldSelf.hasValue()', true, true],
    ["oldSelf.?name.orValue('') == ''", true, true],
  ])('%s', (rule, optionalOldSelf, usesOldSelf) => {
    expect(compileOne({ rule, ...(optionalOldSelf !== undefined && { optionalOldSelf }) })).toMatchObject({
      error: undefined,
      usesOldSelf,
    });
  });

  test('of the message alone does not count', () => {
    expect(compileOne({ rule: 'true', messageExpression: 'oldSelf.name' })).toMatchObject({
      messageError: undefined,
      usesOldSelf: false,
    });
  });

  test('counts even if there is no program', () => {
    expect(compileOne({ rule: "oldSelf.size == int('x')" })).toMatchObject({ usesOldSelf: true, maxCost: 0n });
  });
});

test('programs get self and oldSelf', () => {
  const { program } = compileOne({ rule: 'self == self || oldSelf == self' });
  expect(program?.run([1, 2], 1_000_000)).toMatchObject({ value: true, isCancelled: false });
  expect(program?.run([1], 1_000_000)).toMatchObject({ value: true });
});

test('the path of a field is that of errors', () => {
  expect(compileOne({ rule: 'true', fieldPath: ".tags['a.b']" }).fieldPath).toBe('tags[a.b]');
  expect(compileOne({ rule: 'true' }).fieldPath).toBe('');
});

test('the rules of a schema are compiled once', () => {
  const schema: JsonSchemaProps = { type: 'object', properties, 'x-kubernetes-validations': [{ rule: 'true' }] };
  const around: JsonSchemaProps = { type: 'object', properties: { inside: schema } };
  const type = declTypeOf(schema);
  const outer = declTypeOf(around, true);
  const inside = outer?.kind === 'object' ? outer.fields.get('inside') : undefined;
  if (type === undefined || inside === undefined) throw new Error('an object has a type');
  expect(compileRules(schema, type)).toBe(compileRules(schema, inside));
});
