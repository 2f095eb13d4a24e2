import type { JsonObject } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Random } from '../../../random.ts';
import { type GeneratedKind, GENERATED_GROUP } from '../values/random-definition.ts';
import { careful, careless, randomObjectValue } from '../values/random-value.ts';

/** A kind for random sequences, and the possible content of its objects. */
export interface Subject {
  readonly kind: string;
  readonly apiVersion: string;
  /** Where its objects are. */
  readonly collection: string;
  /** The prefix of names: each sequence has its own names of cluster-scoped objects. */
  readonly prefix: string;
  readonly subresources: readonly string[];
  /** Whether it takes strategic merge patches. */
  readonly strategic: boolean;
  /** The field selectors to try. */
  readonly fieldSelectors: readonly string[];
  /** The content of a whole object: everything but type and metadata. */
  whole(random: Random): JsonObject;
  /**
   * Required content: patches do not remove it, and every apply has it. The deeper checks of built-in kinds are not
   * implemented yet.
   */
  readonly required: JsonObject;
  /** Some of an object's content, for patches and applies. */
  part(random: Random): JsonObject;
  /** The content that a manager applies. */
  applied(random: Random): JsonObject;
  /** Some of an object's status; undefined: nothing can be written there. */
  status?(random: Random): JsonObject;
}

/** A custom resource, at one of its versions. */
export function customSubject(
  { kind, plural, versions, hasStatus, hasScale, selectable }: GeneratedKind,
  version: string,
): Subject {
  const schema = versions.get(version) ?? {};
  const status = schema.properties?.['status'] ?? {};
  return {
    kind,
    apiVersion: `${GENERATED_GROUP}/${version}`,
    collection: `/apis/${GENERATED_GROUP}/${version}/namespaces/\${NS}/${plural}`,
    prefix: '',
    subresources: [...(hasStatus ? ['status'] : []), ...(hasScale ? ['scale'] : [])],
    strategic: false,
    fieldSelectors: version === 'v1' ? selectable.map((path) => `${path}=a`) : [],
    whole: (random) => randomObjectValue(random, { ...schema, required: ['spec'] }, careful),
    required: {},
    part: (random) => randomObjectValue(random, part(schema, random), careless),
    applied: (random) => (random.chance(0.08) ? {} : randomObjectValue(random, part(schema, random), careless)),
    ...(hasStatus && { status: (random: Random) => randomObjectValue(random, status, careful) }),
  };
}

/** For parts of objects: nothing is required, and usually only the spec is written. */
function part(schema: JsonSchemaProps, random: Random): JsonSchemaProps {
  const { spec, ...rest } = schema.properties ?? {};
  return {
    ...schema,
    required: ['spec'],
    properties: { ...(spec && { spec: { ...spec, required: [] } }), ...(random.chance(0.2) && rest) },
  };
}
