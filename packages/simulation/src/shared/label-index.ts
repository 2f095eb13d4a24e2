import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import { type LabelSelector, matchesLabels } from '@kb/apimachinery/selectors';
import { pods } from '@kb/kubernetes/core/v1';
import type { CachedReads } from '@kb/runtime';
import type { LivePod } from './kinds.ts';

/** The name of the index of objects by their labels. */
export const LABEL_INDEX = 'label';
/** The name of the index of objects by a label that their selectors require. */
export const SELECTOR_INDEX = 'selector';

const keyOfLabel = (namespace: string, label: string, value: string): string => `${namespace} ${label}=${value}`;
/** The key of selectors that require no label to have a value. */
const keyOfAny = (namespace: string): string => `${namespace} `;

/** Returns the index keys of an object: one for each label. */
export function filedByLabels({ metadata }: DeepReadonly<KubernetesObject>): readonly string[] {
  const { namespace = '', labels = {} } = metadata;
  return Object.entries(labels).map(([label, value]) => keyOfLabel(namespace, label, value));
}

/**
 * Returns the index keys of an object with a selector: its first required label, so that it is found among those that
 * may select an object with this label. None for a selector that matches nothing.
 */
export function filedBySelector(namespace: string, selector: LabelSelector): readonly string[] {
  if (selector.matchesNothing) return [];
  const label = requiredLabel(selector);
  return [label === undefined ? keyOfAny(namespace) : keyOfLabel(namespace, ...label)];
}

function requiredLabel({ requirements }: LabelSelector): readonly [label: string, value: string] | undefined {
  for (const { key, operator, values } of requirements) {
    const [value] = values;
    const isOne = operator === '=' || operator === '==' || (operator === 'in' && values.length === 1);
    if (isOne && value !== undefined) return [key, value];
  }
  return undefined;
}

/**
 * Returns the index keys under which {@link filedBySelector} has filed every object whose selector matches an object
 * with these labels.
 */
export function selectorKeys(object: DeepReadonly<KubernetesObject>): readonly string[] {
  return [...filedByLabels(object), keyOfAny(object.metadata.namespace ?? '')];
}

/**
 * Returns the Pods of a namespace that a selector matches, in no particular order. The controller indexes Pods with
 * {@link filedByLabels}, so that this reads only Pods with a label that the selector requires.
 */
export function selectedPods({ cached }: CachedReads, namespace: string, selector: LabelSelector): LivePod[] {
  if (selector.matchesNothing) return [];
  const label = requiredLabel(selector);
  const candidates =
    label === undefined
      ? cached(pods).list({ namespace })
      : cached(pods).byIndex(LABEL_INDEX, keyOfLabel(namespace, ...label));
  return candidates.filter((pod) => matchesLabels(selector, pod.metadata.labels));
}
