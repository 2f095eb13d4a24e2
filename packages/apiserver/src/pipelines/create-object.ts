import { alreadyExists, equalJson, forbidden, generateNameConflict, genericError, randomUuid } from '@kb/apimachinery';
import { deepFreeze } from '@kb/apimachinery/codec';
import { refuse } from '../refuse.ts';
import type { AdmissionCaller } from '../admission/admission-attributes.ts';
import { admit, type AdmittedWrite, errorsOfAccess, validateAdmission } from './admission/admit.ts';
import type { WriteOptions } from '../http/write-options.ts';
import { type ApiObject, asJson, type FrozenObject } from '../objects/api-object.ts';
import { afterConversion, onceConverted } from '../resources/conversion-needed.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { afterPause, noPause, type Pause } from './large-writes.ts';
import { fitsStore, refuseTooLarge } from './size-limit.ts';
import { isStoredDifferently, markStoredDifferently } from '../storage/stored-differently.ts';
import type { Allocation, Strategy } from '../resources/strategy.ts';
import { trackUpdate } from './managed-fields.ts';
import { dedupeOwnerReferences, generatedName, setNamespace, wipeSystemMetadata } from './new-metadata.ts';
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
  /** What admission webhooks learn of the request. Default: none is called. */
  readonly caller?: AdmissionCaller | undefined;
  /** Checks, before validating admission, that the user may create the object. Default: that is known. */
  readonly authorize?: () => void;
  /** True if managed fields are already set (server-side apply). */
  readonly managed?: boolean;
  /** The subresource of the write, if one creates. Default: none. */
  readonly subresource?: string | undefined;
  /** True if the object's resource version is ignored, as in an update or apply that creates. */
  readonly anyVersion?: boolean;
  /** True: nothing is left to the turns of the event loop. Default: false. */
  readonly atOnce?: boolean;
  /** For a large object: what lets others go on between the parts of the write. Default: none. */
  readonly pause?: Pause;
}

/** The number of generated names to try. */
const NAME_TRIES = 8;

/**
 * Creates an object from a decoded body, as a POST does. Returns the stored object, or in a dry run what would be
 * stored; a promise if a webhook must convert it. Throws a StatusError.
 */
export function createObject(request: CreateRequest): FrozenObject | Promise<FrozenObject> {
  const { resource, object, namespace, warn, pause = noPause } = request;
  refuseTerminating(request);
  const loading = resource.strategy.load?.(object);
  if (loading) return loading.then(() => createObject(request));
  wipeSystemMetadata(object);
  setNamespace(object, resource, namespace);
  dedupeOwnerReferences(object, warn);
  const admitted = admitCreation(request);
  return admitted instanceof Promise
    ? admitted.then(async (result) => {
        // A webhook may have made it an object that needs more.
        await resource.strategy.load?.(result);
        refuseTerminating(request);
        dedupeOwnerReferences(result, warn, true);
        setNamespace(result, resource, namespace);
        return createAdmitted(request, result);
      })
    : afterPause(pause, () => createAdmitted(request, admitted));
}

function refuseTerminating({ resource, object }: CreateRequest): void {
  if (!resource.terminating) return;
  const why = 'create not allowed while custom resource definition is terminating';
  refuse(forbidden(groupResource(resource), object.metadata.name ?? '', why));
}

/** Computes the managed fields, and runs the mutating phase of admission. */
function admitCreation(request: CreateRequest): ApiObject | Promise<ApiObject> {
  const { server, resource, options, managed, subresource, object: given } = request;
  const object = managed
    ? given
    : trackUpdate({ server, resource, subresource, manager: options.manager }, undefined, given);
  return admit({ ...admittedWrite(request), name: object.metadata.name ?? '', object });
}

function admittedWrite({ server, resource, namespace, caller }: CreateRequest): Omit<AdmittedWrite, 'object' | 'name'> {
  return { server, caller, operation: 'CREATE', resource, subresource: undefined, namespace, old: undefined };
}

/** Creates an admitted object; under other names, if it is to get one that is free. `count`: the attempt, from 1. */
function createAdmitted(request: CreateRequest, object: ApiObject, count = 1): FrozenObject | Promise<FrozenObject> {
  const { resource } = request;
  const generateName = object.metadata.name ? undefined : object.metadata.generateName;
  const next = (created: FrozenObject | string): FrozenObject | Promise<FrozenObject> => {
    if (typeof created !== 'string') return created;
    if (generateName === undefined) return refuseExisting(request, created);
    if (count === NAME_TRIES) refuse(generateNameConflict(groupResource(resource), created));
    return createAdmitted(request, object, count + 1);
  };
  // Strategies change the given object, so an attempt that may be repeated works on a copy.
  const created = attemptCreate(request, generateName === undefined ? object : structuredClone(object));
  return created instanceof Promise ? created.then(next) : next(created);
}

