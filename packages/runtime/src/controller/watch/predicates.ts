import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import { matchesLabels, parseLabelSelector } from '@kb/apimachinery/selectors';
import {
  type CreateEvent,
  type DeleteEvent,
  type GenericEvent,
  isRepeated,
  type Predicate,
  type UpdateEvent,
} from './watched-event.ts';

/** Makes a predicate with a function for each type of event; a type without a function passes: predicate.Funcs. */
export function predicateFuncs<T extends KubernetesObject>(funcs: {
  readonly create?: (event: CreateEvent<T>) => boolean;
  readonly update?: (event: UpdateEvent<T>) => boolean;
  readonly delete?: (event: DeleteEvent<T>) => boolean;
  readonly generic?: (event: GenericEvent<DeepReadonly<T>>) => boolean;
}): Predicate<T> {
  return named('predicateFuncs', (event) => {
    switch (event.type) {
      case 'create':
        return funcs.create?.(event) ?? true;
      case 'update':
        return funcs.update?.(event) ?? true;
      case 'delete':
        return funcs.delete?.(event) ?? true;
      case 'generic':
        return funcs.generic?.(event) ?? true;
    }
  });
}

/** Names a predicate, for the answer to why an event woke nothing. */
function named<T extends KubernetesObject>(name: string, predicate: Predicate<T>): Predicate<T> {
  return Object.defineProperty(predicate, 'name', { value: name });
}

const namesOf = <T extends KubernetesObject>(predicates: readonly Predicate<T>[]): string =>
  predicates.map(({ name }) => name || 'a predicate').join(', ');

/** Lets events pass whose object passes; for an update, the new object: predicate.NewPredicateFuncs. */
export function objectPredicate<T extends KubernetesObject>(
  filter: (object: DeepReadonly<T>) => boolean,
): Predicate<T> {
  return named(`objectPredicate(${filter.name})`, (event) => filter(event.object));
}

/**
 * Lets updates pass only when the resourceVersion changed, so resyncs do not:
 * predicate.ResourceVersionChangedPredicate. An update with the same version passes when the state differs, which
 * happens after a restored backup.
 */
export const resourceVersionChanged: Predicate = (event) => event.type !== 'update' || !isRepeated(event);

/**
 * Lets updates pass only when `metadata.generation` changed, so status and metadata changes do not:
 * predicate.GenerationChangedPredicate.
 */
export const generationChanged: Predicate = (event) =>
  event.type !== 'update' || event.objectOld.metadata.generation !== event.object.metadata.generation;

/** Lets updates pass only when annotations changed: predicate.AnnotationChangedPredicate. */
export const annotationChanged: Predicate = (event) =>
  event.type !== 'update' || !sameMap(event.objectOld.metadata.annotations, event.object.metadata.annotations);

/** Lets updates pass only when labels changed: predicate.LabelChangedPredicate. */
export const labelChanged: Predicate = (event) =>
  event.type !== 'update' || !sameMap(event.objectOld.metadata.labels, event.object.metadata.labels);

/**
 * Lets only objects with these labels pass; for an update, the new object: predicate.LabelSelectorPredicate. Throws
 * when the selector cannot be parsed.
 */
export function labelSelectorPredicate(labelSelector: string): Predicate {
  const selector = parseLabelSelector(labelSelector);
  return named(`labelSelectorPredicate(${labelSelector})`, (event) =>
    matchesLabels(selector, event.object.metadata.labels),
  );
}

/** Passes when all predicates pass: predicate.And. */
export const and = <T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> => {
  return named(`and(${namesOf(predicates)})`, (event) => predicates.every((predicate) => predicate(event)));
};

/** Passes when any predicate passes: predicate.Or. */
export const or = <T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> => {
  return named(`or(${namesOf(predicates)})`, (event) => predicates.some((predicate) => predicate(event)));
};

/** Passes when the other predicate does not: predicate.Not. */
export const not = <T extends KubernetesObject>(predicate: Predicate<T>): Predicate<T> => {
  return named(`not(${namesOf([predicate])})`, (event) => !predicate(event));
};

function sameMap(
  a: Readonly<Record<string, string>> | undefined,
  b: Readonly<Record<string, string>> | undefined,
): boolean {
  if (a === b) return true;
  const left = Object.entries(a ?? {});
  return left.length === Object.keys(b ?? {}).length && left.every(([key, value]) => b?.[key] === value);
}
