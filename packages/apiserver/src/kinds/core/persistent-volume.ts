import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, at, ensureObject, type FrozenObject } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import type { StrategyContext } from '../../resources/strategy.ts';
import { text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { modesOf } from '../shared/access-modes.ts';
import { genericStatus, withStatusOnly } from '../shared/generic-strategy.ts';
import { defaultOldVolume } from '../shared/pods/default-old-volume.ts';
import { setDefaults, setTextDefaults } from '../shared/set-default.ts';

/** PersistentVolume: a piece of the cluster's storage. Its status records when its phase last changed. */
export const persistentVolume: BuiltInKind = {
  group: '',
  kind: 'PersistentVolume',
  defaults: (volume) => {
    const spec = ensureObject(volume, 'spec');
    setTextDefaults(spec, { persistentVolumeReclaimPolicy: 'Retain' });
    setDefaults(spec, { volumeMode: 'Filesystem' });
    setTextDefaults(ensureObject(volume, 'status'), { phase: 'Pending' });
    if (isJsonObject(spec.hostPath)) setDefaults(spec.hostPath, { type: '' });
    defaultOldVolume(spec);
  },
  strategy: {
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
  },
  columns: columns(
    nameColumn,
    column('Capacity', text('spec.capacity.storage', '0')),
    column('Access Modes', (volume) => modesOf(at(volume, 'spec', 'accessModes'))),
    column('Reclaim Policy', text('spec.persistentVolumeReclaimPolicy')),
    column('Status', (volume) =>
      volume.metadata.deletionTimestamp === undefined ? scalarText(at(volume, 'status', 'phase') ?? '') : 'Terminating',
    ),
    column('Claim', (volume) => {
      const claim = at(volume, 'spec', 'claimRef');
      return isJsonObject(claim) ? `${scalarText(claim.namespace)}/${scalarText(claim.name)}` : '';
    }),
    column('StorageClass', text('spec.storageClassName')),
    column('VolumeAttributesClass', text('spec.volumeAttributesClassName', '<unset>')),
    column('Reason', text('status.reason')),
    ageColumn,
    column('VolumeMode*', text('spec.volumeMode', '<unset>')),
  ),
};

function notePhase(volume: ApiObject, old: FrozenObject, { now }: StrategyContext): void {
  const status = ensureObject(volume, 'status');
  const before = at(old, 'status', 'lastPhaseTransitionTime');
  const { lastPhaseTransitionTime: given } = status;
  if (status.phase === at(old, 'status', 'phase')) {
    if (given === undefined && before !== undefined) status.lastPhaseTransitionTime = before;
  } else if (given === undefined || given === before) status.lastPhaseTransitionTime = now;
}
