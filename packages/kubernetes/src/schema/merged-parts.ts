import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { exactKeywords } from './exact-keywords.ts';

/** Prose belongs to the node that has it, and is merged where references are resolved. */
export const neverMerged: ReadonlySet<string> = new Set(['allOf', 'title', 'description', 'example', 'externalDocs']);

/** Members that are values in Go: equal ones are merged. All others are pointers, which are never equal. */
export const comparable: ReadonlySet<string> = new Set(['type', 'format', 'pattern', '$ref']);

/** Members of which equal values are one: {@link comparable} ones, and some that have rules of their own. */
const oneIfEqual: ReadonlySet<string> = new Set([
  ...comparable,
  'minProperties',
  'maxProperties',
  'x-kubernetes-map-type',
]);

/** Merging so many parts takes seconds, and gives a schema that no API server accepts. */
const MOST_PARTS = 1_000_000;
/** Parts that stay separate are copied with each further one: so many copies take as long as merging one part. */
const COPIES_PER_PART = 100;

/** What is known while the parts of one schema are merged. */
export interface MergedParts {
  /**
   * Whether merging a part changes nothing, at any depth: mostly because it was merged before. A type with two parents
   * that have a field of the same name has the parts of the field's type twice, those of its fields four times, and so
   * on.
   */
  changesNothing(target: JsonSchemaProps, part: JsonSchemaProps): boolean;
  /** Notes that a schema under construction continues as another object. */
  continueAs(target: JsonSchemaProps, next: JsonSchemaProps): void;
  /** Notes that a member got another value, or was removed. */
  forget(): void;
  /** Counts a part that is merged. Throws a {@link TooManyPartsError} if there are too many. */
  countPart(): void;
  /** Counts parts that are copied because of one that is merged. */
  countCopies(parts: number): void;
}

/** Begins to merge the parts of one schema, `mostParts` at most. */
export function createMergedParts(mostParts: number = MOST_PARTS): MergedParts {
  /** By the schema under construction: the parts of which is known that they change nothing. */
  const known = new Map<JsonSchemaProps, Set<JsonSchemaProps>>();
  let count = 0;

  const spend = (parts: number): void => {
    count += parts;
    if (count > mostParts) throw new TooManyPartsError(mostParts);
  };

  const changesNothing = (target: JsonSchemaProps, part: JsonSchemaProps): boolean => {
    if (known.get(target)?.has(part)) return true;
    if (exactKeywords(target).size > 0 || exactKeywords(part).size > 0 || !isOrdered(target.required)) return false;
    if (part.allOf?.every((inner) => changesNothing(target, inner)) === false) return false;
    if (!membersOf(part).every((key) => memberChangesNothing(target, part, key))) return false;
    const parts = known.get(target);
    if (parts) parts.add(part);
    else known.set(target, new Set([part]));
    return true;
  };

  const memberChangesNothing = (
    target: JsonSchemaProps,
    part: JsonSchemaProps,
    key: keyof JsonSchemaProps,
  ): boolean => {
    const [ours, theirs] = [target[key], part[key]];
    if (neverMerged.has(key) || theirs === undefined || isEmpty(key, theirs)) return true;
    if (ours === undefined || isEmpty(key, ours)) return false;
    switch (key) {
      case 'enum':
        return true;
      case 'required':
        return new Set(part.required).isSubsetOf(new Set(target.required));
      case 'properties':
        return Object.entries(part.properties ?? {}).every(([name, property]) => {
          const present = ownProperty(target, name);
          return present !== undefined && changesNothing(present, property);
        });
      case 'additionalProperties':
        if (typeof part.additionalProperties !== 'object') return true;
        return (
          typeof target.additionalProperties === 'object' &&
          changesNothing(target.additionalProperties, part.additionalProperties)
        );
      default:
        return ours === theirs && (typeof theirs === 'boolean' || oneIfEqual.has(key));
    }
  };

  return {
    changesNothing,
    continueAs: (target, next) => {
      const parts = known.get(target);
      if (parts === undefined) return;
      known.delete(target);
      known.set(next, parts);
    },
    forget: () => known.clear(),
    countPart: () => spend(1),
    countCopies: (parts) => spend(parts / COPIES_PER_PART),
  };
}

const membersOf = (schema: JsonSchemaProps): (keyof JsonSchemaProps)[] =>
  Object.keys(schema) as (keyof JsonSchemaProps)[];

/** Whether a member is a zero value of Go: nothing to merge. */
export function isEmpty(key: keyof JsonSchemaProps, value: unknown): boolean {
  // These are pointers in Go: a zero that is set counts.
  if (key === 'default' || key === 'additionalProperties' || key === 'x-kubernetes-preserve-unknown-fields')
    return false;
  return value === false || value === '' || (Array.isArray(value) && value.length === 0);
}

/** A property by its name, which may be one that every object of JavaScript has. */
const ownProperty = ({ properties = {} }: JsonSchemaProps, name: string): JsonSchemaProps | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/** Merging anything at all puts `required` in order. */
const isOrdered = (required: readonly string[] = []): boolean =>
  required.every((name, index) => index === 0 || (required[index - 1] ?? '') < name);

/** A schema has more parts than can be merged: an author's mistake. controller-gen would run out of memory. */
export class TooManyPartsError extends Error {
  override readonly name = 'TooManyPartsError';

  constructor(mostParts: number) {
    super(`more than ${mostParts.toLocaleString('en')} parts`);
  }
}
