import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { setDefaults, setTextDefaults } from '../set-default.ts';

/** Sets the defaults of older volume sources, in pods and in persistent volumes. */
export function defaultOldVolume(volume: JsonObject): void {
  const { iscsi, rbd, azureDisk, scaleIO } = volume;
  if (isJsonObject(iscsi)) setTextDefaults(iscsi, { iscsiInterface: 'default' });
  if (isJsonObject(rbd)) setTextDefaults(rbd, { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' });
  if (isJsonObject(scaleIO)) setTextDefaults(scaleIO, { storageMode: 'ThinProvisioned', fsType: 'xfs' });
  if (isJsonObject(azureDisk))
    setDefaults(azureDisk, { cachingMode: 'ReadWrite', fsType: 'ext4', readOnly: false, kind: 'Shared' });
}
