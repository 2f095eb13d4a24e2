import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { openApiSchemaOf } from '@kb/kubernetes/data';
import { describe, expect, test } from 'vitest';
import { planTypes } from './plan-types.ts';
import {
  definitionOf,
  filesOf,
  list,
  map,
  nameAt,
  namesIn,
  object,
  planOne,
  some,
  text,
  typesOf,
} from './test-support/definitions.ts';

describe('the declared types', () => {
  test('are one for the same structure and descriptions', () => {
    const [one, two, other] = [some('a'), some('a'), object({ a: { ...text, description: 'Another one.' } })];
    const folder = planOne(definitionOf('Shop', { spec: object({ north: one, south: list(two), east: other }) }));
    expect(folder.useOf(one)).toEqual(folder.useOf(two));
    expect(folder.useOf(one)).not.toEqual(folder.useOf(other));
  });

  test('ignore keywords that belong to the place of use', () => {
    const one = some('a');
    const two = { ...some('a'), description: 'Two.', default: {}, nullable: true, title: 'Two', example: {} };
    const folder = planOne(definitionOf('Shop', { spec: object({ north: one, south: two }) }));
    expect(folder.useOf(one)).toEqual(folder.useOf(two));
    expect(typesOf(folder).at(-1)?.schema).toEqual(some('a'));
  });

  test('have the rules and limits that all uses share', () => {
    const [first, second] = [{ rule: 'first' }, { rule: 'second' }];
    const one = { ...some('a'), minProperties: 1, 'x-kubernetes-validations': [second, first] };
    const two = { ...some('a'), minProperties: 1, maxProperties: 2, 'x-kubernetes-validations': [first] };
    const folder = planOne(definitionOf('Shop', { spec: object({ north: one, south: two }) }));
    expect(folder.useOf(one)).toEqual(folder.useOf(two));
    expect(typesOf(folder).at(-1)?.schema).toEqual({
      ...some('a'),
      minProperties: 1,
      'x-kubernetes-validations': [first],
    });
  });

  test.each<[string, JsonSchemaProps]>([
    ['required fields', { required: ['a'] }],
    ['alternatives', { oneOf: [{ required: ['a'] }] }],
    ['unknown fields that are kept', { 'x-kubernetes-preserve-unknown-fields': true }],
  ])('%s make another type', (_, more) => {
    const [one, two] = [some('a'), { ...some('a'), ...more }];
    const folder = planOne(definitionOf('Shop', { spec: object({ north: one, south: two }) }));
    expect(folder.useOf(one)).not.toEqual(folder.useOf(two));
  });

  test.each<[string, JsonSchemaProps, readonly string[]]>([
    ['a plain list', list(text), []],
    ['items with rules, which markers of the field say', list({ ...text, maxLength: 3 }), []],
    ['items with a description', list({ ...text, description: 'One.' }), ['Place']],
    ['plain values', map({ type: 'integer', format: 'int32' }), []],
    ['quantities', map(openApiSchemaOf('resource.Quantity')), []],
    ['values with rules', map({ ...text, maxLength: 3 }), ['Place']],
    ['values with a description', map({ ...text, description: 'One.' }), ['Place']],
    ['lists of values', map(list(text)), []],
    ['lists of values with rules', map(list({ ...text, maxLength: 3 })), ['Place']],
    ['items of items with rules', list(list({ ...text, maxLength: 3 })), ['Place']],
    ['an object without fields', { type: 'object' }, []],
    ['an object with an empty list of fields', object({}), []],
    ['fields inside alternatives', { type: 'object', anyOf: [some('a')] }, []],
    ['one set of values', { ...text, enum: ['a', 'b'] }, []],
    ['fields of items without the type of a list', { ...text, enum: ['a', 'b'], items: some('a') }, []],
    ['fields of values without the type of a map', { ...text, additionalProperties: some('a') }, []],
  ])('%s', (_, places, want) => {
    expect(namesIn({ places })).toEqual(want);
  });

  test('of values without fields are the same if they have the same schema and description', () => {
    const value = (description: string): JsonSchemaProps => ({ ...text, maxLength: 3, description });
    expect(namesIn({ north: map(value('One.')), south: map(value('One.')), east: map(value('Two.')) })).toHaveLength(2);
  });

  test('include a set of values in two places', () => {
    const values = (): JsonSchemaProps => ({ ...text, enum: ['a', 'b', 'c', 'd'] });
    const [one, two] = [values(), { ...values(), description: 'Two.', default: 'a' }];
    const folder = planOne(
      definitionOf('Shop', {
        spec: object({ north: object({ pace: one }), south: object({ pace: two, more: text }) }),
      }),
    );
    expect([nameAt(folder, one), nameAt(folder, two)]).toEqual(['Pace', 'Pace']);
    expect(typesOf(folder).find(({ name }) => name === 'Pace')?.schema).toEqual(values());
  });

  test('do not include a set of values that is only in one type, even if that is used twice', () => {
    const part = (): JsonSchemaProps => object({ pace: { ...text, enum: ['a', 'b'] } });
    expect(namesIn({ north: part(), south: part() })).toHaveLength(1);
  });

  test('do not include what the API server knows of every kind', () => {
    const properties = { metadata: object({ name: { ...text, maxLength: 3 } }), spec: some('a') };
    const folder = planOne(definitionOf('Shop', { root: object(properties) }));
    expect(typesOf(folder).map(({ name }) => name)).toEqual(['Shop', 'ShopSpec']);
    expect(folder.useOf(properties.metadata)).toBeUndefined();
  });
});

