import { type DeepReadonly, type KubernetesObject, metadataOf, type Resource, resourceId } from '@kb/apimachinery';
import { aResource, checkOption, type OptionRule, required } from '../check-options.ts';
import type { AnyResource } from '../resources.ts';
import { checkControllerOptions, type ControllerOptions } from './controller-options.ts';
import type { Controller, Reconciler } from './controller.ts';
import { enqueueRequestForObject, enqueueRequestForOwner } from './enqueue-handlers.ts';
import type { EventHandler } from './event-handler.ts';
import { describeWatch, type KindSourceOptions } from './source/kind-source.ts';
import type { Source } from './source/source.ts';
import type { IndexDescription, WatchDescription } from './watch-description.ts';
import type { MapFunction, Predicate } from './watched-event.ts';

/** Options of {@link ControllerBuilder.for} and {@link ControllerBuilder.watches}: builder.WatchesOption. */
export type WatchesOptions<T extends KubernetesObject> = KindSourceOptions<T>;

/** Options of {@link ControllerBuilder.owns}. */
export interface OwnsOptions<T extends KubernetesObject> extends WatchesOptions<T> {
  /** Wake every owner of the kind, not only the one that controls the object. Default: false. */
  readonly matchEveryOwner?: boolean;
}

/**
 * Describes a controller, step by step: controller-runtime's builder. Every step answers a new builder and leaves its
 * own as it was: go on with the answer, as a step whose answer is dropped has no effect
 * (`if (tls) builder = builder.reads(secrets)`).
 */
export interface ControllerBuilder {
  /** What the controller reconciles: its events wake it. Throws a TypeError when that was said before. */
  for<T extends KubernetesObject, A>(resource: Resource<T, A>, options?: WatchesOptions<T>): ControllerBuilder;
  /** Watches what this controller makes: an event of a child wakes its owner. Needs `for`. */
  owns<T extends KubernetesObject, A>(resource: Resource<T, A>, options?: OwnsOptions<T>): ControllerBuilder;
  /** Watches anything else: an event wakes the keys that a function answers, or what a handler adds. */
  watches<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    to: MapFunction<T> | EventHandler<T>,
    options?: WatchesOptions<T>,
  ): ControllerBuilder;
  /** Watches the metadata of anything else: see metadataOf. */
  watchesMetadata(
    resource: AnyResource,
    to: MapFunction | EventHandler,
    options?: WatchesOptions<KubernetesObject>,
  ): ControllerBuilder;
  /**
   * Wakes the controller by anything: a channel, an async iterable, a timer, a source of one's own. The filters of
   * `withEventFilter` do not hold for it.
   */
  watchesRawSource(source: Source): ControllerBuilder;
  /** Keeps a resource in the cache for reading, without being woken by it. */
  reads(...resources: readonly AnyResource[]): ControllerBuilder;
  /** Files the objects of a cached resource under `values(object)`, for CacheReader.byIndex: client.FieldIndexer. */
  indexes<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    name: string,
    values: (object: DeepReadonly<T>) => readonly string[],
  ): ControllerBuilder;
  /** Filters the events of every watch. */
  withEventFilter(predicate: Predicate): ControllerBuilder;
  /** Default: the kind in lower case. */
  named(name: string): ControllerBuilder;
  /** Adds to the options given before. */
  withOptions(options: ControllerOptions): ControllerBuilder;
  /** The same as the option. */
  withLogConstructor(logConstructor: NonNullable<ControllerOptions['logConstructor']>): ControllerBuilder;
  /**
   * Ends the description. Throws a TypeError when nothing would ever wake the controller, it has no name, `owns` comes
   * without `for`, or an option makes no sense.
   */
  reconcile(reconciler: Reconciler): Controller;
}

/**
 * Begins the description of a controller that reconciles `resource`. Each step answers a new builder, see {@link
 * ControllerBuilder}.
 *
 * ```ts
 * export const appServiceController = controllerFor(appServices)
 *   .owns(deployments)
 *   .reconcile(async ({ key, client }) => { … });
 * ```
 */
export function controllerFor<T extends KubernetesObject, A>(
  resource: Resource<T, A>,
  options?: WatchesOptions<T>,
): ControllerBuilder {
  return newController().for(resource, options);
}

/**
 * Begins the description of a controller of which nothing is known yet: for those whose keys are no objects of one
 * resource. They need a name.
 */
