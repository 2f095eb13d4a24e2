import {
  controllerOf,
  type DeepReadonly,
  isConflict,
  isStatusError,
  keyOf,
  type KubernetesObject,
  type Resource,
  type ResourceDefinition,
  StatusError,
} from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { Client } from '@kb/client';
import type { Cache } from '../cache/cache.ts';
import type { AnyResource } from '../resources.ts';
import { AlreadyControlledError } from './already-controlled-error.ts';
import { applyBodyOf } from './apply-body.ts';
import type { ApplyMemory } from './apply-memory.ts';
import { fieldOwnerOf } from './intended-apply.ts';
import { type FieldOwner, hasApplied } from './owned-fields.ts';
import { readBeforeApply } from './read-before-apply.ts';
import type { ApplyResult, ReconcileApplyOptions } from './reconcile-client.ts';

/** The dependencies of the applies of one reconcile. */
export interface ApplyContext {
  /** Sends the requests, and ends them with the reconcile. */
  readonly client: Client;
  readonly cache: Cache;
  readonly memory: ApplyMemory;
  /** The field manager of applies that do not name one. */
  readonly fieldManager: string;
  /** Called with the live object of an apply that is not sent, because it would change nothing. */
  readonly onSaved?: (
    resource: AnyResource,
    live: DeepReadonly<KubernetesObject>,
    subresource: 'status' | undefined,
  ) => void;
}

/**
 * Applies an object, or its status, unless that would change nothing: see {@link ReconcileClient.apply}. Returns the
 * object as it is on the server afterwards.
 */
export async function applyObject<T extends KubernetesObject, A>(
  { client, cache, memory, fieldManager, onSaved }: ApplyContext,
  subresource: 'status' | undefined,
  resource: Resource<T, A>,
  object: unknown,
  options: ReconcileApplyOptions,
): Promise<DeepReadonly<T>> {
  const { controlledBy, adopt = false, onResult, ...rest } = options;
  const owner = fieldOwnerOf(resource, rest.fieldManager ?? fieldManager, subresource);
  const body = applyBodyOf(resource, object, controlledBy);
  const key = keyOf(body);
  const intended = { owner, body, text: stringifyJson(body) };
  const mayTake = rest.force ?? true;

  const send = (force: boolean, identity: Identity): Promise<T> => {
    // A uid from the reconciler takes precedence.
    const uid = body.metadata.uid ?? identity.uid;
    const metadata = { ...body.metadata, ...identity, ...(uid !== undefined && { uid }) };
    const sent = { ...body, metadata };
    const how = { ...rest, force };
    // The signatures of the verbs have checked what is sent, and that the resource has a status.
    return subresource
      ? client.applyStatus(resource as Resource<T, unknown, 'status'>, sent, how)
      : client.apply<T, unknown>(resource, sent, how);
  };

  const held = cache.find(resource);
  const cached = held?.covers(key) ? held.get(key) : undefined;
  // When the cache has no object and may be incomplete, only the server knows whether there is one.
  const live = cached ?? (held?.isComplete(key) ? undefined : await readBeforeApply(client, resource, key));
  /** The object as it is when the apply is sent. */
  let before = live as DeepReadonly<T> | undefined;

  if (before && controlledBy) checkControl(resource, before, controlledBy, owner, adopt);
  if (before && !rest.dryRun && memory.isUnchanged(resource, intended, before)) {
    onSaved?.(resource, before, subresource);
    onResult?.('unchanged', before);
    return before;
  }

  // Do not take over an object that another client creates meanwhile.
  const mustCreate = before === undefined && controlledBy !== undefined && !adopt;

  /** Decides again with the server's object, which may be newer than ours, after the server refused. */
  const onRefusal = async (error: unknown): Promise<T> => {
    if (!controlledBy || !isAboutOwnership(error)) throw error;
    const found = await readBeforeApply(client, resource, key);
    if (!found) throw error;
    checkControl(resource, found, controlledBy, owner, adopt);
    if (before || !isConflict(error) || !(mayTake || mustCreate)) throw error;
    before = found as DeepReadonly<T>;
    return send(mayTake, { uid: found.metadata.uid });
  };

  // Name a known object by its uid, so that the apply does not change another object that has its name by then.
  const identity = before ? { uid: before.metadata.uid } : mustCreate ? mustNotExist : {};
  const response = await send(mayTake, identity).catch(asConflict).catch(onRefusal);
  const readable = response as DeepReadonly<T>;
  if (!rest.dryRun) {
    const repaired = before !== undefined && memory.wasApplied(resource, intended, before);
    memory.remember(resource, intended, readable);
    onResult?.(resultOf(before, readable, repaired), readable);
  }
  return readable;
}

/** The object that an apply is for, as far as the apply names it. */
interface Identity {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/**
 * Names an object that must not exist yet: the API server creates it whatever version the apply names, and an apply to
 * an object of another version is a Conflict. No object has version 1: etcd's counter begins there, before the first
 * write.
 */
const mustNotExist: Identity = { resourceVersion: '1' };

/**
 * Throws an {@link AlreadyControlledError} unless `owner` may change `live`: it controls the object, or the object has
 * no controller and either `adopt` is true or this controller has applied it before (its owner reference was removed,
 * or the owner was deleted without its children and created again).
 *
 * An object without a controller that we never applied was created by another client: a controller creates an object
 * with its owner reference in one request.
 */
function checkControl(
  resource: ResourceDefinition,
  live: DeepReadonly<KubernetesObject>,
  owner: DeepReadonly<KubernetesObject>,
  applier: FieldOwner,
  adopt: boolean,
): void {
  const controller = controllerOf(live);
  if (controller ? controller.uid === owner.metadata.uid : adopt || hasApplied(live, applier)) return;
  throw new AlreadyControlledError(resource, keyOf(live), controller);
}

function resultOf(
  before: DeepReadonly<KubernetesObject> | undefined,
  after: DeepReadonly<KubernetesObject>,
  sameAsBefore: boolean,
): ApplyResult {
  if (!before) return 'created';
  if (before.metadata.uid !== after.metadata.uid) return 'created';
  if (before.metadata.resourceVersion === after.metadata.resourceVersion) return 'unchanged';
  return sameAsBefore ? 'repaired' : 'updated';
}

/** Whether another manager owns a field, or the object has another controller already. */
function isAboutOwnership(error: unknown): boolean {
  if (isConflict(error)) return true;
  return isInvalidField(error, 'metadata.ownerReferences');
}

function isInvalidField(error: unknown, field: string): error is StatusError {
  return (
    isStatusError(error) &&
    error.status.reason === 'Invalid' &&
    (error.status.details?.causes?.some((cause) => cause.field === field) ?? false)
  );
}

/**
 * Throws a refused change of the uid as a Conflict, and any other error as it is. Such a change is an apply to an
 * object that was deleted and created again since the cache saw it: like any other conflict, it goes away once the
 * cache has caught up.
 */
function asConflict(error: unknown): never {
  if (!isInvalidField(error, 'metadata.uid')) throw error;
  throw new StatusError({ ...error.status, reason: 'Conflict', code: 409 }, { cause: error });
}
