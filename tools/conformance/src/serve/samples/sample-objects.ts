import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { formatSteps, type Place, placesOf, type Step } from '../../import/narrowness/places.ts';
import { validValue } from '../../import/narrowness/valid-values.ts';
import { valueAt, withValueAt } from '../../import/narrowness/value-at.ts';
import type { Random } from '../../random.ts';
import type { ServedVersion } from '../compare/served-version.ts';
import { mistakesAt } from './mistakes.ts';

/** An object to send. */
export interface SampleObject {
  /** Its purpose: the place and the change. */
  readonly what: string;
  readonly object: JsonObject;
  /** The change is in the status, which has a subresource of its own: elsewhere, servers leave it out. */
  readonly inStatus: boolean;
}

/** Objects that are made of a schema. */
export interface Samples {
  /** Their values fit the schema, though rules in CEL may refuse them. With few optional fields first. */
  readonly fitting: readonly SampleObject[];
  /** Each has one change. */
  readonly changed: readonly SampleObject[];
}

/** The shares of the optional fields that fitting objects have, and those that changed ones have. */
const shares = [0, 0.3, 1];
const sharesOfChanged = [0, 0.5];

/** Makes objects of a version: up to three that fit, and up to `count` with a change. Fewer if no value is found. */
export function sampleObjects(version: ServedVersion, random: Random, count: number): Samples {
  const hopeless = new Set<JsonSchemaProps>();
  const make = (steps: readonly Step[], optional: number): JsonObject | undefined =>
    wholeObject(version, random, { steps, optional, hopeless });
  const fitting = shares.flatMap((optional): SampleObject[] => {
    const object = make([], optional);
    return object === undefined
      ? []
      : [{ what: `${optional * 100} % of the optional fields`, object, inStatus: false }];
  });
  const places = placesOf(version.schema).filter(({ steps }) => !isHead(steps));
  const changed = random.sample(places, count).flatMap((place): SampleObject[] => {
    const object = make(place.steps, random.pick(sharesOfChanged) ?? 0);
    const change = object && random.pick(changesAt(version, place, object));
    return change === undefined ? [] : [change];
  });
  return { fitting, changed };
}

/** Every change of an object at the places that it has, one at a time. */
export function changesOf(version: ServedVersion, object: JsonObject): SampleObject[] {
  return placesOf(version.schema)
    .filter(({ steps }) => !isHead(steps))
    .flatMap((place) => changesAt(version, place, object));
}

function changesAt({ hasStatus }: ServedVersion, { steps, schema }: Place, object: JsonObject): SampleObject[] {
  const found = valueAt(object, steps);
  if (found === undefined) return [];
  const [first] = steps;
  const inStatus = hasStatus && first?.into === 'property' && first.name === 'status';
  return mistakesAt(schema, found.value).flatMap(({ what, value }): SampleObject[] => {
    const changed = withValueAt(object, steps, value);
    return isJsonObject(changed) ? [{ what: `${formatSteps(steps)}: ${what}`, object: changed, inStatus }] : [];
  });
}

/** Whether a place is the object itself, or one of the fields that every object has: other changes are made there. */
function isHead([first, ...rest]: readonly Step[]): boolean {
  if (first === undefined) return true;
  return rest.length === 0 && first.into === 'property' && ['apiVersion', 'kind', 'metadata'].includes(first.name);
}

function wholeObject(
  { group, version, kind, schema }: ServedVersion,
  random: Random,
  wish: Parameters<typeof validValue>[1],
): JsonObject | undefined {
  const { metadata: _, apiVersion: __, kind: ___, ...properties } = schema.properties ?? {};
  const required = schema.required?.filter((name) => Object.hasOwn(properties, name)) ?? [];
  const value: JsonValue | undefined = validValue({ ...schema, properties, required }, wish, random);
  if (!isJsonObject(value)) return undefined;
  return { apiVersion: `${group}/${version}`, kind, metadata: { name: 'sample' }, ...value };
}