export function newController(): ControllerBuilder {
  return builderOf({
    name: undefined,
    subject: undefined,
    owned: [],
    watches: [],
    sources: [],
    reads: [],
    indexes: [],
    filters: [],
    options: {},
  });
}

interface Draft {
  readonly name: string | undefined;
  /** The watch of `for`. */
  readonly subject: WatchDescription | undefined;
  /** The watches of `owns`, for the resource of `for`. */
  readonly owned: readonly ((owner: AnyResource) => WatchDescription)[];
  readonly watches: readonly WatchDescription[];
  readonly sources: readonly Source[];
  readonly reads: readonly AnyResource[];
  readonly indexes: readonly IndexDescription[];
  readonly filters: readonly Predicate[];
  readonly options: ControllerOptions;
}

function builderOf(draft: Draft): ControllerBuilder {
  const next = (change: Partial<Draft>): ControllerBuilder => builderOf({ ...draft, ...change });
  return {
    for: (resource, options) => {
      if (draft.subject) {
        throw new TypeError(
          `a controller reconciles one resource: for(${resource.plural}) comes after for(${draft.subject.resource.plural}); use owns or watches for the others`,
        );
      }
      return next({ subject: describeWatch(resource, enqueueRequestForObject, options) });
    },
    owns: (resource, options) => {
      const handlerFor = (owner: AnyResource): EventHandler =>
        enqueueRequestForOwner(owner, { onlyControllerOwner: options?.matchEveryOwner !== true });
      return next({ owned: [...draft.owned, (owner) => describeWatch(resource, handlerFor(owner), options)] });
    },
    watches: (resource, to, options) => next({ watches: [...draft.watches, describeWatch(resource, to, options)] }),
    watchesMetadata: (resource, to, options) =>
      next({ watches: [...draft.watches, describeWatch(metadataOf(resource), to, options)] }),
    watchesRawSource: (source) => next({ sources: [...draft.sources, source] }),
    reads: (...resources) => {
      for (const resource of resources) checkOption('what a controller reads', resource, required(aResource));
      return next({ reads: [...draft.reads, ...resources] });
    },
    indexes: (resource, name, values) => {
      if (draft.indexes.some((index) => index.name === name && resourceId(index.resource) === resourceId(resource))) {
        throw new TypeError(`index "${name}" of ${resource.plural} is described twice in one controller`);
      }
      return next({ indexes: [...draft.indexes, { resource, name, values: values as IndexDescription['values'] }] });
    },
    withEventFilter: (predicate) => next({ filters: [...draft.filters, predicate] }),
    named: (name) => next({ name }),
    withOptions: (options) => next({ options: { ...draft.options, ...options } }),
    withLogConstructor: (logConstructor) => next({ options: { ...draft.options, logConstructor } }),
    reconcile: (reconcile) => complete(draft, reconcile),
  };
}

/** It is in logs, metrics and managed fields, which are no longer than 128. */
const controllerName: OptionRule = {
  expected: 'a text of 1 to 117 printable characters',
  holds: (value) => typeof value === 'string' && /^[^\p{Cc}]{1,117}$/u.test(value),
};

function complete(draft: Draft, reconcile: Reconciler): Controller {
  if (typeof reconcile !== 'function') throw new TypeError('a controller needs a function that reconciles');
  const { subject, owned, watches, sources, reads, indexes, filters, options } = draft;
  const name = draft.name ?? subject?.resource.kind.toLowerCase() ?? '';
  if (name === '') throw new TypeError('a controller needs a name: use for(…), whose kind gives it one, or named(…)');
  checkOption('the name of a controller', name, controllerName);
  if (owned.length > 0 && !subject) {
    throw new TypeError(`controller ${name}: owns(…) needs for(…), which says who the owners are`);
  }
  if (!subject && watches.length === 0 && sources.length === 0) {
    throw new TypeError(
      `controller ${name}: nothing would ever wake it; use for(…), owns(…), watches(…) or watchesRawSource(…)`,
    );
  }
  checkControllerOptions(`controller ${name}`, options);
  const all = subject ? [subject, ...owned.map((watchOf) => watchOf(subject.resource)), ...watches] : watches;
  return Object.freeze({
    name,
    resource: subject?.resource,
    watches: all.map((watch) => ({ ...watch, predicates: [...filters, ...watch.predicates] })),
    sources,
    reads,
    indexes,
    options,
    reconcile,
  });
}
