import type { FrozenObject } from '../objects/api-object.ts';
import { builtInVersion } from './built-in-versions.ts';

type Metadata = FrozenObject['metadata'];

const shown = new WeakMap<Metadata, Metadata>();

/**
 * Returns an object's metadata for clients that see nothing else of the object: that of the form that kube-apiserver
 * works with, where no annotation stands for a field that a version does not have. The same for the same object.
 */
export function metadataAlone({ kind, apiVersion, metadata }: FrozenObject): Metadata {
  const strip = builtInVersion(apiVersion, kind)?.metadataAlone;
  if (strip === undefined) return metadata;
  let result = shown.get(metadata);
  if (result === undefined) {
    result = strip(metadata);
    shown.set(metadata, result);
  }
  return result;
}
