import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/**
 * The hint for two shapes of a union that a value can match at once, in the author's names. `all` is the number of
 * shapes.
 */
export function overlapHint(a: JsonSchemaProps, b: JsonSchemaProps, all: number): string {
  const common = [...new Set([...(a.required ?? []), ...(b.required ?? [])])].sort();
  const value = common.length === 0 ? 'the value {}' : `a value with only ${common.join(' and ')}`;
  const discriminant = Object.keys(a.properties ?? {}).find((name) => tellsApart(a, b, name));
  if (discriminant !== undefined) return `${value} matches both: make ${discriminant} required in both, without ?`;
  const [ofA, ofB] = [ownFields(a, b), ownFields(b, a)];
  const [first, second] = [ofA[0], ofB[0]];
  if (first === undefined && second === undefined) {
    const either = [...onlyRequiredIn(a, b), ...onlyRequiredIn(b, a)];
    if (either.length > 1)
      return `for at least one of ${either.join(' and ')}: write one interface in which they are optional, and // +kubebuilder:validation:AtLeastOneOf=${either.join(';')} above it`;
  }
  if (first === undefined || second === undefined)
    return "give each a required field that only it has, or one with a literal of its own, such as type: 'A' and type: 'B'";
  const advice = `${value} matches both: make ${first} and ${second} required, each in its own shape, without ?`;
  if (all > 2) return `${advice}; if a value may have none of these fields, add a shape that has none of them`;
  const shared = common.map((name) => `${name}: ${typeText(a.properties?.[name])}; `).join('');
  if (ofA.length > 1 || ofB.length > 1)
    return `${advice}; if both may be missing, add a third shape: { ${shared}${nevers([...ofA, ...ofB])} }`;
  const third = [
    `{ ${shared}${first}: ${typeText(a.properties?.[first])}; ${nevers(ofB)} }`,
    `{ ${shared}${second}: ${typeText(b.properties?.[second])}; ${nevers(ofA)} }`,
    `{ ${shared}${nevers([...ofA, ...ofB])} }`,
  ];
  return `${advice}; if both may be missing, add a third shape: ${third.join(' | ')}`;
}

/** True for a field with closed sets of values in both shapes that have no value in common. */
function tellsApart(a: JsonSchemaProps, b: JsonSchemaProps, name: string): boolean {
  const [ours, theirs] = [a, b].map(({ properties = {} }) =>
    Object.hasOwn(properties, name) ? properties[name]?.enum : undefined,
  );
  return ours !== undefined && theirs !== undefined && !ours.some((value) => theirs.includes(value));
}

/** The fields that only the first has. */
function ownFields({ properties = {} }: JsonSchemaProps, { properties: others = {} }: JsonSchemaProps): string[] {
  return Object.keys(properties).filter((name) => !Object.hasOwn(others, name));
}

/** The fields that the first requires and the second does not. */
function onlyRequiredIn({ required = [] }: JsonSchemaProps, { required: others = [] }: JsonSchemaProps): string[] {
  return required.filter((name) => !others.includes(name));
}

function nevers(names: readonly string[]): string {
  return names.map((name) => `${name}?: never`).join('; ');
}

/** The TypeScript of a type, if it is short. */
function typeText(schema: JsonSchemaProps = {}): string {
  if (schema.enum !== undefined) return '…';
  if (schema.type === 'integer') return schema.format ?? '…';
  return schema.type === 'string' || schema.type === 'boolean' || schema.type === 'number' ? schema.type : '…';
}