describe('descriptions of types', () => {
  const of = (description?: string): JsonSchemaProps => ({
    ...some('a'),
    ...(description !== undefined && { description }),
  });

  test.each<[string, JsonSchemaProps['properties'], string | undefined]>([
    ['that of most lists', { a: list(of('One.')), b: list(of('Two.')), c: map(of('Two.')) }, 'Two.'],
    ['whatever fields say', { a: list(of('One.')), b: of('Two.'), c: of('Two.') }, 'One.'],
    ['none where most lists say none', { a: list(of()), b: list(of()), c: list(of('One.')) }, undefined],
    ['any rather than none', { a: list(of()), b: list(of('One.')) }, 'One.'],
    ['what fields share', { a: of('One.'), b: of('One.'), c: of('Two.') }, 'One.'],
    ['none of one field', { a: of('One.') }, undefined],
    ['none where a field has none', { a: of('One.'), b: of('One.'), c: of() }, undefined],
  ])('%s', (_, spec, want) => {
    expect(typesOf(planOne(definitionOf('Shop', { spec: object({ ...spec }) }))).at(-1)?.doc).toBe(want);
  });

  test('a kind has its own', () => {
    const folder = planOne(definitionOf('Shop', { root: { ...some('spec'), description: 'Shop is one.' } }));
    expect(folder.files[0]?.types[0]).toMatchObject({ name: 'Shop', doc: 'Shop is one.' });
  });
});

describe('types of Kubernetes', () => {
  const described = openApiSchemaOf('meta/v1.Condition', { descriptions: true });

  test('replace schemas with the same structure and descriptions', () => {
    const condition = { ...described, description: 'Something else.' };
    const folder = planOne(definitionOf('Shop', { spec: some('a'), status: object({ conditions: list(condition) }) }));
    expect(folder.useOf(condition)).toMatchObject({
      kind: 'builtIn',
      to: { name: 'Condition', module: '@kb/apimachinery' },
      schema: described,
    });
    expect(typesOf(folder).map(({ name }) => name)).toEqual(['Shop', 'ShopSpec', 'ShopStatus']);
  });

  test('have another name in a folder that declares their name', () => {
    const condition = { ...described };
    const folder = planOne(
      definitionOf('Condition', { spec: some('a'), status: object({ conditions: list(condition) }) }),
    );
    expect(folder.useOf(condition)).toMatchObject({ to: { name: 'Condition', as: 'MetaCondition' } });
  });
});

describe('folders', () => {
  test('are one for each group version, whatever the order', () => {
    const definitions = [
      definitionOf('Shop', { spec: object({ a: some('x'), b: some('y') }) }),
      definitionOf('Barn', { spec: object({ a: some('z'), b: some('y') }) }, 'v1beta1'),
      definitionOf('Farm', { spec: object({ a: some('z'), b: some('y') }) }),
    ];
    const forwards = planTypes(definitions);
    expect(forwards.map(({ group, version }) => `${group}/${version}`)).toEqual([
      'example.com/v1',
      'example.com/v1beta1',
    ]);
    expect(planTypes(definitions.toReversed()).map(({ files }) => files)).toEqual(forwards.map(({ files }) => files));
  });

  test('have a file for each kind, and one for shared types', () => {
    const folder = planOne(
      definitionOf('Shop', { spec: object({ shelf: object({ board: some('a') }), door: some('b') }) }),
      definitionOf('Barn', { spec: object({ gate: object({ board: some('a') }), roof: some('c') }) }),
    );
    expect(filesOf(folder)).toEqual({
      'barn.types.ts': ['Barn', 'BarnSpec', 'Roof'],
      'shared.types.ts': ['Gate', 'Board'],
      'shop.types.ts': ['Shop', 'ShopSpec', 'Door'],
    });
  });
});
