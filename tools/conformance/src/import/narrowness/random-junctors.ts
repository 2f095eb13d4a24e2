import type { JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Random } from '../../random.ts';

/** The subjects of junctors on an object. */
type Junctors = Pick<JsonSchemaProps, 'allOf' | 'anyOf' | 'oneOf' | 'not'>;

type Properties = Readonly<Record<string, JsonSchemaProps>>;

/** Random rules on combinations of an object's fields. */
export function randomJunctors(properties: Properties, random: Random): Junctors {
  const junctors: Junctors = {};
  const byValue = fieldsWithValues(properties);
  switch (random.below(byValue.length > 0 ? 8 : 5)) {
    case 0:
      junctors.oneOf = branches(properties, random);
      break;
    case 1:
      junctors.anyOf = branches(properties, random);
      break;
    case 2:
      junctors.not = branch(properties, random);
      break;
    case 3:
      junctors.allOf = [{ anyOf: branches(properties, random) }, { not: branch(properties, random) }];
      break;
    case 4:
      // At most one of them.
      junctors.oneOf = [...branches(properties, random), { not: { anyOf: branches(properties, random) } }];
      break;
    case 5:
      junctors.oneOf = branchesByValue(byValue, properties, random);
      break;
    case 6:
      junctors.anyOf = branchesByValue(byValue, properties, random);
      break;
    default:
      junctors.allOf = branchesByValue(byValue, properties, random).map((one) => ({ not: one }));
  }
  return junctors;
}

function branches(properties: Properties, random: Random): JsonSchemaProps[] {
  return Array.from({ length: 2 + random.below(2) }, () => branch(properties, random));
}

/** Requires fields, or their absence, or a condition on the content of one. */
function branch(properties: Properties, random: Random): JsonSchemaProps {
  const names = Object.keys(properties);
  const required = random.sample(names, 1 + random.below(2));
  if (random.chance(0.2)) return { not: { required } };
  const inner = names.filter(
    (name) => properties[name]?.properties !== undefined && properties[name].nullable !== true,
  );
  const name = random.pick(inner);
  if (name !== undefined && random.chance(0.3)) {
    const wanted = random.sample(Object.keys(properties[name]?.properties ?? {}), 1);
    return { properties: { [name]: { required: wanted } }, required: [name] };
  }
  return { required };
}

interface FieldWithValues {
  readonly name: string;
  readonly values: readonly JsonValue[];
}

/** Fields whose schema names all their values. */
function fieldsWithValues(properties: Properties): FieldWithValues[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const values = schema.type === 'boolean' ? [true, false] : (schema.enum ?? []);
    return values.length > 1 ? [{ name, values }] : [];
  });
}

/** For each value of a field, the other fields that are present. */
function branchesByValue(
  fields: readonly FieldWithValues[],
  properties: Properties,
  random: Random,
): JsonSchemaProps[] {
  const field = random.pick(fields);
  if (field === undefined) return branches(properties, random);
  const { name, values } = field;
  const others = Object.keys(properties).filter((other) => other !== name);
  return values.map((value): JsonSchemaProps => {
    const rule: JsonSchemaProps = { properties: { [name]: { enum: [value] } } };
    const required = random.sample(others, random.below(2));
    if (random.chance(0.7)) required.push(name);
    if (required.length > 0) rule.required = required;
    if (random.chance(0.4)) rule.not = { required: random.sample(others, 1) };
    return rule;
  });
}
