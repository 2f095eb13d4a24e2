import type { JsonObject } from '@kb/apimachinery';
import { fieldPath } from '@kb/apimachinery/managed-fields';
import {
  formatLabelSelector,
  labelSelectorFromLabels,
  labelSelectorOf,
  SelectorError,
} from '@kb/apimachinery/selectors';
import { isJsonObject } from '@kb/apimachinery/codec';
import { at, type FrozenObject } from '../../../objects/api-object.ts';
import type { ScaleView } from '../../../resources/scale.ts';

/** What Kubernetes' internal types write of replicas that were never set: the published types leave it out. */
export const noReplicas: JsonObject = { spec: { replicas: 0 } };

/** How the scale subresource sees a workload. */
export function builtInScale(
  apiVersion: string,
  selectorOf: ScaleView['selectorOf'] = (object) => formatSelector(object),
): ScaleView {
  return {
    specReplicas: ['spec', 'replicas'],
    statusReplicas: ['status', 'replicas'],
    selectorOf,
    replicasOptional: true,
    replicasPaths: new Map([[apiVersion, fieldPath('spec', 'replicas')]]),
  };
}

/** `spec.selector` as text, of a kind whose selector is plain labels. */
export function formatPlainLabels(object: FrozenObject): string {
  return formatSelector(object, (selector) => labelSelectorFromLabels(selector as Record<string, string>));
}

/** `spec.selector` as text; empty where there is none that can be read. */
function formatSelector(object: FrozenObject, read = labelSelectorOf): string {
  const selector = at(object, 'spec', 'selector');
  if (!isJsonObject(selector)) return '';
  try {
    return formatLabelSelector(read(selector));
  } catch (error) {
    if (error instanceof SelectorError || error instanceof TypeError) return '';
    throw error;
  }
}
