import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import { type JsonSchemaProps, PatternError } from '@kb/apimachinery/schema';
import type { RequestStep } from '@kb/apiserver/recorded';
import { DEFINITIONS } from '../../api-server/random-requests/comparison/install.ts';
import type { RequestSequence } from '../../api-server/random-requests/sequences/request-sequence.ts';
import { type Random, randomOf } from '../../random.ts';
import { collectionOf, type ServedVersion } from '../compare/served-version.ts';
import { sampleObjects } from '../samples/sample-objects.ts';
import { dryCreate, post, put } from '../samples/sample-requests.ts';
import { randomStructuralSchema } from './random-structural-schema.ts';

/** A random schema, which is that of one field of a kind, and objects of it. */
export interface SchemaCase {
  /** The number of the case under its seed. */
  readonly number: number;
  readonly schema: JsonSchemaProps;
  readonly samples: readonly SampleValue[];
}

/** A value of the field. */
export interface SampleValue {
  /** Its purpose: the place and the change. */
  readonly what: string;
  /** Undefined: there is none. */
  readonly value: JsonValue | undefined;
}

/** The namespace of all objects. */
export const NAMESPACE = 'generated-schemas';
/** The group of the kinds. */
const GROUP = 'schemas.example.com';
/** The version with the schemas, and the one that takes any object. */
const STRICT = 'v1';
const LOOSE = 'v0';
/** How many values with a change each case has, beside those that fit. */
const CHANGES = 6;

/** The case of a number: the same for the same seed. */
export function schemaCase(seed: number, number: number): SchemaCase {
  const random = randomOf(seed, `schema ${number}`);
  const schema = randomStructuralSchema(random);
  return { number, schema, samples: samplesOf(number, schema, random) };
}

/** Values of the field; none if the schema has a pattern that cannot be read, and so is refused. */
function samplesOf(number: number, schema: JsonSchemaProps, random: Random): SampleValue[] {
  try {
    const { fitting, changed } = sampleObjects(servedVersion('', [{ number, schema }]), random, CHANGES);
    return [...fitting, ...changed].flatMap(({ what, object: { spec } }) =>
      isJsonObject(spec) ? [{ what, value: spec[fieldOf(number)] }] : [],
    );
  } catch (error) {
    if (error instanceof PatternError) return [];
    throw error;
  }
}

/** What is served of some cases: a kind with a field for each. */
export interface Bundle {
  readonly kind: string;
  readonly definition: JsonObject;
  readonly cases: readonly SchemaCase[];
}

/** The definition of a kind with a field for each case, in a version with their schemas and one that takes anything. */
export function bundleOf(name: string, cases: readonly SchemaCase[]): Bundle {
  const { kind, plural, schema } = servedVersion(name, cases);
  return {
    kind,
    cases,
    definition: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${GROUP}` },
      spec: {
        group: GROUP,
        scope: 'Namespaced',
        names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
        versions: [
          // A schema is plain JSON: its type says which.
          { name: STRICT, served: true, storage: false, schema: { openAPIV3Schema: schema as JsonValue } },
          { name: LOOSE, served: true, storage: true, schema: { openAPIV3Schema: anyObject } },
        ],
      },
    },
  };
}

const anyObject: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

function servedVersion(name: string, cases: readonly Pick<SchemaCase, 'number' | 'schema'>[]): ServedVersion {
  const properties = Object.fromEntries(cases.map(({ number, schema }) => [fieldOf(number), schema]));
  const only = cases.length === 1 ? Object.keys(properties) : [];
  return {
    group: GROUP,
    version: STRICT,
    kind: `Bundle${name}`,
    plural: `bundle${name.toLowerCase()}s`,
    isNamespaced: true,
    hasStatus: false,
    schema: {
      type: 'object',
      // The samples of a case have its field.
      required: ['spec'],
      properties: { spec: { type: 'object', properties, ...(name === '' && { required: only }) } },
    },
  };
}

function fieldOf(number: number): string {
  return `c${number}`;
}

/** Creates the definition of a case alone, without keeping it. */
export function definitionRequest(one: SchemaCase): RequestSequence {
  const { definition } = bundleOf(`n${one.number}`, [one]);
  return {
    name: `schema ${one.number}: definition`,
    namespace: NAMESPACE,
    steps: [{ method: 'POST', path: `${DEFINITIONS}?dryRun=All`, body: stringifyJson(definition) }],
  };
}

/**
 * The requests for the objects of a case in a bundle: each is created. Some are also stored as the version that takes
 * anything, and replaced by each of the others: updates of what the schema may not accept.
 */
export function objectRequests({ kind }: Bundle, one: SchemaCase): RequestSequence[] {
  const version = servedVersion(kind.slice('Bundle'.length), []);
  const prefix = `schema ${one.number}`;
  const objectOf = ({ value }: SampleValue): JsonObject => ({
    metadata: { name: 'sample' },
    spec: value === undefined ? {} : { [fieldOf(one.number)]: value },
  });
  const created = one.samples.map((sample) => ({
    ...dryCreate(version, { what: sample.what, object: inVersion(version, objectOf(sample)) }, NAMESPACE),
    name: `${prefix}: create, ${sample.what}`,
  }));
  const stored = [0, 1, Math.max(2, one.samples.length - 1)].flatMap((index) => one.samples.slice(index, index + 1));
  const updated = stored.map((sample, index) => ({
    name: `${prefix}: update of ${sample.what}`,
    namespace: NAMESPACE,
    steps: updateSteps(version, objectOf(sample), one.samples.map(objectOf), `c${one.number}-${index}`),
  }));
  return [...created, ...updated];
}

function updateSteps(
  version: ServedVersion,
  stored: JsonObject,
  others: readonly JsonObject[],
  name: string,
): RequestStep[] {
  const loose = { ...version, version: LOOSE };
  const named = (object: JsonObject, of: ServedVersion): JsonObject => ({
    ...inVersion(of, object),
    metadata: { name },
  });
  const path = `${collectionOf(version)}/${name}`;
  return [
    post(collectionOf(loose), named(stored, loose), { version: 'metadata.resourceVersion' }),
    { method: 'GET', path },
    ...others.map((object) => put(`${path}?dryRun=All`, named(object, version), 'version')),
    // As the version that can read every object.
    { method: 'DELETE', path: `${collectionOf(loose)}/${name}`, quiet: true },
  ];
}

function inVersion({ group, version, kind }: ServedVersion, object: JsonObject): JsonObject {
  return { ...object, apiVersion: `${group}/${version}`, kind };
}
