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

/** What to create, and how. */
export interface CreateRequest {
  readonly server: ServerContext;
  readonly resource: ServedResource;
  /** Of the URL; empty for cluster-scoped resources. */
  readonly namespace: string;
  /** Decoded and defaulted. It belongs to the call from now on. */
  readonly object: ApiObject;
  readonly options: WriteOptions;
  readonly warn: (text: string) => void;
  /** True: managed fields are there already (server-side apply). */
  readonly managed?: boolean;
  /** The subresource that the write was for, where one creates. Default: none. */
  readonly subresource?: string | undefined;
  /** True: a resource version that the object has is ignored, as in an update or apply that creates. */
  readonly anyVersion?: boolean;
}

/** How often another name is generated when the first one is taken. */
const NAME_TRIES = 8;

/**
 * Creates an object, as a POST does, from the decoded body on. Returns what is stored, or with a dry run what would be;
 * later, where a webhook must convert it. Throws a StatusError.
 */
export function createObject(request: CreateRequest): FrozenObject | Promise<FrozenObject> {
  const { resource, object, namespace, warn } = request;
  if (resource.terminating) {
    const why = 'create not allowed while custom resource definition is terminating';
    refuse(forbidden(groupResource(resource), object.metadata.name ?? '', why));
  }
  wipeSystemMetadata(object);
  setNamespace(object, resource, namespace);
  dedupeOwnerReferences(object, warn);
  const generateName = object.metadata.name ? undefined : object.metadata.generateName;
  for (let attempt = 1; ; attempt += 1) {
    // Strategies and admission change what they are given: an attempt that may be repeated works on a copy.
    const created = attemptCreate(request, generateName === undefined ? object : structuredClone(object));
    if (typeof created !== 'string') return created;
    if (generateName === undefined) return refuseExisting(request, created);
    if (attempt === NAME_TRIES) refuse(generateNameConflict(groupResource(resource), created));
  }
}

/** The object, or the name that is taken. */
function attemptCreate(
  { server, resource, namespace, options, warn, managed, anyVersion, subresource }: CreateRequest,
  given: ApiObject,
): FrozenObject | Promise<FrozenObject> | string {
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
  // The placeholder keeps the place of the resource version in the order of fields.
  object.metadata.resourceVersion = '0';
  object = resource.codec.encode(object);
  validateCreate(object, resource);
  const readsAsStored =
    canonicalize(object, strategy) && !isStoredDifferently(given) && strategy.isStoredOtherwise?.(given) !== true;
  for (const warning of strategy.warnings?.(object, undefined) ?? []) warn(warning);
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

/** Fills in what follows from the fields that the server has set. Returns whether it changed nothing. */
export function canonicalize(object: ApiObject, strategy: Strategy): boolean {
  if (strategy.canonicalize === undefined) return true;
  const before = { ...asJson(object), metadata: { ...object.metadata } };
  strategy.canonicalize(object);
  return equalJson(before, object);
}

interface StoreOptions {
  readonly dryRun: boolean;
  /** What the client sent. */
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
  // What was written since it was encoded has no place among the fields yet.
  const isEncoded = allocation === undefined && strategy.canonicalize === undefined;
  const stored = resource.toStorage(isEncoded ? object : codec.encode(object));
  if (dryRun) {
    // A dry run has no version except what the client sent.
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

/** What only the server sets. A generation stays: kinds that have one set it themselves. */
function wipeSystemMetadata({ metadata }: ApiObject): void {
  delete metadata.uid;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

/** An object is of the namespace of the URL; one that says otherwise is refused. */
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

/** Owner references that are equal in every part count once. */
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

/** Characters that form no words: what Kubernetes generates names from. */
const SAFE = 'bcdfghjklmnpqrstvwxz2456789';

/** The most characters that stay of a `generateName`. */
const MAX_PREFIX = 58;

/** A name from a `generateName`: the prefix, cut to leave room, and five random characters. */
function generatedName(prefix: string, random: Random): string {
  const suffix = Array.from({ length: 5 }, () => SAFE[Math.floor(random() * SAFE.length)] ?? '').join('');
  return `${prefix.slice(0, MAX_PREFIX)}${suffix}`;
}
