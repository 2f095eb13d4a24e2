import { type ApiObject, at, type FrozenObject } from '../../../objects/api-object.ts';
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

/** Warnings of the template at `path`, when the desired state changes. */
export function templateWarnings(object: ApiObject, old: FrozenObject | undefined, path: readonly string[]): string[] {
  if (old && old.metadata.generation === object.metadata.generation) return [];
  return podWarnings(at(object, ...path), path.join('.'));
}
