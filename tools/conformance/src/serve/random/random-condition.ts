import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Random } from '../../random.ts';

/** A value in a rule: its text, that of its old value if there is one, and how deep conditions on it may go. */
export interface Operand {
  readonly text: string;
  readonly old: string | undefined;
  readonly depth: number;
}

type Make = (operand: Operand, random: Random, schema: JsonSchemaProps) => string;

/** How rules write the names that CEL reserves, or cannot read. Others that it cannot read are not named. */
const escapedNames: ReadonlyMap<string, string> = new Map([
  ['a-b', 'a__dash__b'],
  ['x.y', 'x__dot__y'],
  ['in', '__in__'],
]);

/** A condition on a value of a schema, as people write them; some fail when they are evaluated. */
export function randomCondition(random: Random, schema: JsonSchemaProps, operand: Operand): string {
  if (operand.old !== undefined && random.chance(0.25))
    return random.pick([`${operand.text} == ${operand.old}`, `${operand.old} != ${operand.text}`]) ?? 'true';
  const make = random.pick(conditionsOf(schema));
  return make?.(operand, random, schema) ?? 'true';
}

function conditionsOf(schema: JsonSchemaProps): readonly Make[] {
  if (schema['x-kubernetes-int-or-string'] === true) return ofEither;
  switch (schema.type) {
    case 'string':
      return textsOf(schema);
    case 'integer':
      return ofIntegers;
    case 'number':
      return ofNumbers;
    case 'boolean':
      return [({ text }) => text, ({ text }) => `!${text}`, ({ text }) => `${text} || !${text}`];
    case 'array':
      return ofLists;
    case 'object':
      return typeof schema.additionalProperties === 'object' ? ofMaps : ofObjects;
    default:
      return [];
  }
}

function textsOf({ format }: JsonSchemaProps): readonly Make[] {
  switch (format) {
    case 'date':
    case 'date-time':
      return [
        ({ text }) => `${text} > timestamp('2020-01-01T00:00:00Z')`,
        ({ text }) => `${text}.getFullYear() == 2026`,
      ];
    case 'duration':
      return [({ text }) => `${text} > duration('1m')`, ({ text }) => `${text}.getSeconds() < 100`];
    case 'byte':
      return [({ text }) => `${text} == b'text'`, ({ text }) => `${text}.size() < 3`];
    default:
      return ofTexts;
  }
}

const ofTexts: readonly Make[] = [
  ({ text }) => `${text}.size() < 3`,
  ({ text }) => `size(${text}) > 1`,
  ({ text }) => `${text} != 'a'`,
  ({ text }) => `${text} in ['a', 'b', 'text']`,
  ({ text }) => `${text}.startsWith('a') || ${text}.contains('x')`,
  ({ text }) => `${text}.matches('^[a-z]+$')`,
  ({ text }) => `${text}.matches(${text})`,
  ({ text }) => `int(${text}) > 1`,
  ({ text }) => `isURL(${text}) && url(${text}).getScheme() == 'https'`,
  ({ text }) => `isQuantity(${text}) ? quantity(${text}).isGreaterThan(quantity('1')) : true`,
  ({ text }) => `duration(${text}) < duration('1h')`,
  ({ text }) => `isIP(${text}) || !format.dns1123Label().validate(${text}).hasValue()`,
  ({ text }) => `${text}.split('e').all(part, part.size() < 4)`,
  ({ text }) => `${text}.lowerAscii() == ${text}`,
  ({ text }) => `${text}.indexOf('x') < 2 && ${text}.substring(1) != ''`,
];

const ofIntegers: readonly Make[] = [
  ({ text }) => `${text} > 1`,
  ({ text }) => `${text} % 2 == 0`,
  ({ text }) => `10 / ${text} < 5`,
  ({ text }) => `${text} * 9223372036854775807 > 0`,
  ({ text }) => `${text} in [0, 1, 2]`,
  ({ text }) => `double(${text}) < 2.5`,
  ({ text, old }) => (old === undefined ? `${text} <= 10` : `${text} >= ${old}`),
];

