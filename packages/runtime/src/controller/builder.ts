import { type DeepReadonly, type KubernetesObject, metadataOf, type Resource, resourceId } from '@kb/apimachinery';
import { aResource, checkOption, type OptionRule, required } from '../check-options.ts';
import type { AnyResource } from '../resources.ts';
import { callerPlace, type SourcePlace } from './caller-place.ts';
import { checkControllerOptions, type ControllerOptions } from './controller-options.ts';
import type { Controller, IndexDescription, Reconciler } from './controller.ts';
import { enqueueRequestForObject, enqueueRequestForOwner } from './watch/enqueue-handlers.ts';
import type { EventHandler } from './watch/event-handler.ts';
import { describeWatch, type KindSourceOptions, type WatchDescription } from './source/kind-source.ts';
import type { Source } from './source/source.ts';
import type { MapFunction, Predicate } from './watch/watched-event.ts';

/** Options of {@link ControllerBuilder.for} and {@link ControllerBuilder.watches}: builder.WatchesOption. */
export type WatchesOptions<T extends KubernetesObject> = KindSourceOptions<T>;

/** Options of {@link ControllerBuilder.owns}. */
export interface OwnsOptions<T extends KubernetesObject> extends WatchesOptions<T> {
  /** Wake every owner of the kind, not only the one that controls the object. Default: false. */
  readonly matchEveryOwner?: boolean;
}

/**
 * Describes a controller, step by step: controller-runtime's builder. Every step returns a new builder and does not
 * change the one it is called on: use the result (`if (tls) builder = builder.reads(secrets)`).
 */
export interface ControllerBuilder {
  /**
   * Sets the resource that the controller reconciles: its events wake the controller. Throws a TypeError when it is set
   * already.
   */
  for<T extends KubernetesObject, A>(resource: Resource<T, A>, options?: WatchesOptions<T>): ControllerBuilder;
  /** Watches objects that this controller creates: an event of a child wakes its owner. Needs `for`. */
  owns<T extends KubernetesObject, A>(resource: Resource<T, A>, options?: OwnsOptions<T>): ControllerBuilder;
  /** Watches anything else: an event wakes the keys that a function returns, or that a handler adds. */
  watches<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    to: MapFunction<T> | EventHandler<T>,
    options?: WatchesOptions<T>,
  ): ControllerBuilder;
  /** Watches only the metadata of another resource: see metadataOf. */
  watchesMetadata(
    resource: AnyResource,
    to: MapFunction | EventHandler,
    options?: WatchesOptions<KubernetesObject>,
  ): ControllerBuilder;
  /**
   * Adds any other source that wakes the controller: a channel, an async iterable, a timer, or a custom source. The
   * filters of `withEventFilter` do not apply to it.
   */
  watchesRawSource(source: Source): ControllerBuilder;
  /** Keeps resources in the cache for reading; their events do not wake the controller. */
  reads(...resources: readonly AnyResource[]): ControllerBuilder;
  /** Indexes the objects of a cached resource by `values(object)`, for CacheReader.byIndex: client.FieldIndexer. */
  indexes<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    name: string,
    values: (object: DeepReadonly<T>) => readonly string[],
  ): ControllerBuilder;
  /** Filters the events of every watch. */
  withEventFilter(predicate: Predicate): ControllerBuilder;
  /** Names the controller. Default: the kind in lower case. */
  named(name: string): ControllerBuilder;
  /** Adds options to those that are set already. */
  withOptions(options: ControllerOptions): ControllerBuilder;
  /** Sets the option `logConstructor`. */
  withLogConstructor(logConstructor: NonNullable<ControllerOptions['logConstructor']>): ControllerBuilder;
  /**
   * Completes the description. Throws a TypeError when nothing would ever wake the controller, it has no name, `owns`
   * is used without `for`, or an option is invalid.
   */
  reconcile(reconciler: Reconciler): Controller;
}

/**
 * Begins the description of a controller that reconciles `resource`. Each step returns a new builder, see
 * {@link ControllerBuilder}.
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
  return emptyBuilder(callerPlace(controllerFor)).for(resource, options);
}

/** Begins an empty description: for a controller whose keys are not objects of one resource. It needs a name. */
export function newController(): ControllerBuilder {
  return emptyBuilder(callerPlace(newController));
}

function emptyBuilder(definedAt: SourcePlace | undefined): ControllerBuilder {
  return builderOf({
    definedAt,
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
  readonly definedAt: SourcePlace | undefined;
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

/** The name is used in logs, metrics and managed fields, where a field manager has at most 128 characters. */
const controllerName: OptionRule = {
  expected: 'a text of 1 to 117 printable characters',
  holds: (value) => typeof value === 'string' && /^[^\p{Cc}]{1,117}$/u.test(value),
};

function complete(draft: Draft, reconcile: Reconciler): Controller {
  if (typeof reconcile !== 'function') throw new TypeError('a controller needs a function that reconciles');
  const { definedAt, subject, owned, watches, sources, reads, indexes, filters, options } = draft;
  const name = draft.name ?? subject?.resource.kind.toLowerCase() ?? '';
  if (name === '') throw new TypeError('a controller needs a name: use for(…), whose kind gives it one, or named(…)');
  checkOption('the name of a controller', name, controllerName);
  if (owned.length > 0 && !subject) {
    throw new TypeError(`controller ${name}: owns(…) needs for(…), which names the owners`);
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
    ...(definedAt && { definedAt }),
  });
}
