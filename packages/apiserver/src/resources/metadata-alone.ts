import type { FrozenObject } from '../objects/api-object.ts';
import { withAnnotations } from '../kinds/autoscaling/horizontal-pod-autoscaler/annotations.ts';

/** The annotation of DaemonSets that counts the changes of the template. */
export const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

type Metadata = FrozenObject['metadata'];

const shown = new WeakMap<Metadata, Metadata>();

/**
 * An object's metadata, for whoever sees nothing else of it: that of the form that kube-apiserver works with, where no
 * annotation stands for a field that a version does not have. The same answer for the same object.
 */
export function metadataAlone({ kind, apiVersion, metadata }: FrozenObject): Metadata {
  const strip =
    apiVersion === 'autoscaling/v1'
      ? withAnnotations
      : kind === 'DaemonSet' && apiVersion === 'apps/v1'
        ? withoutCount
        : undefined;
  if (strip === undefined) return metadata;
  let result = shown.get(metadata);
  if (result === undefined) {
    result = strip(metadata);
    shown.set(metadata, result);
  }
  return result;
}

function withoutCount(metadata: Metadata): Metadata {
  const { [TEMPLATE_GENERATION]: _, ...annotations } = metadata.annotations ?? {};
  const { annotations: __, ...others } = metadata;
  return Object.keys(annotations).length > 0 ? { ...metadata, annotations } : others;
}
