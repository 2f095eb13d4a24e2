import { describe, expect, test } from 'vitest';
import { formatFieldError } from '../../field-error.ts';
import type { JsonSchemaProps, ValidationRule } from '../../schema/json-schema-props.ts';
import { checkStructuralSchema } from '../../schema/structural/check-structural-schema.ts';
import { celRules } from './cel-rules.ts';

const text: JsonSchemaProps = { type: 'string' };

function ruled(schema: JsonSchemaProps, ...rules: readonly ValidationRule[]): JsonSchemaProps {
  return { ...schema, 'x-kubernetes-validations': [...rules] };
}

function objectOf(properties: Record<string, JsonSchemaProps>): JsonSchemaProps {
  return { type: 'object', properties };
}

function listOf(items: JsonSchemaProps, maxItems?: number): JsonSchemaProps {
  return { type: 'array', items, ...(maxItems !== undefined && { maxItems }) };
}

/** The errors of a schema as texts. */
function errorsOf(schema: JsonSchemaProps, isUnchanged = false): string[] {
  return checkStructuralSchema(schema, '$', { rules: celRules, isUnchanged }).map(formatFieldError);
}

const advice =
  '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';

describe('a rule that does not compile', () => {
  test('is shown as Go prints the struct', () => {
    const rule: ValidationRule = { rule: "self < '<' + 1", message: 'é', reason: 'FieldValueRequired' };
    expect(errorsOf(objectOf({ a: ruled(text, rule) }))).toEqual([
      '$.properties[a].x-kubernetes-validations[0].rule: Invalid value: ' +
        '{"Rule":"self \\u003c \'\\u003c\' + 1","Message":"é","MessageExpression":"","Reason":"FieldValueRequired","FieldPath":"","OptionalOldSelf":null}: ' +
        "compilation failed: ERROR: <input>:1:12: found no matching overload for '_+_' applied to '(string, int)'\n | self < '<' + 1\n | ...........^",
    ]);
  });

  test('comes after those in its schema, and before the error of its message', () => {
    const wrong: ValidationRule = { rule: 'self' };
    const schema = ruled(objectOf({ l: ruled(listOf(ruled(text, wrong)), wrong) }), wrong, {
      rule: 'true',
      messageExpression: '1',
    });
    expect(errorsOf(schema).map((error) => error.replace(/: .*/, ''))).toEqual([
      '$.properties[l].items.x-kubernetes-validations[0].rule',
      '$.properties[l].x-kubernetes-validations[0].rule',
      '$.x-kubernetes-validations[0].rule',
      '$.x-kubernetes-validations[1].messageExpression',
    ]);
  });
});

describe('what is not compiled', () => {
  const wrong: ValidationRule = { rule: 'self' };

  test('rules of a schema with an error of a keyword in it', () => {
    const schema = ruled(objectOf({ a: ruled({ type: 'strin' }, wrong), b: ruled(text, wrong) }), wrong);
    expect(errorsOf(schema).map((error) => error.replace(/: .*/, ''))).toEqual([
      '$.properties[a].type',
      '$.properties[b].x-kubernetes-validations[0].rule',
    ]);
  });

  test('rules of a definition whose schema is not structural, or has a wrong default', () => {
    expect(errorsOf(ruled(objectOf({ l: { type: 'array' } }), wrong))).toEqual([
      '$.properties[l].items: Required value: must be specified',
    ]);
    const withDefault = ruled(objectOf({ a: { type: 'integer', default: 'x' } }), wrong);
    expect(errorsOf(withDefault)).toEqual([expect.stringContaining('$.properties[a].default: Invalid value')]);
  });

  test('rules of values that expressions cannot see', () => {
    const unknown: JsonSchemaProps = {
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { a: ruled(text, wrong) },
    };
    const internal =
      'Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';
    expect(errorsOf(objectOf({ u: ruled(unknown, wrong) }))).toEqual([
      `$.properties[u].properties[a].x-kubernetes-validations: ${internal}`,
      `$.properties[u].x-kubernetes-validations: ${internal}`,
    ]);
    expect(errorsOf(objectOf({ u: unknown }))).toHaveLength(1);
    expect(errorsOf(ruled(objectOf({ i: { 'x-kubernetes-int-or-string': true, items: ruled(text, wrong) } })))).toEqual(
      [expect.stringContaining('cel expression must evaluate to a bool')],
    );
  });
});

