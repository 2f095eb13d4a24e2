import type { AdmissionPlugin } from '../../resources/admission-plugin.ts';

/**
 * Makes the plugin StorageObjectInUseProtection: new objects get a finalizer, which a controller takes away when
 * nothing uses them any longer.
 */
export function inUseProtection(finalizer: string): AdmissionPlugin {
  return ({ operation, object: { metadata } }) => {
    if (operation !== 'CREATE' || metadata.finalizers?.includes(finalizer)) return;
    metadata.finalizers = [...(metadata.finalizers ?? []), finalizer];
  };
}
