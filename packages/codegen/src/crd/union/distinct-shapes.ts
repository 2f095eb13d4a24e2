import type { JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Reporter } from '../../diagnostic/reporter.ts';
import { overlapHint } from './overlap-hint.ts';
import { ownProperty, requiredByAll, type UnionShape } from './union-shape.ts';

/** Returns whether no value can match two shapes. Reports the first two that one can match. */
export function areDistinct(shapes: readonly UnionShape[], span: Span, reporter: Reporter): boolean {
  if (hasOwnKeys(shapes)) return true;
  const pair = findOverlap(shapes, requiredByAll(shapes));
  if (pair === undefined) return true;
  const [a, b] = pair;
  reporter.report(span, {
    code: 'KB_NO_SCHEMA',
    message: `a value can match both ${a.name} and ${b.name}`,
    hint: overlapHint(a.schema, b.schema, shapes.length),
  });
  return false;
}

/**
 * Finds two shapes that a value can match at once. Only shapes that share a value in every required field with a closed
 * set of values are compared in pairs.
 */
function findOverlap(
  shapes: readonly UnionShape[],
  required: readonly string[],
): readonly [UnionShape, UnionShape] | undefined {
  if (shapes.length < 2) return undefined;
  const [name, ...others] = required;
  if (name !== undefined) {
    const groups = groupsByValue(shapes, name);
    if (groups === undefined) return findOverlap(shapes, others);
    for (const group of groups) {
      const pair = findOverlap(group, others);
      if (pair !== undefined) return pair;
    }
    return undefined;
  }
  for (const [index, a] of shapes.entries()) {
    for (let other = index + 1; other < shapes.length; other++) {
      const b = shapes[other];
      if (b === undefined || requiresWhatIsNotIn(a, b) || requiresWhatIsNotIn(b, a) || areDisjoint(a.schema, b.schema))
        continue;
      return [a, b];
    }
  }
  return undefined;
}

/**
 * Groups shapes by the values of a field. Undefined if the field does not have a closed set of values in each shape, or
 * if the groups would hardly be smaller than the whole.
 */
function groupsByValue(shapes: readonly UnionShape[], name: string): UnionShape[][] | undefined {
  const groups = new Map<JsonValue, UnionShape[]>();
  for (const shape of shapes) {
    const { properties = {} } = shape.schema;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property?.enum === undefined || property.nullable === true) return undefined;
    for (const value of new Set(property.enum)) {
      const group = groups.get(value) ?? [];
      groups.set(value, group);
      group.push(shape);
    }
  }
  const sizes = [...groups.values()].map((group) => group.length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const isSmaller = total <= 2 * shapes.length && 2 * Math.max(...sizes) <= shapes.length;
  return total === shapes.length || isSmaller ? [...groups.values()] : undefined;
}

function requiresWhatIsNotIn(a: UnionShape, b: UnionShape): boolean {
  return (a.schema.required ?? []).some(
    (name) =>
      a.schema.properties !== undefined &&
      Object.hasOwn(a.schema.properties, name) &&
      !Object.hasOwn(b.schema.properties ?? {}, name),
  );
}

/** True when each shape requires a field that no other has. */
function hasOwnKeys(shapes: readonly UnionShape[]): boolean {
  const count = new Map<string, number>();
  for (const { schema } of shapes) {
    for (const name of Object.keys(schema.properties ?? {})) count.set(name, (count.get(name) ?? 0) + 1);
  }
  return shapes.every(({ schema }) => schema.required?.some((name) => count.get(name) === 1) ?? false);
}

/** True when no value matches both: one of them requires a field for which they allow no common value. */
function areDisjoint(a: JsonSchemaProps, b: JsonSchemaProps): boolean {
  if (a.enum !== undefined && b.enum !== undefined) {
    const others = new Set(b.enum);
    return a.nullable !== true && b.nullable !== true && a.enum.every((value) => !others.has(value));
  }
  if (a.nullable === true && b.nullable === true) return false;
  const required = new Set([...(a.required ?? []), ...(b.required ?? [])]);
  return [...required].some((name) => {
    const ours = ownProperty(a, name);
    const theirs = ownProperty(b, name);
    return ours !== undefined && theirs !== undefined && areDisjoint(ours, theirs);
  });
}
