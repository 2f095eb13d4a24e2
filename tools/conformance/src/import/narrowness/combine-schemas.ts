import { equalJson, type JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Random } from '../../random.ts';

/** A schema without junctors (`anyOf`, `oneOf`…): one way to satisfy the original one. */
export interface Choice {
  /** All conditions that must hold, combined. */
  readonly schema: JsonSchemaProps;
  /** Conditions that must not hold. */
  readonly nots: readonly JsonSchemaProps[];
}

/**
 * Chooses one branch of every anyOf and oneOf, at any depth, and combines it with the schema around it. The result may
 * be unsatisfiable.
 */
export function chooseBranches(schema: JsonSchemaProps, random: Random): Choice {
  const parts: JsonSchemaProps[] = [];
  const nots: JsonSchemaProps[] = [];
  const open = [schema];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { anyOf = [], oneOf = [], allOf = [], not, ...own } = part;
    parts.push(own);
    open.push(...allOf);
    if (not !== undefined) nots.push(not);
    // An int-or-string has its two types like this: these are not two branches.
    const any = part['x-kubernetes-int-or-string'] === true ? undefined : random.pick(anyOf);
    if (any !== undefined) open.push(any);
    const one = random.pick(oneOf);
    if (one === undefined) continue;
    open.push(one);
    nots.push(...oneOf.filter((other) => other !== one));
  }
  // The schema around junctors comes first: if keywords cannot be combined, its keyword wins.
  return { schema: combine(parts), nots };
}

/** Keywords for which the larger of two values applies, and for which the smaller does. */
const larger: ReadonlySet<string> = new Set(['minimum', 'minLength', 'minItems', 'minProperties']);
const smaller: ReadonlySet<string> = new Set(['maximum', 'maxLength', 'maxItems', 'maxProperties']);

/** Combines schemas. Their junctors go into `allOf`. */
function combine(parts: readonly JsonSchemaProps[]): JsonSchemaProps {
  const [first, ...others] = parts;
  if (first === undefined) return {};
  return others.reduce(both, first);
}

function both(a: JsonSchemaProps, b: JsonSchemaProps): JsonSchemaProps {
  const { anyOf: anyOfA, oneOf: oneOfA, allOf: allOfA = [], not: notA, ...ownA } = a;
  const { anyOf: anyOfB, oneOf: oneOfB, allOf: allOfB = [], not: notB, ...ownB } = b;
  const junctors: JsonSchemaProps[] = [...allOfA, ...allOfB];
  for (const anyOf of [anyOfA, anyOfB]) if (anyOf !== undefined) junctors.push({ anyOf });
  for (const oneOf of [oneOfA, oneOfB]) if (oneOf !== undefined) junctors.push({ oneOf });
  for (const not of [notA, notB]) if (not !== undefined) junctors.push({ not });
  const result: Record<string, unknown> = { ...ownB, ...ownA };
  for (const [key, value] of Object.entries(ownB)) {
    const other = (ownA as Readonly<Record<string, unknown>>)[key];
    if (other !== undefined) result[key] = combineKeyword(key, other, value);
  }
  return { ...result, ...(junctors.length > 0 && { allOf: junctors }) };
}

function combineKeyword(key: string, a: unknown, b: unknown): unknown {
  if (larger.has(key)) return Math.max(a as number, b as number);
  if (smaller.has(key)) return Math.min(a as number, b as number);
  switch (key) {
    case 'required':
      return [...new Set([...(a as string[]), ...(b as string[])])];
    case 'enum':
      return (a as JsonValue[]).filter((value) => (b as JsonValue[]).some((other) => equalJson(value, other)));
    case 'items':
      return both(a as JsonSchemaProps, b as JsonSchemaProps);
    case 'additionalProperties':
      return typeof a === 'object' && typeof b === 'object' ? both(a as JsonSchemaProps, b as JsonSchemaProps) : a;
    case 'properties':
      return combineProperties(a as Properties, b as Properties);
    default:
      return a;
  }
}

type Properties = Readonly<Record<string, JsonSchemaProps>>;

function combineProperties(a: Properties, b: Properties): Properties {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      combine([a, b].flatMap((of) => (Object.hasOwn(of, name) ? [of[name] ?? {}] : []))),
    ]),
  );
}
