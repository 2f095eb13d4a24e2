import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Random } from '../../random.ts';

/** A random schema of lists and maps, of texts and objects, with limits for some of them. */
export function randomSizedSchema(random: Random, depth = 3): JsonSchemaProps {
  const text = (): JsonSchemaProps => ({ type: 'string', ...limit(random, 'maxLength') });
  const parent = (): JsonSchemaProps => {
    const inner = depth > 0 && random.chance(0.7) ? randomSizedSchema(random, depth - 1) : text();
    const kind = random.below(3);
    if (kind === 0) return { type: 'array', items: inner, ...limit(random, 'maxItems') };
    if (kind === 1) return { type: 'object', additionalProperties: inner, ...limit(random, 'maxProperties') };
    return depth > 0 ? randomSizedSchema(random, depth - 1) : text();
  };
  return { type: 'object', properties: { a: text(), b: text(), c: parent(), d: parent(), e: { type: 'integer' } } };
}

function limit(random: Random, keyword: 'maxLength' | 'maxItems' | 'maxProperties'): JsonSchemaProps {
  const most = random.pick([undefined, 0, 1, 5, 63, 1000, 100_000]);
  return most === undefined ? {} : { [keyword]: most };
}

/** A value that a rule can name. */
interface Known {
  readonly text: string;
  readonly schema: JsonSchemaProps;
}

type Kind = 'text' | 'integer' | 'list' | 'map';

function kindOf({ type, additionalProperties }: JsonSchemaProps): Kind | undefined {
  if (type === 'string') return 'text';
  if (type === 'integer') return 'integer';
  if (type === 'array') return 'list';
  return additionalProperties === undefined ? undefined : 'map';
}

/** Makes a random rule whose loops go over the lists and maps of a schema, in each other and one after the other. */
export function randomRule(random: Random, schema: JsonSchemaProps): string {
  const known = fieldsOf({ text: 'self', schema });
  return boolean({ random, known, depth: 4 });
}

interface Place {
  readonly random: Random;
  readonly known: readonly Known[];
  readonly depth: number;
}

function fieldsOf(value: Known): Known[] {
  const { properties = {} } = value.schema;
  const fields = Object.entries(properties).map(([name, schema]) => ({ text: `${value.text}.${name}`, schema }));
  return [value, ...fields.flatMap(fieldsOf)];
}

function find({ random, known }: Place, kind: Kind): Known | undefined {
  return random.pick(known.filter(({ schema }) => kindOf(schema) === kind));
}

function deeper(place: Place, more: readonly Known[] = []): Place {
  // What is in a loop is more interesting: it is chosen as often as all the rest.
  const known = more.length === 0 ? place.known : [...place.known, ...more, ...more];
  return { ...place, known, depth: place.depth - 1 };
}

function boolean(place: Place): string {
  const { random, depth } = place;
  const inner = deeper(place);
  const made = [
    () => `${text(inner)} ${random.pick(['==', '!=', '<', '>='])} ${text(inner)}`,
    () => `${text(inner)}.${random.pick(['contains', 'startsWith', 'endsWith', 'matches'])}('abc')`,
    () => `${number(inner)} ${random.pick(['==', '<', '>='])} ${number(inner)}`,
    () => `${text(inner)} in ${texts(inner)}`,
  ];
  const nested = [
    () => Array.from({ length: 2 + random.below(5) }, () => boolean(inner)).join(random.pick([' && ', ' || '])),
    () => `(${boolean(inner)} ? ${boolean(inner)} : ${boolean(inner)})`,
    () => `!(${boolean(inner)})`,
    () => loop(place),
    () => loop(place),
    () => loop(place),
  ];
  const chosen = random.pick(depth > 0 ? [...made, ...nested] : made);
  return `(${chosen?.() ?? 'true'})`;
}

function loop(place: Place): string {
  const { random, depth } = place;
  const range = find(place, random.chance(0.5) ? 'list' : 'map');
  if (range === undefined) return boolean(deeper(place));
  const { items, additionalProperties } = range.schema;
  const values = items ?? (typeof additionalProperties === 'object' ? additionalProperties : {});
  const [key, value] = [`k${depth}`, `v${depth}`];
  const ofValue = fieldsOf({ text: value, schema: values });
  const ofKey = { text: key, schema: { type: items === undefined ? 'string' : 'integer' } };
  if (random.chance(0.4)) {
    const inside = deeper(place, [...ofValue, ofKey]);
    const head = `${range.text}.${random.pick(['all', 'exists', 'exists_one', 'existsOne'])}`;
    if (random.chance(0.7)) return `${head}(${key}, ${value}, ${boolean(inside)})`;
    const filter = random.chance(0.5) ? `${boolean(inside)}, ` : '';
    const list = `${range.text}.transformList(${key}, ${value}, ${filter}${text(inside)})`;
    const map = `${range.text}.transformMap(${key}, ${value}, ${filter}${text(inside)})`;
    return `${random.pick([list, map])}.exists(x, x == ${text(place)})`;
  }
  const inside = deeper(place, items === undefined ? [{ ...ofKey, text: value }] : ofValue);
  return random.chance(0.6)
    ? `${range.text}.${random.pick(['all', 'exists', 'exists_one'])}(${value}, ${boolean(inside)})`
    : `${range.text}.filter(${value}, ${boolean(inside)}).map(${value}, ${text(inside)}).size() > 0`;
}

function number(place: Place): string {
  const { random } = place;
  const container = find(place, random.pick(['list', 'map', 'text'] as const) ?? 'text');
  const own = find(place, 'integer')?.text ?? '1';
  return random.chance(0.5) && container !== undefined ? `size(${container.text})` : own;
}

function text(place: Place): string {
  const { random, depth } = place;
  const inner = deeper(place);
  const field = (): string => find(place, 'text')?.text ?? "'abc'";
  const made = [field, field, field, () => "'abcdefg'"];
  const nested = [
    () => `(${text(inner)} + ${text(inner)})`,
    () => `${text(inner)}.${random.pick(['lowerAscii()', 'trim()', 'substring(1)'])}`,
    () => `${text(inner)}.replace(${text(inner)}, ${text(inner)})`,
    () => `(${boolean(inner)} ? ${text(inner)} : ${text(inner)})`,
    () => `${texts(inner)}.join(${text(inner)})`,
    () => `dyn(${text(inner)})`,
    () => `optional.of(${text(inner)}).value()`,
    () => `optional.of(${text(inner)}).optMap(o, o + ${text(inner)}).orValue('a')`,
  ];
  return random.pick(depth > 0 && random.chance(0.4) ? nested : made)?.() ?? "'a'";
}

function texts(place: Place): string {
  const { random, known, depth } = place;
  const inner = deeper(place);
  const lists = known.filter(({ schema }) => schema.type === 'array' && schema.items?.type === 'string');
  const own = random.pick(lists);
  const nested = [
    () => `(${texts(inner)} + ${texts(inner)})`,
    () => `${text(inner)}.split(${text(inner)})`,
    () => `${texts(inner)}.filter(y, y != ${text(inner)})`,
    () => `${texts(inner)}.map(y, y + ${text(inner)})`,
    () => `${texts(inner)}.${random.pick(['sort()', 'distinct()', 'reverse()', 'slice(1, 3)'])}`,
    () => `${texts(inner)}.sortBy(y, y.size())`,
  ];
  if (depth > 0 && random.chance(0.5)) return random.pick(nested)?.() ?? '[]';
  return own !== undefined && random.chance(0.7) ? own.text : `[${text(inner)}, ${text(inner)}]`;
}
