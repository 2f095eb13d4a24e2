import { equalJson } from '../json/equal-json.ts';
import type { DeepReadonly, JsonObject } from '../json.ts';
import { StatusError } from '../status/status.ts';
import { badRequest, genericError } from '../status/status-factories.ts';
import type { ManagedFieldConflict } from './managers/conflicts.ts';
import { filterFieldSet } from './field-sets/field-filter.ts';
import { equalFieldSets, hasFieldPath, isEmptyFieldSet } from './field-sets/field-set.ts';
import { fieldsOfLastApplied, KUBECTL_MANAGER, withLastApplied } from './last-applied.ts';
import { emptyObjectOf, type ManagedRequest } from './managed-request.ts';
import { decodeManagers, encodeManagers, type ManagedSet, managerId, type Managers } from './managers/managers.ts';
import { mergeValues } from './values/merge-values.ts';
import { managedFieldsOf, metadataOf, stringOf, withManagedFields } from './object-metadata.ts';
import { reconcileManagers, transferOwnership } from './ownership.ts';
import { pruneApplied } from './prune-applied.ts';
import { fieldSetOfValue } from './values/to-field-set.ts';
import { withoutUntrackedFields } from './field-sets/untracked-fields.ts';
import { reuseEntries, updateManagers } from './update-managed.ts';
import { formatProblems, validateValue } from './values/validate-value.ts';
import { type ValueType, valueTypeOf } from './values/value-type.ts';
import { VersionConversionError, versionsOf } from './versioned-values.ts';

/** A server-side apply. */
export interface ApplyManagedRequest extends ManagedRequest {
  /** What is applied, as the client sent it: not defaulted, not pruned. */
  readonly config: DeepReadonly<JsonObject>;
  /** Takes fields that other managers own. Default: false, such fields are conflicts. */
  readonly force?: boolean;
}

/** The result of an apply: the object, or the conflicts. */
export type ApplyManagedResult =
  | {
      readonly conflicts: readonly [];
      /**
       * The live object with the configuration merged in and its managed fields set; not defaulted. Shares unchanged
       * parts with `live` and `config`. It is `live` itself when nothing changed.
       */
      readonly object: JsonObject;
      /** Whether anything but the managed fields differs from the live object. */
      readonly changed: boolean;
    }
  | { readonly conflicts: readonly ManagedFieldConflict[]; readonly object?: undefined; readonly changed?: undefined };

const BEFORE_FIRST_APPLY = 'before-first-apply';

/**
 * Applies a configuration to the live object on behalf of its manager, by the rules of structured-merge-diff and
 * kube-apiserver's field manager. The object still has to be defaulted, checked and compared with the live one by the
 * caller ({@link keepManagedTimes} there). Conflicts come back as a value, for {@link conflictStatus}. Throws a
 * StatusError with the API server's status when the configuration is of another kind, has managed fields or does not
 * fit the schema, or when an object cannot be converted to a version that a manager wrote.
 */
export function applyManaged(request: ApplyManagedRequest): ApplyManagedResult {
  try {
    return applyConfig(request);
  } catch (error) {
    if (!(error instanceof VersionConversionError)) throw error;
    throw new StatusError(genericError(error.message), { cause: error });
  }
}

function applyConfig(request: ApplyManagedRequest): ApplyManagedResult {
  // Never changes its arguments.
  const config = request.config as JsonObject;
  const stored = request.live as JsonObject | undefined;
  const decoded = decodeLive(stored);
  checkKind(request, config);
  const live = stored ?? emptyObjectOf(request);
  const managers = decoded.size > 0 ? decoded : managersBeforeApply(request, live);

  let outcome = applyTo(request, live, config, managers, request.force === true);
  if (outcome.conflicts.length > 0 && request.manager === KUBECTL_MANAGER) {
    const left = conflictsBeyondLastApplied(request, live, outcome.conflicts);
    outcome = left.length === 0 ? applyTo(request, live, config, managers, true) : { conflicts: left };
  }
  if (outcome.object === undefined) return { conflicts: outcome.conflicts };
  const object = request.manager === KUBECTL_MANAGER ? withLastApplied(outcome.object, config) : outcome.object;
  const result = withManagedFields(object, reuseEntries(encodeManagers(outcome.managers), stored));
  return { conflicts: [], object: result, changed: outcome.changed || object !== outcome.object };
}

function decodeLive(live: JsonObject | undefined): Managers {
  try {
    return decodeManagers(live === undefined ? undefined : managedFieldsOf(live));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new StatusError(genericError(`failed to decode managed fields: ${error.message}`), { cause: error });
  }
}

function checkKind({ apiVersion, kind }: ApplyManagedRequest, config: JsonObject): void {
  if (stringOf(config, 'apiVersion') === apiVersion && stringOf(config, 'kind') === kind) return;
  throw new StatusError(badRequest(`invalid object type: ${formatKind(config)}`));
}

