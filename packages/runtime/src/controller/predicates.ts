import { type DeepReadonly, type KubernetesObject, matchesLabels, parseLabelSelector } from '@kb/apimachinery';
import {
  type CreateEvent,
  type DeleteEvent,
  type GenericEvent,
  isRepeated,
  type Predicate,
  type UpdateEvent,
} from './watched-event.ts';

/** A predicate of one function for each type of event; a type without a function passes: predicate.Funcs. */
export function predicateFuncs<T extends KubernetesObject>(funcs: {
  readonly create?: (event: CreateEvent<T>) => boolean;
  readonly update?: (event: UpdateEvent<T>) => boolean;
  readonly delete?: (event: DeleteEvent<T>) => boolean;
  readonly generic?: (event: GenericEvent<DeepReadonly<T>>) => boolean;
}): Predicate<T> {
  return (event) => {
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
  };
}

/** Events pass whose object does; of an update, the new one: predicate.NewPredicateFuncs. */
export function objectPredicate<T extends KubernetesObject>(
  filter: (object: DeepReadonly<T>) => boolean,
): Predicate<T> {
  return (event) => filter(event.object);
}

/**
 * Updates pass only when the resourceVersion changed, so resyncs do not: predicate.ResourceVersionChangedPredicate. One
 * of the same version passes when it is another state: of another history of the server (a restored backup).
 */
export const resourceVersionChanged: Predicate = (event) => event.type !== 'update' || !isRepeated(event);

/**
 * Updates pass only when `metadata.generation` changed, so status and metadata changes do not:
 * predicate.GenerationChangedPredicate.
 */
export const generationChanged: Predicate = (event) =>
  event.type !== 'update' || event.objectOld.metadata.generation !== event.object.metadata.generation;

/** Updates pass only when annotations changed: predicate.AnnotationChangedPredicate. */
export const annotationChanged: Predicate = (event) =>
  event.type !== 'update' || !sameMap(event.objectOld.metadata.annotations, event.object.metadata.annotations);

/** Updates pass only when labels changed: predicate.LabelChangedPredicate. */
export const labelChanged: Predicate = (event) =>
  event.type !== 'update' || !sameMap(event.objectOld.metadata.labels, event.object.metadata.labels);

/**
 * Only objects with these labels pass; of an update, the new object: predicate.LabelSelectorPredicate. Throws when the
 * selector cannot be parsed.
 */
export function labelSelectorPredicate(labelSelector: string): Predicate {
  const selector = parseLabelSelector(labelSelector);
  return (event) => matchesLabels(selector, event.object.metadata.labels);
}

/** Passes when all pass: predicate.And. */
export const and = <T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> => {
  return (event) => predicates.every((predicate) => predicate(event));
};

/** Passes when any passes: predicate.Or. */
export const or = <T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> => {
  return (event) => predicates.some((predicate) => predicate(event));
};

/** Passes when the other does not: predicate.Not. */
export const not = <T extends KubernetesObject>(predicate: Predicate<T>): Predicate<T> => {
  return (event) => !predicate(event);
};

function sameMap(
  a: Readonly<Record<string, string>> | undefined,
  b: Readonly<Record<string, string>> | undefined,
): boolean {
  if (a === b) return true;
  const left = Object.entries(a ?? {});
  return left.length === Object.keys(b ?? {}).length && left.every(([key, value]) => b?.[key] === value);
}
