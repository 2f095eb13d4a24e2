import {
  alreadyExists,
  badRequest,
  equalJson,
  forbidden,
  generateNameConflict,
  genericError,
  type Random,
  randomUuid,
} from '@kb/apimachinery';
import { deepFreeze, stringifyJson } from '@kb/apimachinery/codec';
import { refuse } from '../refuse.ts';
import { admit } from './admit.ts';
import type { WriteOptions } from '../http/write-options.ts';
import { type ApiObject, asJson, type FrozenObject } from '../objects/api-object.ts';
import { onceConverted } from '../resources/conversion-needed.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { fitsStore } from './size-limit.ts';
import { isStoredDifferently, markStoredDifferently } from '../storage/stored-differently.ts';
import type { Strategy } from '../resources/strategy.ts';
import { trackUpdate } from './managed-fields.ts';
import { strategyContext } from './strategy-context.ts';
import { timeOf } from './time-of.ts';
import { validateCreate } from './validate-object.ts';
import { warnOf } from './warn-of.ts';

/** Options of {@link createObject}. */
export interface CreateRequest {
  readonly server: ServerContext;
  readonly resource: ServedResource;
  /** The namespace in the URL; empty for cluster-scoped resources. */
  readonly namespace: string;
  /** Decoded and defaulted. The call takes ownership of it. */
  readonly object: ApiObject;
  readonly options: WriteOptions;
  readonly warn: (text: string) => void;
  /** True if managed fields are already set (server-side apply). */
  readonly managed?: boolean;
  /** The subresource of the write, if one creates. Default: none. */
  readonly subresource?: string | undefined;
  /** True if the object's resource version is ignored, as in an update or apply that creates. */
  readonly anyVersion?: boolean;
  /** True: nothing is left to the turns of the event loop. Default: false. */
  readonly atOnce?: boolean;
}

/** The number of generated names to try. */
const NAME_TRIES = 8;

/**
 * Creates an object from a decoded body, as a POST does. Returns the stored object, or in a dry run what would be
 * stored; a promise if a webhook must convert it. Throws a StatusError.
 */
export function createObject(request: CreateRequest): FrozenObject | Promise<FrozenObject> {
  const { resource, object, namespace, warn } = request;
  refuseTerminating(request);
  const loading = resource.strategy.load?.(object);
  if (loading) return loading.then(() => createObject(request));
  wipeSystemMetadata(object);
  setNamespace(object, resource, namespace);
  dedupeOwnerReferences(object, warn);
  return attempt(request, 1);
}

function refuseTerminating({ resource, object }: CreateRequest): void {
  if (!resource.terminating) return;
  const why = 'create not allowed while custom resource definition is terminating';
  refuse(forbidden(groupResource(resource), object.metadata.name ?? '', why));
}

/** Creates the object; under other names, if it is to get one that nobody has. `count`: the attempt, from 1. */
function attempt(request: CreateRequest, count: number): FrozenObject | Promise<FrozenObject> {
  const { resource, object } = request;
  const generateName = object.metadata.name ? undefined : object.metadata.generateName;
  const next = (created: FrozenObject | string): FrozenObject | Promise<FrozenObject> => {
    if (typeof created !== 'string') return created;
    if (generateName === undefined) return refuseExisting(request, created);
    if (count === NAME_TRIES) refuse(generateNameConflict(groupResource(resource), created));
    return attempt(request, count + 1);
  };
  // Strategies and admission change the given object, so an attempt that may be repeated works on a copy.
  const created = attemptCreate(request, generateName === undefined ? object : structuredClone(object));
  return created instanceof Promise ? created.then(next) : next(created);
}

/** Returns the object, or the name that is taken. */
function attemptCreate(
  request: CreateRequest,
  given: ApiObject,
): FrozenObject | Promise<FrozenObject | string> | string {
  const { server, resource, namespace, options, warn, managed, subresource } = request;
  const { strategy } = resource;
  let object = managed
    ? given
    : trackUpdate({ server, resource, subresource, manager: options.manager }, undefined, given);
  admit({
    operation: 'CREATE',
    resource,
    subresource: undefined,
    namespace,
    name: object.metadata.name ?? '',
    object,
    old: undefined,
    store: server.store,
  });
  object.metadata = { ...object.metadata, uid: randomUuid(server.random), creationTimestamp: timeOf(server) };
  if (!object.metadata.name && object.metadata.generateName) {
    object.metadata.name = generatedName(object.metadata.generateName, server.random);
  }
  if (strategy.generation) object.metadata.generation = 1;
  const context = strategyContext(server, options.dryRun);
  if (subresource === undefined) strategy.beginCreate?.(object);
  strategy.prepareForCreate?.(object, context);
  const { resourceVersion = '' } = object.metadata;
  // The placeholder reserves the place of the resource version in the order of fields.
  object.metadata.resourceVersion = '0';
  object = resource.codec.encode(object);
  const validating = validateCreate(object, resource, { warn, turns: request.atOnce ? undefined : server.turns });
  if (validating === undefined) return finishCreate(request, { given, object, resourceVersion });
  return validating.then(() => {
    refuseTerminating(request);
    return finishCreate(request, { given, object, resourceVersion });
  });
}

/** A new object that is valid. */
interface Attempt {
  readonly given: ApiObject;
  readonly object: ApiObject;
  /** The version that the client sent. */
  readonly resourceVersion: string;
}