describe('the old value', () => {
  const rule: ValidationRule = { rule: 'self == oldSelf' };

  test('of the elements of a list without keys is not known', () => {
    const inner = listOf(ruled(text, rule), 1);
    expect(errorsOf(objectOf({ l: listOf(objectOf({ l: inner }), 1) }))).toEqual([
      '$.properties[l].items.properties[l].items.x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": ' +
        'oldSelf cannot be used on the uncorrelatable portion of the schema within $.properties[l]',
    ]);
  });

  test('may be optional only if it is used', () => {
    const rules: ValidationRule[] = [
      { rule: 'true', optionalOldSelf: false },
      { rule: 'oldSelf.hasValue()', optionalOldSelf: true },
      { rule: '1', optionalOldSelf: true },
    ];
    expect(errorsOf(ruled(objectOf({ a: text }), ...rules))).toEqual([
      '$.x-kubernetes-validations[0].optionalOldSelf: Invalid value: false: may not be set if oldSelf is not used in rule',
      expect.stringContaining('$.x-kubernetes-validations[2].rule: Invalid value'),
      '$.x-kubernetes-validations[2].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule',
    ]);
  });
});

describe('costs', () => {
  const compares: ValidationRule = { rule: 'self == self' };
  const name: JsonSchemaProps = { type: 'string', maxLength: 1300 };

  test.each([
    [31, []],
    [32, ['1.006640x']],
    [48, ['1.5x']],
    [3178, ['100.0x', 'total 10.0x']],
    [3179, ['more than 100x', 'total 10.0x']],
  ])('of a rule count as often as it is evaluated: at most %i times', (maxItems, factors) => {
    const said = errorsOf(objectOf({ l: listOf(ruled(text, compares), maxItems) })).flatMap((error) => {
      const found = /exceeds budget by factor of (more than 100x|[\d.]+x)/.exec(error)?.[1];
      return found === undefined ? [] : [error.startsWith('$: ') ? `total ${found}` : found];
    });
    expect(said).toEqual(factors);
  });

  test('of a rule say what to do', () => {
    expect(errorsOf(objectOf({ l: listOf(ruled(text, compares), 32) }))).toEqual([
      `$.properties[l].items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 1.006640x ${advice}`,
    ]);
  });

  test('of messages count once', () => {
    const rule: ValidationRule = { rule: 'true', messageExpression: "'x ' + string(self)" };
    expect(errorsOf(ruled(objectOf({ a: ruled({ type: 'integer' }, rule) })))).toEqual([
      `$.properties[a].x-kubernetes-validations[0].messageExpression: Forbidden: estimated messageExpression cost exceeds budget by factor of more than 100x ${advice}`,
      expect.stringContaining('contributed to estimated rule cost total'),
      expect.stringContaining('$: Forbidden: x-kubernetes-validations estimated rule cost total'),
    ]);
  });

  test('together name the four that contribute most', () => {
    const list = (maxItems: number): JsonSchemaProps => listOf(ruled(name, compares), maxItems);
    const sizes = [19_000, 100, 19_003, 19_001, 19_004, 19_002, 18_999];
    const lists = Object.fromEntries(sizes.map((size, index) => [`l${index}`, list(size)]));
    const contributed = (property: string): string =>
      `$.properties[${property}].items.x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`;
    const few = objectOf(lists);
    expect(errorsOf(few)).toEqual([]);
    const twice = objectOf({ ...lists, more: objectOf(lists) });
    expect(errorsOf(twice)).toEqual([
      ...['l4', 'l2'].flatMap((property) => [contributed(property), contributed(`more].properties[${property}`)]),
      `$: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of 1.191298x ${advice}`,
    ]);
  });

  test('of a rule in an unchanged schema are not limited', () => {
    const schema = objectOf({ l: listOf(ruled(name, compares), 20_000) });
    expect(errorsOf(schema)).toHaveLength(1);
    expect(errorsOf(schema, true)).toEqual([]);
  });
});
