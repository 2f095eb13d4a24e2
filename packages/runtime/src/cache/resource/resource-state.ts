import { formatGroupResource, type KubernetesObject, type ResourceDefinition } from '@kb/apimachinery';
import type { AbortScope } from '../../abort-scope.ts';
import type { IndexFunction } from '../../informer/indexer.ts';
import { CacheStoppedError } from '../read/cache-errors.ts';
import { type ConditionWaiters, createConditionWaiters } from '../read/condition-waiters.ts';
import { createResourceParts, type ResourceParts, type ResourcePartsOptions } from './resource-parts.ts';

/** The state of one resource in the cache, which its entry and its views share. */
export interface ResourceState<T extends KubernetesObject> {
  readonly resource: ResourceDefinition;
  /** Plural name and group, for messages. */
  readonly name: string;
  readonly parts: ResourceParts<T>;
  readonly waiters: ConditionWaiters;
  readonly indexes: Map<string, IndexFunction<T>>;
  /** The number of users. */
  users: number;
  /** The number of users that need whole objects. */
  wholeUsers: number;
  /** The shape of the held objects. `upgrading`: whole objects are needed, and are being listed. */
  shape: 'metadata' | 'upgrading' | 'full';
  /** How often the shape changed: a list of an earlier shape is out of date. */
  shapeChanges: number;
  /** Called when whole objects are held. */
  afterUpgrade: (() => void)[];
  /** Identifies the server's current history: see {@link CachedResource.history}. */
  history: object;
  /** Ends the watches; undefined before they run. */
  running: AbortScope | undefined;
  /** Why the watches were ended; undefined until then. */
  stopped: Error | undefined;
}

/** Makes the state of a resource that has no users yet; nothing is requested. */
export function createResourceState<T extends KubernetesObject>(options: ResourcePartsOptions<T>): ResourceState<T> {
  const waiters = createConditionWaiters(options.clock);
  const parts = createResourceParts(options, {
    metadataOnly: () => holdsMetadataOnly(state),
    onAnotherHistory: () => {
      state.history = {};
    },
    onChange: () => waiters.changed(),
  });
  const state: ResourceState<T> = {
    resource: options.resource,
    name: formatGroupResource(options.resource),
    parts,
    waiters,
    indexes: new Map(),
    users: 0,
    wholeUsers: 0,
    shape: 'metadata',
    shapeChanges: 0,
    afterUpgrade: [],
    history: {},
    running: undefined,
    stopped: undefined,
  };
  return state;
}

/** Whether only metadata is held, which is enough for all users. */
export function holdsMetadataOnly<T extends KubernetesObject>(state: ResourceState<T>): boolean {
  return state.shape === 'metadata';
}

/** Whether the first list of every watch is in the store; `full`: with whole objects. */
export function isSynced<T extends KubernetesObject>({ shape, parts }: ResourceState<T>, full: boolean): boolean {
  return (!full || shape === 'full') && parts.all.every((part) => part.informer.hasSynced());
}

/** Makes the parts hold whole objects. Once they run, that takes a new list. */
export function upgradeToWholeObjects<T extends KubernetesObject>(state: ResourceState<T>): void {
  if (state.shape !== 'metadata') return;
  if (state.running === undefined) {
    state.shape = 'full';
    return;
  }
  state.shape = 'upgrading';
  state.shapeChanges += 1;
  const change = state.shapeChanges;
  void Promise.all(state.parts.all.map((part) => part.informer.relist())).then(() => {
    if (state.stopped || change !== state.shapeChanges) return;
    state.shape = 'full';
    for (const add of state.afterUpgrade) add();
    state.afterUpgrade = [];
    state.waiters.changed();
  });
}

/** Makes the parts hold only metadata: no user needs more. A new list takes the whole objects out of the store. */
export function downgradeToMetadata<T extends KubernetesObject>(state: ResourceState<T>): void {
  if (state.shape === 'metadata' || state.stopped) return;
  state.shape = 'metadata';
  state.shapeChanges += 1;
  state.afterUpgrade = [];
  if (state.running !== undefined) for (const part of state.parts.all) void part.informer.relist();
  state.waiters.changed();
}

/** Throws if whole objects are no longer held, since a view may be used longer than that. */
export function checkHeldWhole<T extends KubernetesObject>({ shape, name }: ResourceState<T>): void {
  if (shape === 'metadata') {
    throw new CacheStoppedError(`the whole objects of ${name} were released by their last user`);
  }
}
