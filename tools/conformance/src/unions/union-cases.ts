import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { UnionApi, UnionCase } from './union-api.ts';

/**
 * Returns the cases of an API's union: each shape, every mixture of two, every shape without one of its required
 * fields, an unknown discriminant, and an object without fields.
 */
export function unionCasesOf({
  kind,
  place,
  shapes,
  discriminant,
  accepted = [],
  refused = [],
  refusesNothing = true,
}: UnionApi): UnionCase[] {
  const whole = shapes.map(({ value }) => value);
  const minimal = shapes.map(({ value, required }) => only(value, required));
  const good = new Map<string, JsonValue>();
  const bad = new Map<string, JsonValue>();
  const addBad = (value: JsonValue): void => {
    if (![...whole, ...minimal, ...accepted].some((other) => isDeepStrictEqual(other, value)))
      bad.set(textOf(value), value);
  };
  for (const value of [...whole, ...minimal, ...accepted]) good.set(textOf(value), value);
  for (const [index, a] of whole.entries()) {
    for (const b of whole.slice(index + 1)) {
      if (discriminant !== undefined && a[discriminant[0]] !== undefined && fieldsOf(a) === fieldsOf(b)) continue;
      addBad({ ...a, ...b });
      addBad({ ...b, ...a });
    }
  }
  for (const { value, required } of shapes) {
    for (const name of required)
      addBad(
        only(
          value,
          Object.keys(value).filter((other) => other !== name),
        ),
      );
    if (discriminant !== undefined) addBad({ ...value, [discriminant[0]]: discriminant[1] });
  }
  if (refusesNothing) addBad({});
  for (const value of refused) addBad(value);
  const caseOf = (name: string, value: JsonValue, isAccepted: boolean): UnionCase => ({
    name: `${kind} ${isAccepted ? 'accepts' : 'refuses'} ${name}`,
    kind,
    spec: place(value),
    accepted: isAccepted,
  });
  return [
    ...[...good].map(([name, value]) => caseOf(name, value, true)),
    ...[...bad].map(([name, value]) => caseOf(name, value, false)),
  ];
}

function only(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

function fieldsOf(value: JsonObject): string {
  return Object.keys(value).sort().join();
}

function textOf(value: JsonValue): string {
  return JSON.stringify(value);
}