/** Returns the object, or the name that is taken. */
function attemptCreate(
  request: CreateRequest,
  admitted: ApiObject,
): FrozenObject | string | Promise<FrozenObject | string> {
  const { server, resource, options, warn, subresource } = request;
  const { strategy } = resource;
  let object = admitted;
  object.metadata = { ...object.metadata, uid: randomUuid(server.random), creationTimestamp: timeOf(server) };
  if (!object.metadata.name && object.metadata.generateName) {
    object.metadata.name = generatedName(object.metadata.generateName, server.random);
  }
  if (strategy.generation) object.metadata.generation = 1;
  const context = { ...strategyContext(server, options.dryRun), warn };
  if (subresource === undefined) strategy.beginCreate?.(object);
  strategy.prepareForCreate?.(object, context);
  const { resourceVersion = '' } = object.metadata;
  // The placeholder reserves the place of the resource version in the order of fields.
  object.metadata.resourceVersion = '0';
  object = resource.codec.encode(object);
  const validating = validateCreate(object, resource, {
    warn,
    turns: request.atOnce ? undefined : server.turns,
    pause: request.pause,
    errorsOfAccess: errorsOfAccess(admittedWrite(request), object),
  });
  if (validating === undefined) return finishCreate(request, object, resourceVersion);
  return validating.then(() => {
    refuseTerminating(request);
    return finishCreate(request, object, resourceVersion);
  });
}

/** Stores an object that is valid; returns the name if it is taken. `resourceVersion`: what the client sent. */
function finishCreate(
  request: CreateRequest,
  object: ApiObject,
  resourceVersion: string,
): FrozenObject | string | Promise<FrozenObject | string> {
  const { server, resource, options, warn, managed, anyVersion, subresource, object: given } = request;
  const { strategy } = resource;
  const readsAsStored =
    canonicalize(object, strategy) && !isStoredDifferently(given) && strategy.isStoredOtherwise?.(given) !== true;
  warnOf({ server, resource, warn }, object, undefined);
  const { dryRun } = options;
  if (!dryRun && !anyVersion) checkResourceVersion(resourceVersion);
  const allocates = subresource === undefined;
  return store(request, object, {
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
  request: CreateRequest,
  object: ApiObject,
  options: StoreOptions,
): FrozenObject | string | Promise<FrozenObject | string> {
  const { server, resource } = request;
  const { strategy, codec } = resource;
  const name = object.metadata.name ?? '';
  const taken = server.store.collection(resource.collection).get(object.metadata.namespace ?? '', name);
  const context = strategyContext(server, options.dryRun);
  const allocation = options.allocates && !taken ? strategy.allocate?.(object, undefined, context) : undefined;
  // Fields written after encoding have no place in the order of fields yet.
  const isEncoded = allocation === undefined && strategy.canonicalize === undefined;
  const final = isEncoded ? object : codec.encode(object);
  const commit = (): FrozenObject | string | Promise<FrozenObject | string> => {
    if (!taken) return write(request, final, allocation, options);
    // etcd looks at the size of a request before it looks for the name.
    return afterConversion(resource, () => {
      if (!options.dryRun && !fitsStore(resource.toStorage(final), options.managed)) refuseTooLarge();
      return name;
    });
  };
  request.authorize?.();
  // The name of the request, also if a webhook has changed that of the object.
  const requestedName = request.object.metadata.name || name;
  const validated = validateAdmission({ ...admittedWrite(request), name: requestedName }, () => withoutVersion(final));
  if (!validated) return commit();
  return validated.then(commit, (error: unknown) => {
    allocation?.undo();
    throw error;
  });
}

/** The object as webhooks see it: it gets its version when it is stored. */
function withoutVersion(object: ApiObject): ApiObject {
  const { resourceVersion: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** Stores an object that is complete; returns its name if another one has it. */
function write(
  request: CreateRequest,
  object: ApiObject,
  allocation: Allocation | undefined,
  options: StoreOptions,
): FrozenObject | string | Promise<FrozenObject | string> {
  const { resource } = request;
  if (options.dryRun) return afterConversion(resource, () => unstored(resource, object, options));
  const stored = afterConversion(resource, () => resource.toStorage(object));
  return stored instanceof Promise
    ? stored.then((converted) => writeStored(request, converted, allocation, options))
    : writeStored(request, stored, allocation, options);
}

/** What a dry run would have stored, with the version that the client sent. */
function unstored(
  resource: ServedResource,
  object: ApiObject,
  { resourceVersion }: Pick<StoreOptions, 'resourceVersion'>,
): FrozenObject {
  const stored = resource.toStorage(object);
  if (resourceVersion === '') delete stored.metadata.resourceVersion;
  else stored.metadata.resourceVersion = resourceVersion;
  return resource.fromStorage(deepFreeze(stored));
}

function writeStored(
  { server, resource }: CreateRequest,
  stored: ApiObject,
  allocation: Allocation | undefined,
  { managed, readsAsStored }: StoreOptions,
): FrozenObject | string | Promise<FrozenObject> {
  if (!fitsStore(stored, managed)) {
    allocation?.undo();
    refuseTooLarge();
  }
  const result = server.store.create(resource.collection, stored);
  if (!result) {
    allocation?.undo();
    return stored.metadata.name ?? '';
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

function checkResourceVersion(resourceVersion: string): void {
  if (/^\d+$/.test(resourceVersion) && Number(resourceVersion) !== 0)
    refuse(genericError('resourceVersion should not be set on objects to be created'));
}
