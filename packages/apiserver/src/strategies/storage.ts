import { equalJson, type FieldError, fieldForbidden, fieldRequired, type JsonObject } from '@kb/apimachinery';
import { type ApiObject, at, ensureObject, type FrozenObject, isJsonObject } from '../objects/api-object.ts';
import { genericStatus, genericStrategy, withStatusOnly } from './generic.ts';
import type { Strategy, StrategyContext } from '../resources/strategy.ts';

/** How PersistentVolumeClaims behave. */
export const persistentVolumeClaimStrategy: Strategy = {
  ...withStatusOnly,
  returnsDeletedObject: true,
  prepareForCreate: (claim) => {
    claim.status = {};
    mirrorDataSource(claim);
  },
  // It is stored without a phase, and read with one.
  canonicalize: (claim) => {
    claim.status = { phase: 'Pending', ...claim.status };
  },
  prepareForUpdate: (claim, old, context) => {
    withStatusOnly.prepareForUpdate?.(claim, old, context);
    mirrorDataSource(claim);
  },
  validate: validateClaim,
  validateUpdate: (claim, old) => [...validateClaim(claim), ...validateClaimUpdate(claim, old)],
};

/** What a claim is filled from has two names: a claim or a snapshot stands under both. */
function mirrorDataSource(claim: ApiObject): void {
  const spec = ensureObject(claim, 'spec');
  const { dataSource, dataSourceRef } = spec;
  if (isJsonObject(dataSource) && dataSourceRef === undefined) {
    if (isClassic(dataSource)) spec.dataSourceRef = { ...dataSource };
    else delete spec.dataSource;
  } else if (isJsonObject(dataSourceRef) && dataSource === undefined && !dataSourceRef.namespace) {
    const { namespace: _, ...source } = dataSourceRef;
    if (isClassic(source)) spec.dataSource = source;
  }
}

function isClassic({ apiGroup, kind }: JsonObject): boolean {
  return (
    (kind === 'PersistentVolumeClaim' && !apiGroup) ||
    (kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io')
  );
}

function validateClaim(claim: ApiObject): FieldError[] {
  const errors: FieldError[] = [];
  const spec = claim.spec ?? {};
  if (!Array.isArray(spec.accessModes) || spec.accessModes.length === 0) {
    errors.push(fieldRequired('spec.accessModes', 'at least 1 access mode is required'));
  }
  if (at(spec, 'resources', 'requests', 'storage') === undefined) errors.push(fieldRequired('spec.resources[storage]'));
  return errors;
}

const CLAIM_IMMUTABLE =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

/**
 * What a claim asks for stays, but for its volume and its class, which are set once, and what a bound claim may change.
 */
function validateClaimUpdate(claim: ApiObject, old: FrozenObject): FieldError[] {
  const before = (old.spec ?? {}) as JsonObject;
  const munged: JsonObject = { ...claim.spec };
  if (!before.volumeName) delete munged.volumeName;
  if (before.storageClassName === undefined) delete munged.storageClassName;
  if (at(claim, 'status', 'phase') === 'Bound') {
    const requests = { ...(at(munged, 'resources', 'requests') as JsonObject | undefined) };
    const storage = at(before, 'resources', 'requests', 'storage');
    if (storage !== undefined) requests.storage = storage;
    munged.resources = { ...(munged.resources as JsonObject | undefined), requests };
    if (before.volumeAttributesClassName === undefined) delete munged.volumeAttributesClassName;
    else munged.volumeAttributesClassName = before.volumeAttributesClassName;
  }
  return equalJson(munged, before) ? [] : [fieldForbidden('spec', CLAIM_IMMUTABLE)];
}

/** How PersistentVolumes behave: the time at which they came into their phase is noted. */
export const persistentVolumeStrategy: Strategy = {
  ...withStatusOnly,
  returnsDeletedObject: true,
  prepareForCreate: (volume, { now }) => {
    volume.status = { phase: 'Pending', lastPhaseTransitionTime: now };
  },
  status: {
    ...genericStatus,
    prepareForUpdate: (volume, old, context) => {
      genericStatus.prepareForUpdate?.(volume, old, context);
      notePhase(volume, old, context);
    },
  },
};

function notePhase(volume: ApiObject, old: FrozenObject, { now }: StrategyContext): void {
  const status = ensureObject(volume, 'status');
  const before = at(old, 'status', 'lastPhaseTransitionTime');
  const { lastPhaseTransitionTime: given } = status;
  if (status.phase === at(old, 'status', 'phase')) {
    if (given === undefined && before !== undefined) status.lastPhaseTransitionTime = before;
  } else if (given === undefined || given === before) status.lastPhaseTransitionTime = now;
}

/** How the kinds behave of which a removal answers the object, and that have nothing else special. */
export const returnsDeletedStrategy: Strategy = { ...genericStrategy, returnsDeletedObject: true };