/** Returns the object, or the name that is taken. */
function finishCreate(
  { server, resource, options, warn, managed, anyVersion, subresource }: CreateRequest,
  { given, object, resourceVersion }: Attempt,
): FrozenObject | Promise<FrozenObject> | string {
  const { strategy } = resource;
  const readsAsStored =
    canonicalize(object, strategy) && !isStoredDifferently(given) && strategy.isStoredOtherwise?.(given) !== true;
  warnOf({ server, resource, warn }, object, undefined);
  const { dryRun } = options;
  if (!dryRun && !anyVersion) checkResourceVersion(resourceVersion);
  const allocates = subresource === undefined;
  return store(server, resource, object, {
    dryRun,
    resourceVersion,
    managed: managed === true,
    readsAsStored,
    allocates,
  });
}

/** Sets fields that follow from those that the server has set. Returns whether nothing changed. */
export function canonicalize(object: ApiObject, strategy: Strategy): boolean {
  if (strategy.canonicalize === undefined) return true;
  const before = { ...asJson(object), metadata: { ...object.metadata } };
  strategy.canonicalize(object);
  return equalJson(before, object);
}

interface StoreOptions {
  readonly dryRun: boolean;
  /** The version that the client sent. */
  readonly resourceVersion: string;
  readonly managed: boolean;
  readonly readsAsStored: boolean;
  readonly allocates: boolean;
}

function store(
  server: ServerContext,
  resource: ServedResource,
  object: ApiObject,
  { dryRun, resourceVersion, managed, readsAsStored, allocates }: StoreOptions,
): FrozenObject | Promise<FrozenObject> | string {
  const { strategy, codec } = resource;
  const name = object.metadata.name ?? '';
  if (server.store.collection(resource.collection).get(object.metadata.namespace ?? '', name)) return name;
  const allocation = allocates ? strategy.allocate?.(object, undefined, strategyContext(server, dryRun)) : undefined;
  // Fields written after encoding have no place in the order of fields yet.
  const isEncoded = allocation === undefined && strategy.canonicalize === undefined;
  const stored = resource.toStorage(isEncoded ? object : codec.encode(object));
  if (dryRun) {
    // In a dry run, the version is the one that the client sent.
    if (resourceVersion === '') delete stored.metadata.resourceVersion;
    else stored.metadata.resourceVersion = resourceVersion;
    return resource.fromStorage(deepFreeze(stored));
  }
  if (!fitsStore(stored, managed)) {
    allocation?.undo();
    refuse(genericError('etcdserver: request is too large'));
  }
  const result = server.store.create(resource.collection, stored);
  if (!result) {
    allocation?.undo();
    return name;
  }
  allocation?.keep();
  if (!readsAsStored) markStoredDifferently(result.object);
  return onceConverted(() => resource.fromStorage(result.object));
}

function refuseExisting({ server, resource, object }: CreateRequest, name: string): never {
  const holder = server.store.collection(resource.collection).get(object.metadata.namespace ?? '', name);
  refuse(
    alreadyExists(groupResource(resource), name, {
      beingDeleted: holder?.object.metadata.deletionTimestamp !== undefined,
    }),
  );
}

/** Removes the fields that only the server sets. A generation stays: kinds with one set it themselves. */
function wipeSystemMetadata({ metadata }: ApiObject): void {
  delete metadata.uid;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

/** Sets the namespace of the URL; refuses an object with another one. */
function setNamespace(object: ApiObject, resource: ServedResource, namespace: string): void {
  if (!resource.namespaced) {
    delete object.metadata.namespace;
    return;
  }
  const { namespace: given } = object.metadata;
  if (given && given !== namespace) {
    refuse(badRequest('the namespace of the provided object does not match the namespace sent on the request'));
  }
  object.metadata.namespace = namespace;
}

/** Drops owner references that are equal in every field. */
export function dedupeOwnerReferences({ metadata }: ApiObject, warn: (text: string) => void, afterPatch = false): void {
  const references = metadata.ownerReferences;
  if (!references || references.length < 2) return;
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const unique = references.filter((reference) => {
    const text = stringifyJson(reference, { sortKeys: true });
    if (seen.has(text)) repeated.add(reference.uid);
    return seen.size < seen.add(text).size;
  });
  if (unique.length === references.length) return;
  metadata.ownerReferences = unique;
  const when = afterPatch ? ' after mutating admission happens' : '';
  warn(
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as ` +
      `1.24; please fix your requests; duplicate UID(s) observed: ${[...repeated].join(', ')}`,
  );
}

function checkResourceVersion(resourceVersion: string): void {
  if (/^\d+$/.test(resourceVersion) && Number(resourceVersion) !== 0)
    refuse(genericError('resourceVersion should not be set on objects to be created'));
}

/** Characters that cannot form words, from which Kubernetes generates names. */
const SAFE = 'bcdfghjklmnpqrstvwxz2456789';

/** The maximum length of the part that is kept of a `generateName`. */
const MAX_PREFIX = 58;

/** A name from a `generateName`: the prefix, cut to leave room, and five random characters. */
function generatedName(prefix: string, random: Random): string {
  const suffix = Array.from({ length: 5 }, () => SAFE[Math.floor(random() * SAFE.length)] ?? '').join('');
  return `${prefix.slice(0, MAX_PREFIX)}${suffix}`;
}
