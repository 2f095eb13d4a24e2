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

/** The value of replicas that were never set in Kubernetes' internal types; the published types omit it. */
export const noReplicas: JsonObject = { spec: { replicas: 0 } };

/** The scale subresource of a workload. */
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

/** Formats `spec.selector` of a kind whose selector is a plain map of labels. */
export function formatPlainLabels(object: FrozenObject): string {
  return formatSelector(object, (selector) => labelSelectorFromLabels(selector as Record<string, string>));
}

/** Formats `spec.selector`; empty if there is none, or if it is invalid. */
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
