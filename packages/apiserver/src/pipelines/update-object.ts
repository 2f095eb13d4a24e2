import { equalJson, notFound } from '@kb/apimachinery';
import { keepManagedTimes } from '@kb/apimachinery/managed-fields';
import { deepFreeze, isJsonObject, sortedJson } from '@kb/apimachinery/codec';
import { refuse } from '../refuse.ts';
import type { AdmissionCaller } from '../admission/admission-attributes.ts';
import { admit, type AdmittedWrite, errorsOfAccess, validateAdmission } from './admission/admit.ts';
import { type ApiObject, asJson, type FrozenObject, own } from '../objects/api-object.ts';
import { afterConversion, onceConverted } from '../resources/conversion-needed.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { noPause, type Pause, pauseForObject } from './large-writes.ts';
import { fitsStore, refuseTooLarge } from './size-limit.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { appliedForm, isStoredDifferently, markStoredDifferently } from '../storage/stored-differently.ts';
import type { Allocation, UpdateStrategy } from '../resources/strategy.ts';
import { checkIdentity, checkResourceVersion } from './check-identity.ts';
import { canonicalize } from './create-object.ts';
import { dedupeOwnerReferences, setNamespace } from './new-metadata.ts';
import { removeObject } from './remove-object.ts';
import { strategyContext } from './strategy-context.ts';
import { validateUpdate } from './validate-object.ts';
import { warnOf } from './warn-of.ts';

/** A change of one object, by any kind of request. */
export interface UpdateRequest {
  readonly server: ServerContext;
  readonly resource: ServedResource;
  readonly subresource: string | undefined;
  readonly namespace: string;
  readonly name: string;
  readonly dryRun: boolean;
  readonly warn: (text: string) => void;
  /** What admission webhooks learn of the request. Default: none is called. */
  readonly caller?: AdmissionCaller | undefined;
  /**
   * Returns the new object, decoded, with its managed fields. Called again if another client changed the object in
   * between. `pause`: call it between parts that take long if the object is large.
   */
  readonly transform: (live: FrozenObject, stored: StoredObject, pause: Pause) => ApiObject | Promise<ApiObject>;
  /** Called if the object does not exist. Default: 404. */
  readonly whenMissing?: () => FrozenObject | Promise<FrozenObject>;
  /**
   * True if `resourceVersion` is optional even for kinds that require it, because the new object was made from the live
   * one (patches).
   */
  readonly fromLive?: boolean;
  /** For a large body: what lets others go on between the parts of the write. Default: that of the object. */
  readonly pause?: Pause;
  /** True for a server-side apply, which sets the managed fields itself. */
  readonly applies?: boolean;
}

/** The result of an update. */
export interface UpdateResult {
  readonly object: FrozenObject;
  /** True if the object did not exist, and was created. */
  readonly created: boolean;
}

/**
 * Changes an object as kube-apiserver does on PUT and PATCH: preconditions, admission, the kind's strategy, validation;
 * writes nothing if nothing changed. Deletes an object that is being deleted when its last finalizer is removed. Throws
 * a StatusError.
 */
export async function updateObject(request: UpdateRequest): Promise<UpdateResult> {
  const { server, resource, namespace, name } = request;
  for (let isFirst = true; ; isFirst = false) {
    const stored = server.store.collection(resource.collection).get(namespace, name);
    if (!stored) {
      if (!request.whenMissing) return refuse(notFound(groupResource(resource), name));
      return { object: await request.whenMissing(), created: true };
    }
    const live = resource.fromStorage(stored.object);
    // A second attempt is made without pauses, so that others cannot be faster again and again.
    const pause = isFirst ? pauseOf(request, live) : noPause;
    const next = await request.transform(live, stored, pause);
    if (pause !== noPause) await pause();
    const loading = resource.strategy.load?.(next);
    if (loading) {
      await loading;
      continue;
    }
    const object = await attemptUpdate({ ...request, pause }, stored, live, next);
    if (!object) continue;
    if (pause !== noPause) await pause();
    return { object, created: false };
  }
}

function pauseOf({ server, resource, pause = noPause }: UpdateRequest, live: FrozenObject): Pause {
  return pause === noPause ? pauseForObject(server, resource, live) : pause;
}

/** The result of an attempt: the object, or undefined if another client was faster. */
type Attempt = FrozenObject | undefined | Promise<FrozenObject | undefined>;

/** One of the attempts at an update. */
interface AttemptRequest extends UpdateRequest {
  readonly pause: Pause;
}

function attemptUpdate(request: AttemptRequest, stored: StoredObject, live: FrozenObject, next: ApiObject): Attempt {
  const { warn } = request;
  checkIdentity(next, request);
  dedupeOwnerReferences(next, warn, request.fromLive);
  const admitted = admit({ ...admittedWrite(request, live), object: next });
  if (!(admitted instanceof Promise)) return updateAdmitted(request, stored, live, { object: admitted, given: next });
  return admitted.then(async (object) => {
    // A webhook may have made it an object that needs more.
    await request.resource.strategy.load?.(object);
    dedupeOwnerReferences(object, warn, true);
    setNamespace(object, request.resource, request.namespace);
    return updateAdmitted(request, stored, live, { object, given: next });
  });
}

