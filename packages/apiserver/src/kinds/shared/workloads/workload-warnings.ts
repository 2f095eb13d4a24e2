import { type ApiObject, at, type FrozenObject, own } from '../../../objects/api-object.ts';
import type { Strategy } from '../../../resources/strategy.ts';
import { nameWarnings, podWarnings } from '../pods/pod-warnings.ts';

const POD_NAMES = 'this is used in Pod names and hostnames';

/**
 * Warnings of a kind with a template at `path`: about the name of a new object, and about the template when the desired
 * state changes.
 */
export function workloadWarnings(...path: readonly string[]): NonNullable<Strategy['warnings']> {
  return (object, old) => {
    if (!old) return [...nameWarnings(object, POD_NAMES), ...templateWarnings(object, undefined, path)];
    return templateWarnings(object, old, path);
  };
}

/** Warnings of a kind with the spec of a Job at `path`: also about an indexed Job that is very large. */
export function jobWarnings(...path: readonly string[]): NonNullable<Strategy['warnings']> {
  const template = [...path, 'template'];
  return (object, old) => {
    const isSame = old !== undefined && old.metadata.generation === object.metadata.generation;
    return [
      ...(old ? [] : nameWarnings(object, POD_NAMES)),
      ...(isSame ? [] : sizeWarnings(at(object, ...path), path.join('.'))),
      ...templateWarnings(object, old, template),
    ];
  };
}

function sizeWarnings(spec: unknown, path: string): string[] {
  const isLarge = Number(own(spec, 'completions') ?? 0) > 100_000 && Number(own(spec, 'parallelism') ?? 0) > 10_000;
  if (own(spec, 'completionMode') !== 'Indexed' || !isLarge) return [];
  const why =
    'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail';
  return [`${path}: ${why}`];
}

/** Warnings of the template at `path`, when the desired state changes. */
export function templateWarnings(object: ApiObject, old: FrozenObject | undefined, path: readonly string[]): string[] {
  if (old && old.metadata.generation === object.metadata.generation) return [];
  return podWarnings(at(object, ...path), path.join('.'));
}