const ofNumbers: readonly Make[] = [
  ({ text }) => `${text} > 0.5`,
  ({ text }) => `${text} < 1e19`,
  ({ text }) => `int(${text}) == 1`,
  ({ text }) => `1.0 / ${text} > 0.5`,
];

const ofEither: readonly Make[] = [
  ({ text }) => `type(${text}) == string ? ${text} == '50%' : ${text} > 0`,
  ({ text }) => `${text} == 1`,
  ({ text }) => `string(${text}).size() < 4`,
  ({ text }) => `${text} > 0`,
];

const ofLists: readonly Make[] = [
  ({ text }) => `${text}.size() < 2`,
  ({ text }) => `${text}[0] == ${text}[1]`,
  ({ text, old }) => (old === undefined ? `size(${text}) != 1` : `${old}.all(x, x in ${text})`),
  ({ text }) => `${text}.exists_one(x, x == ${text}[0])`,
  ({ text }) => `${text}.isSorted()`,
  ({ text }) => `${text} + ${text} != []`,
  ofEach('all'),
  ofEach('exists'),
  ofEach('all'),
];

const ofMaps: readonly Make[] = [
  ({ text }) => `${text}.size() < 2`,
  ({ text }) => `'one' in ${text}`,
  ({ text }) => `${text}.all(key, key.size() < 5)`,
  ({ text }) => `${text}.one == ${text}['one']`,
  ({ text, old }) => (old === undefined ? `has(${text}.one)` : `${old}.all(key, key in ${text})`),
  (operand, random, { additionalProperties }) => {
    const inner = deeper(operand, `${operand.text}[k${operand.depth}]`, undefined);
    const schema = typeof additionalProperties === 'object' ? additionalProperties : {};
    return `${operand.text}.all(k${operand.depth}, ${conditionIn(random, schema, inner)})`;
  },
];

const ofObjects: readonly Make[] = [
  ...Array.from({ length: 4 }, () => ofField),
  ofTwoFields,
  ({ text }) => `size(${text}) > 0`,
  ({ text, old }) => (old === undefined ? `${text} == ${text}` : `has(${old}.alpha) == has(${text}.alpha)`),
];

function ofEach(loop: 'all' | 'exists'): Make {
  return (operand, random, { items = {} }) => {
    const name = `v${operand.depth}`;
    return `${operand.text}.${loop}(${name}, ${conditionIn(random, items, deeper(operand, name, undefined))})`;
  };
}

function ofField(operand: Operand, random: Random, { properties = {} }: JsonSchemaProps): string {
  const [name, schema] = random.pick(Object.entries(properties)) ?? ['alpha', {}];
  const written = escapedNames.get(name) ?? name;
  const { text, old } = operand;
  const inner = deeper(operand, `${text}.${written}`, old === undefined ? undefined : `${old}.${written}`);
  const condition = conditionIn(random, schema, inner);
  const there = old === undefined ? `has(${text}.${written})` : `has(${text}.${written}) && has(${old}.${written})`;
  switch (random.below(5)) {
    case 0:
      return `has(${text}.${written})`;
    // Without the question whether it is there: an error if it is not.
    case 1:
      return condition;
    case 2:
      return `${there} ? ${condition} : true`;
    default:
      return `!(${there}) || ${condition}`;
  }
}

function ofTwoFields(operand: Operand, random: Random, schema: JsonSchemaProps): string {
  const inner = deeper(operand, operand.text, operand.old);
  return `(${ofField(inner, random, schema)}) ${random.pick(['&&', '||', '!=']) ?? '&&'} (${ofField(inner, random, schema)})`;
}

function conditionIn(random: Random, schema: JsonSchemaProps, operand: Operand): string {
  return operand.depth > 0 ? `(${randomCondition(random, schema, operand)})` : 'true';
}

function deeper({ depth }: Operand, text: string, old: string | undefined): Operand {
  return { text, old, depth: depth - 1 };
}
