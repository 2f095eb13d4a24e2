import type { AdmissionPlugin } from '../../resources/admission-plugin.ts';

/**
 * Creates the plugin StorageObjectInUseProtection: new objects get a finalizer, which a controller removes when they
 * are no longer used.
 */
export function inUseProtection(finalizer: string): AdmissionPlugin {
  return ({ operation, object: { metadata } }) => {
    if (operation !== 'CREATE' || metadata.finalizers?.includes(finalizer)) return;
    metadata.finalizers = [...(metadata.finalizers ?? []), finalizer];
  };
}
