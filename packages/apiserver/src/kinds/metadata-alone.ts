import type { FrozenObject } from '../objects/api-object.ts';
import { builtInVersion } from './built-in-versions.ts';

type Metadata = FrozenObject['metadata'];

const shown = new WeakMap<Metadata, Metadata>();

/**
 * Returns an object's metadata for clients that request nothing else: that of kube-apiserver's internal form, without
 * the annotations that replace fields which a version lacks. Cached by object.
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
