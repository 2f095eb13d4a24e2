import type { KindData } from '@kb/kubernetes/data';
import type { FrozenObject } from '../objects/api-object.ts';
import { type FieldLabels, fieldLabels, metadataLabels, textAt } from './field-labels.ts';

/** The fields that selectors of a built-in kind know. */
export function builtInFieldLabels({ group, kind, fieldSelectors }: KindData): FieldLabels {
  if (fieldSelectors.every((name) => metadataLabels.names.has(name)) && kind !== 'Namespace') return metadataLabels;
  if (kind === 'Job')
    return fieldLabels(fieldSelectors, (name) => `field label "${name}" not supported for Job`, jobValues);
  const unknown = (name: string): string => `field label not supported: ${name}`;
  if (kind === 'Pod') return fieldLabels([...fieldSelectors, 'spec.host'], unknown, podValues);
  if (kind === 'Node')
    return fieldLabels(fieldSelectors, unknown, {
      'spec.unschedulable': (node) => booleanAt(node, 'spec.unschedulable'),
    });
  if (kind === 'Event' && group === '') return fieldLabels(fieldSelectors, unknown, eventValues);
  return fieldLabels(fieldSelectors, unknown);
}

const podValues: Record<string, (object: FrozenObject) => string> = {
  'spec.host': (pod) => textAt(pod, 'spec.nodeName'),
  'spec.hostNetwork': (pod) => booleanAt(pod, 'spec.hostNetwork'),
  // Can be asked for, and is nothing for every Pod.
  'status.podIPs': () => '',
};

const jobValues: Record<string, (object: FrozenObject) => string> = {
  'status.successful': (job) => textAt(job, 'status.succeeded') || '0',
};

const eventValues: Record<string, (object: FrozenObject) => string> = {
  source: (event) => textAt(event, 'source.component') || textAt(event, 'reportingComponent'),
};

/** Absent is false. */
function booleanAt(object: FrozenObject, path: string): string {
  return textAt(object, path) || 'false';
}
