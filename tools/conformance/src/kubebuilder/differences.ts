import { isObject, type Json, type Rendered } from './rendered.ts';

/** A place where two renderings differ. */
export interface Difference {
  /** The object, such as `Service/project-v4-webhook-service`. */
  readonly object: string;
  /** The field, such as `spec.ports[0].port`; empty for the whole object. */
  readonly path: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

/** A difference that is wanted, with the reason. `*` in its texts stands for anything. */
export interface KnownDifference {
  readonly object: string;
  readonly path: string;
  readonly reason: string;
}

/** Every place where two renderings differ. */
export function differencesOf(expected: Rendered, actual: Rendered): Difference[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].toSorted();
  return names.flatMap((object) =>
    inside(expected[object], actual[object], '').map((difference) => ({ object, ...difference })),
  );
}

function inside(expected: Json | undefined, actual: Json | undefined, path: string): Omit<Difference, 'object'>[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const indices = Array.from({ length: Math.max(expected.length, actual.length) }, (_, index) => index);
    return indices.flatMap((index) => inside(itemOf(expected, index), itemOf(actual, index), `${path}[${index}]`));
  }
  if (isObject(expected) && isObject(actual)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return keys.flatMap((key) => inside(expected[key], actual[key], path === '' ? key : `${path}.${key}`));
  }
  return JSON.stringify(expected) === JSON.stringify(actual) ? [] : [{ path, expected, actual }];
}

function itemOf(list: readonly Json[], index: number): Json | undefined {
  return list[index];
}

/** Whether a known difference is about this one. */
export function isAbout(known: KnownDifference, { object, path }: Difference): boolean {
  return matches(known.object, object) && matches(known.path, path);
}

function matches(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.[\]{}()+?^$|\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(text);
}
