import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Random } from '../../random.ts';

/** Names of properties: plain ones, ones that are escaped, and ones that no expression can name. */
const names = 'a b c kind metadata namespace in true a-b a.b a/b a__b a___b _ -x 1a ü a$'.split(' ');
const formats = ['byte', 'duration', 'date', 'date-time', 'email', 'uuid', undefined, undefined];

/** A random structural schema of an object, whose properties have every kind of type and limit. */
export function randomObjectSchema(random: Random, depth = 3): JsonSchemaProps {
  const chosen = random.sample(names, 1 + random.below(6));
  const properties = Object.fromEntries(chosen.map((name) => [name, randomSchema(random, depth - 1)]));
  return { type: 'object', properties, required: random.sample(chosen, random.below(3)) };
}

function randomSchema(random: Random, depth: number): JsonSchemaProps {
  const make = random.pick(depth > 0 ? [...scalars, ...parents] : scalars) ?? randomText;
  const schema = make(random, depth);
  return random.chance(0.1) ? { ...schema, nullable: true } : schema;
}

type Make = (random: Random, depth: number) => JsonSchemaProps;

const scalars: readonly Make[] = [
  randomText,
  randomText,
  () => ({ type: 'integer', default: 1 }),
  () => ({ type: 'integer' }),
  () => ({ type: 'number' }),
  () => ({ type: 'boolean' }),
  (random) => ({ 'x-kubernetes-int-or-string': true, ...limit(random, 'maxLength') }),
  () => ({ 'x-kubernetes-preserve-unknown-fields': true }),
];

const parents: readonly Make[] = [
  (random, depth) => randomObjectSchema(random, depth),
  (random, depth) => ({ ...randomObjectSchema(random, depth), 'x-kubernetes-preserve-unknown-fields': true }),
  (random, depth) => ({ ...randomObjectSchema(random, depth), 'x-kubernetes-embedded-resource': true }),
  () => ({ type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true }),
  randomList,
  randomList,
  (random, depth) => ({
    type: 'object',
    additionalProperties: randomSchema(random, depth - 1),
    ...limit(random, 'maxProperties'),
  }),
];

function randomText(random: Random): JsonSchemaProps {
  const format = random.pick(formats);
  if (random.chance(0.2)) return { type: 'string', enum: ['a', 'üü', 'abc'] };
  return { type: 'string', ...(format !== undefined && { format }), ...limit(random, 'maxLength') };
}

function randomList(random: Random, depth: number): JsonSchemaProps {
  const type = random.pick(['set', 'atomic', undefined] as const);
  return {
    type: 'array',
    items: randomSchema(random, depth - 1),
    ...(type !== undefined && { 'x-kubernetes-list-type': type }),
    ...limit(random, 'maxItems'),
  };
}

function limit(random: Random, keyword: 'maxLength' | 'maxItems' | 'maxProperties'): JsonSchemaProps {
  const most = random.pick([undefined, undefined, 0, 1, 10, 1000, -1, 2 ** 40]);
  return most === undefined ? {} : { [keyword]: most };
}
