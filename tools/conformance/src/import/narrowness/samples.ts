import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { type Random, randomOf } from '../../random.ts';
import { mutationsOf } from './mutants.ts';
import { formatSteps, type Place, placesOf, type Step } from './places.ts';
import { serverAnswer } from './server-answer.ts';
import { validValue, type Wish } from './valid-values.ts';
import { valueAt, withValueAt } from './value-at.ts';

/** One version of a kind. */
export interface KindVersion {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: JsonSchemaProps;
}

/** An object of a kind, and whether it has to type-check. */
export interface Sample {
  readonly object: JsonObject;
  /** Its purpose: the place and the mistake. */
  readonly what: string;
  readonly isValid: boolean;
}

/** The samples of a kind. */
export interface Samples {
  readonly samples: readonly Sample[];
  /** Places for which no valid object was found. */
  readonly unreached: readonly string[];
}

/** The number of samples of a kind. */
export interface SampleLimits {
  /** How many places; infinite: all of them. */
  readonly places: number;
  /** Mistakes per place, without combinations of fields. */
  readonly mutations: number;
}

/**
 * Valid and wrong objects of a kind, each confirmed by the API server's rules. The same for the same seed.
 */
export function samplesOf(kind: KindVersion, seed: number, limits: SampleLimits): Samples {
  const random = randomOf(seed, `${kind.group}/${kind.version}/${kind.kind}`);
  const samples: Sample[] = [];
  const unreached: string[] = [];
  const hopeless = new Set<JsonSchemaProps>();
  const validObject = (steps: readonly Step[], optional: number): JsonObject | undefined =>
    objectWith(kind, { steps, optional, hopeless }, random);
  for (const optional of [0, 0.2, 0.5, 1]) {
    const object = validObject([], optional);
    if (object !== undefined) samples.push({ object, what: `${optional * 100} % of what is optional`, isValid: true });
  }
  for (const place of chosenPlaces(placesOf(kind.schema), limits.places, random)) {
    const where = formatSteps(place.steps);
    const object = validObject(place.steps, 0);
    const found = object === undefined ? undefined : valueAt(object, place.steps);
    if (object === undefined || found === undefined) {
      unreached.push(where);
      continue;
    }
    samples.push({ object, what: where, isValid: true });
    const mutations = mutationsOf(place, found.value, random).flatMap(({ what, value, mayBeRight }): Mutant[] => {
      const changed = withValueAt(object, place.steps, value);
      const answer = isJsonObject(changed) ? serverAnswer(kind.schema, changed) : 'refused';
      if (!isJsonObject(changed) || answer === 'refused' || (answer === 'kept' && !mayBeRight)) return [];
      return [{ object: changed, what: `${where}: ${what}`, isValid: answer === 'kept', mayBeRight }];
    });
    const combinations = mutations.filter(({ mayBeRight }) => mayBeRight);
    const others = mutations.filter(({ mayBeRight }) => !mayBeRight);
    samples.push(...random.sample(others, limits.mutations), ...combinations);
  }
  return { samples, unreached };
}

interface Mutant extends Sample {
  readonly mayBeRight: boolean;
}

/** Places with junctors are always included: their types are the most complex. */
function chosenPlaces(places: readonly Place[], count: number, random: Random): Place[] {
  const [special, others] = [
    places.filter(({ schema }) => hasJunctors(schema)),
    places.filter(({ schema }) => !hasJunctors(schema)),
  ];
  return [...special, ...random.sample(others, Math.max(0, count - special.length))];
}

function hasJunctors({ anyOf, oneOf, allOf, not, ...schema }: JsonSchemaProps): boolean {
  return (
    [oneOf, allOf, not].some((junctor) => junctor !== undefined) ||
    (anyOf !== undefined && schema['x-kubernetes-int-or-string'] !== true)
  );
}

/** All of an object's metadata, as the API server returns it. */
const metadata = {
  name: 'name',
  namespace: 'namespace',
  uid: 'c0ffee00-1234-4abc-8def-0123456789ab',
  resourceVersion: '1',
  creationTimestamp: '2026-01-02T03:04:05Z',
  labels: { 'app.example.com/name': 'name' },
};

/** A whole object that the API server stores unchanged, with a value at the place. */
function objectWith(kind: KindVersion, wish: Wish, random: Random): JsonObject | undefined {
  const { metadata: _, apiVersion: __, kind: ___, ...properties } = kind.schema.properties ?? {};
  const required = kind.schema.required?.filter((name) => Object.hasOwn(properties, name)) ?? [];
  const [first] = wish.steps;
  const isMeta = first?.into === 'property' && (first.name === 'apiVersion' || first.name === 'kind');
  const value = validValue({ ...kind.schema, properties, required }, isMeta ? { ...wish, steps: [] } : wish, random);
  if (!isJsonObject(value)) return undefined;
  const object = { apiVersion: `${kind.group}/${kind.version}`, kind: kind.kind, metadata, ...value };
  return serverAnswer(kind.schema, object) === 'kept' ? object : undefined;
}