function admittedWrite(request: UpdateRequest, old: FrozenObject): Omit<AdmittedWrite, 'object'> {
  const { server, resource, subresource, namespace, name, caller } = request;
  return { server, caller, operation: 'UPDATE', resource, subresource, namespace, name, old };
}

/** The new object after the mutating phase of admission, and before it. */
interface Admitted {
  readonly object: ApiObject;
  readonly given: ApiObject;
}

/** Validates an admitted object, and stores it. */
function updateAdmitted(
  request: AttemptRequest,
  stored: StoredObject,
  live: FrozenObject,
  { object, given }: Admitted,
): Attempt {
  const { server, resource, subresource, dryRun, warn, pause } = request;
  checkResourceVersion(object, live, request);
  const endpoint = updateStrategyOf(resource, subresource);
  restoreSystemMetadata(object, live);
  const context = strategyContext(server, dryRun);
  endpoint.prepareForUpdate?.(object, live, context);
  const checked = resource.codec.encode(object);
  raiseGeneration({ object: checked, sent: object }, live, resource, subresource);
  const validating = validateUpdate(checked, live, resource, endpoint, object, {
    warn,
    turns: server.turns,
    pause,
    errorsOfAccess: errorsOfAccess(admittedWrite(request, live), checked),
  });
  const finish = (): Attempt => finishUpdate(request, stored, live, { object, given, checked });
  return validating === undefined ? finish() : validating.then(finish);
}

/** A new object that is valid, as it is stored unless it changes nothing. */
interface Checked extends Admitted {
  readonly checked: ApiObject;
}

/** Has a valid object validated by webhooks, and stores it. */
function finishUpdate(request: UpdateRequest, stored: StoredObject, live: FrozenObject, change: Checked): Attempt {
  const { subresource } = request;
  const { checked } = change;
  if (subresource === undefined || subresource === 'scale') warnOf(request, checked, live);
  const complete = (): Attempt => storeChange(request, stored, live, change);
  return validateAdmission(admittedWrite(request, live), () => checked)?.then(complete) ?? complete();
}

/** Stores a change that is accepted; nothing if nothing has changed. */
function storeChange(request: UpdateRequest, stored: StoredObject, live: FrozenObject, change: Checked): Attempt {
  const { server, resource, subresource, dryRun } = request;
  const { object, given, checked } = change;
  if (isFinished(checked, resource)) {
    const sent = unstored(change, resource);
    // The response shows the version that it would have got.
    if (subresource === undefined) {
      const context = strategyContext(server, dryRun);
      resource.strategy.allocate?.(sent, live, context)?.undo();
    }
    return dryRun ? deepFreeze(sent) : removeFinished(request, stored, sent);
  }
  const { isCanonical, encoded } = canonical(checked, resource);
  // If only times have changed, the old ones are kept.
  const kept = keepManagedTimes(asJson(live), asJson(encoded)) === asJson(live) ? withTimesOf(live, encoded) : encoded;
  const isSame = kept !== encoded || equalJson(live, encoded);
  const readsAsStored =
    isCanonical && !isStoredDifferently(given) && resource.strategy.isStoredOtherwise?.(object) !== true;
  const next = (isUnchanged: boolean): Attempt =>
    isUnchanged ? live : store(request, stored, live, encoded, readsAsStored);
  if (!isSame || !readsAsStored) return next(false);
  const isUnchanged = afterConversion(resource, () => isStoredAs(stored, live, kept, resource));
  return isUnchanged instanceof Promise ? isUnchanged.then(next) : next(isUnchanged);
}

/** An object with the live one's managed fields, for comparison only. */
function withTimesOf({ metadata: { managedFields } }: FrozenObject, object: ApiObject): ApiObject {
  return { ...object, metadata: { ...object.metadata, managedFields } } as ApiObject;
}

/** Applies the kind's `canonicalize`, and encodes the object. `isCanonical`: nothing changed. */
function canonical(
  object: ApiObject,
  { strategy, codec }: ServedResource,
): { readonly isCanonical: boolean; readonly encoded: ApiObject } {
  if (strategy.canonicalize === undefined) return { isCanonical: true, encoded: object };
  const isCanonical = canonicalize(object, strategy);
  return { isCanonical, encoded: codec.encode(object) };
}

