import {
  equalJson,
  type FieldError,
  fieldForbidden,
  fieldRequired,
  formatQuantity,
  type JsonObject,
} from '@kb/apimachinery';
import { asInt64, readResources } from '@kb/apimachinery/server';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, at, ensureObject, type FrozenObject } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import { text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { modesOf } from '../shared/access-modes.ts';
import { withStatusOnly } from '../shared/generic-strategy.ts';
import { roundResources } from '../shared/amounts/round-resources.ts';
import { setDefaults, setTextDefaults } from '../shared/set-default.ts';

/** PersistentVolumeClaim: a request for storage. Most of its spec is immutable. */
export const persistentVolumeClaim: BuiltInKind = {
  group: '',
  kind: 'PersistentVolumeClaim',
  defaults: (claim) => {
    const spec = ensureObject(claim, 'spec');
    setDefaults(spec, { volumeMode: 'Filesystem' });
    roundResources(spec.resources, 'limits', 'requests');
    roundResources(claim.status, 'capacity', 'allocatedResources');
    setTextDefaults(ensureObject(claim, 'status'), { phase: 'Pending' });
  },
  strategy: {
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
    warnings: claimWarnings,
    validateUpdate: (claim, old) => [...validateClaim(claim), ...validateClaimUpdate(claim, old)],
  },
  columns: columns(
    nameColumn,
    column('Status', (claim) =>
      claim.metadata.deletionTimestamp === undefined ? scalarText(at(claim, 'status', 'phase') ?? '') : 'Terminating',
    ),
    column('Volume', text('spec.volumeName')),
    column('Capacity', (claim) =>
      at(claim, 'spec', 'volumeName') ? scalarText(at(claim, 'status', 'capacity', 'storage') ?? '0') : '',
    ),
    column('Access Modes', (claim) =>
      at(claim, 'spec', 'volumeName') ? modesOf(at(claim, 'status', 'accessModes')) : '',
    ),
    column('StorageClass', (claim) => {
      const annotated = claim.metadata.annotations?.[BETA_CLASS];
      return annotated ?? scalarText(at(claim, 'spec', 'storageClassName') ?? '');
    }),
    column('VolumeAttributesClass', text('spec.volumeAttributesClassName', '<unset>')),
    ageColumn,
    column('VolumeMode*', text('spec.volumeMode', '<unset>')),
  ),
};

/** The data source of a claim has two fields: a claim or a snapshot is in both. */
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

const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';

function claimWarnings({ metadata, spec }: ApiObject): string[] {
  const annotated = metadata.annotations?.[BETA_CLASS] === undefined ? [] : [BETA_CLASS];
  return [
    ...annotated.map(
      (name) => `metadata.annotations[${name}]: deprecated since v1.8; use "storageClassName" attribute instead`,
    ),
    ...['requests', 'limits'].flatMap((part) => {
      const storage = readResources(at(spec, 'resources', part)).get('storage');
      if (!storage || asInt64(storage, 3) % 1000n === 0n) return [];
      const value = JSON.stringify(formatQuantity(storage));
      return [`spec.resources.${part}[storage]: fractional byte value ${value} is invalid, must be an integer`];
    }),
  ];
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
 * The spec of a claim is immutable, except for its volume and its class, which can be set once, and the fields that a
 * bound claim may change.
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