/** Go's GroupVersionKind.String: `apps/v1, Kind=Deployment`, `/v1, Kind=Secret`. */
function formatKind(object: JsonObject): string {
  const apiVersion = stringOf(object, 'apiVersion');
  const slashes = apiVersion.split('/').length - 1;
  // A version with more than one slash is invalid, and upstream drops the kind with it.
  if (slashes > 1) return '/, Kind=';
  return `${slashes === 0 ? '/' : ''}${apiVersion}, Kind=${stringOf(object, 'kind')}`;
}

/** All existing fields of an untracked object belong to a separate manager from now on. */
function managersBeforeApply(request: ApplyManagedRequest, live: JsonObject): Managers {
  const managers = updateManagers(request, emptyObjectOf(request), live, new Map(), BEFORE_FIRST_APPLY);
  if (managers !== undefined) return managers;
  const problems = validateValue(valueTypeOf(request.schema), live, { allowDuplicates: true });
  throw new StatusError(
    genericError(
      `failed to create manager for existing fields: failed to convert new object (${describeObject(live)}) to smd typed: ${formatProblems(problems)}`,
    ),
  );
}

type Outcome =
  | {
      readonly conflicts: readonly [];
      readonly object: JsonObject;
      readonly changed: boolean;
      readonly managers: Managers;
    }
  | { readonly conflicts: readonly ManagedFieldConflict[]; readonly object?: undefined };

function applyTo(
  request: ApplyManagedRequest,
  live: JsonObject,
  config: JsonObject,
  managers: Managers,
  force: boolean,
): Outcome {
  const { apiVersion, subresource = '', resetFields, resetInAllVersions, now } = request;
  const type = valueTypeOf(request.schema);
  checkApplied(type, config);
  if (!request.objectsFit) checkLive(type, live);

  const versions = versionsOf(request);
  const identity = {
    manager: request.manager === '' ? 'unknown' : request.manager,
    operation: 'Apply',
    apiVersion,
    subresource,
  } as const;
  const id = managerId(identity);
  const reconciled = reconcileManagers(managers, live, versions);
  const last = reconciled.get(id);
  const self: ManagedSet = {
    ...identity,
    time: last?.time,
    set: filterFieldSet(fieldSetOfValue(type, config), resetFields),
  };
  const owners = new Map(reconciled).set(id, self);

  const merged = mergeValues(type, live, config) as JsonObject;
  const after = pruneApplied(merged, self, last, owners, versions);
  const result = transferOwnership({
    before: live,
    after,
    apiVersion,
    managers: owners,
    self: id,
    force,
    resetFields,
    resetInAllVersions,
    versions,
  });
  if (result.managers === undefined) return { conflicts: result.conflicts };

  const changed = !equalJson(live, after);
  const owned = withoutUntrackedFields(self.set);
  // The written form of this set is cached already.
  const set = last !== undefined && equalFieldSets(owned, last.set) ? last.set : owned;
  const updated = new Map(result.managers);
  if (isEmptyFieldSet(set)) updated.delete(id);
  else updated.set(id, { ...self, time: changed ? now : self.time, set });
  return { conflicts: [], object: changed ? after : live, changed, managers: updated };
}

function checkApplied(type: ValueType, config: JsonObject): void {
  const managedFields = managedFieldsOf(config);
  if (managedFields !== undefined && managedFields !== null)
    throw new StatusError(badRequest('metadata.managedFields must be nil'));
  const problems = validateValue(type, config, { allowDuplicates: false });
  if (problems.length === 0) return;
  throw new StatusError(
    genericError(`failed to create typed patch object (${describeObject(config)}): ${formatProblems(problems)}`),
  );
}

function checkLive(type: ValueType, live: JsonObject): void {
  const problems = validateValue(type, live, { allowDuplicates: true });
  if (problems.length === 0) return;
  throw new StatusError(
    genericError(`failed to create typed live object (${describeObject(live)}): ${formatProblems(problems)}`),
  );
}

/** An object as these messages name it, by its own fields: `NS/NAME; /v1, Kind=ConfigMap`. */
function describeObject(object: JsonObject): string {
  const metadata = metadataOf(object);
  return `${stringOf(metadata, 'namespace')}/${stringOf(metadata, 'name')}; ${formatKind(object)}`;
}

/**
 * The conflicts that kubectl may not resolve. It may take fields left by client-side apply; if there is any other
 * conflict, all of them are returned.
 */
function conflictsBeyondLastApplied(
  request: ApplyManagedRequest,
  live: JsonObject,
  conflicts: readonly ManagedFieldConflict[],
): readonly ManagedFieldConflict[] {
  const allowed = fieldsOfLastApplied(live, request, valueTypeOf(request.schema));
  return conflicts.filter(({ path }) => !hasFieldPath(allowed, path));
}