/** The object that a response shows after a change that ends it, and is not stored. */
function unstored({ object, given, checked }: Checked, { codec }: ServedResource): ApiObject {
  if (codec.encodeUnstored) return { ...codec.encodeUnstored(object), metadata: checked.metadata };
  // Metadata is shown as it was applied, with what is empty.
  const applied = appliedForm(given)?.metadata;
  const { metadata } = asJson(checked);
  if (!isJsonObject(applied) || !isJsonObject(metadata)) return checked;
  const empty = Object.entries(applied).filter(([field]) => own(metadata, field) === undefined);
  const shown = { ...asJson(checked), metadata: { ...metadata, ...Object.fromEntries(empty) } };
  return sortedJson(shown) as unknown as ApiObject;
}

/** Whether the stored form would stay the same: not if defaults, or another version, were added since. */
function isStoredAs(stored: StoredObject, live: FrozenObject, same: ApiObject, resource: ServedResource): boolean {
  if (isStoredDifferently(stored.object)) return false;
  return live === stored.object || equalJson(stored.object, resource.toStorage(same));
}

function store(
  request: UpdateRequest,
  stored: StoredObject,
  live: FrozenObject,
  object: ApiObject,
  readsAsStored: boolean,
): Attempt {
  const { server, resource, dryRun } = request;
  const context = strategyContext(server, dryRun);
  const allocation =
    request.subresource === undefined ? resource.strategy.allocate?.(object, live, context) : undefined;
  const complete = allocation ? resource.codec.encode(object) : object;
  if (dryRun) return afterConversion(resource, () => resource.fromStorage(deepFreeze(resource.toStorage(complete))));
  const final = afterConversion(resource, () => resource.toStorage(complete));
  const write = (converted: ApiObject): Attempt =>
    writeStored(request, stored, converted, { allocation, readsAsStored });
  return final instanceof Promise ? final.then(write) : write(final);
}

function writeStored(
  { server, resource, applies }: UpdateRequest,
  stored: StoredObject,
  final: ApiObject,
  { allocation, readsAsStored }: { readonly allocation: Allocation | undefined; readonly readsAsStored: boolean },
): Attempt {
  if (!fitsStore(final, applies === true)) {
    allocation?.undo();
    refuseTooLarge();
  }
  const result = server.store.update(resource.collection, stored, final);
  if (!result) {
    allocation?.undo();
    return undefined;
  }
  allocation?.keep();
  if (!readsAsStored) markStoredDifferently(result.object);
  return onceConverted(() => resource.fromStorage(result.object));
}

/** The update strategy of an endpoint. */
function updateStrategyOf({ strategy }: ServedResource, subresource: string | undefined): UpdateStrategy {
  if (subresource === undefined) return strategy;
  if (subresource === 'status') return strategy.status ?? strategy;
  return strategy.subresources?.[subresource] ?? strategy;
}

/** Restores the fields that clients cannot change. */
function restoreSystemMetadata(object: ApiObject, live: FrozenObject): void {
  const metadata: ApiObject['metadata'] & { [field: string]: unknown } = object.metadata;
  metadata.uid ??= live.metadata.uid ?? '';
  if (metadata.uid === '') metadata.uid = live.metadata.uid ?? '';
  delete metadata.selfLink;
  const { creationTimestamp, generation, deletionTimestamp, deletionGracePeriodSeconds } = live.metadata;
  // A given grace period is compared, and refused if it differs.
  if (deletionGracePeriodSeconds !== undefined) metadata.deletionGracePeriodSeconds ??= deletionGracePeriodSeconds;
  setOrDelete(metadata, 'creationTimestamp', creationTimestamp);
  setOrDelete(metadata, 'generation', generation);
  if (deletionTimestamp !== undefined) metadata.deletionTimestamp = deletionTimestamp;
}

function setOrDelete(metadata: { [field: string]: unknown }, field: string, value: string | number | undefined): void {
  if (value === undefined) delete metadata[field];
  else metadata[field] = value;
}

function raiseGeneration(
  { object, sent }: { readonly object: ApiObject; readonly sent: ApiObject },
  live: FrozenObject,
  { strategy }: ServedResource,
  subresource: string | undefined,
): void {
  const { generation } = strategy;
  // Other subresources do not change the desired state.
  if (!generation || (subresource !== undefined && subresource !== 'scale')) return;
  const changed = generation === 'spec' ? !equalJson(object.spec, live.spec) : generation(object, live, sent);
  if (changed) object.metadata.generation = (live.metadata.generation ?? 0) + 1;
}

/** Whether nothing keeps an object that is being deleted any longer. */
function isFinished(object: ApiObject, { strategy }: ServedResource): boolean {
  const { metadata } = object;
  if (metadata.deletionTimestamp === undefined || (metadata.finalizers ?? []).length > 0) return false;
  return strategy.isHeld ? !strategy.isHeld(object) : (metadata.deletionGracePeriodSeconds ?? 0) === 0;
}

/** Deletes the object; the response is what the client wrote, with the last resource version. */
function removeFinished(
  { server, resource }: UpdateRequest,
  stored: StoredObject,
  object: ApiObject,
): FrozenObject | undefined {
  return removeObject(server, resource, stored) ? deepFreeze(object) : undefined;
}
