import { forbidden, type JsonObject } from '@kb/apimachinery';
import { type ApiObject, ensureObject, nameOrPrefix, objectsIn, own } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';
import { refuse } from '../../../refuse.ts';
import type { AdmissionPlugin } from '../../../resources/admission-plugin.ts';
import type { Store } from '../../../storage/store.ts';

const PRIORITY_CLASSES = 'scheduling.k8s.io/priorityclasses';
const unschedulable = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/** Lets Pods stay for five minutes on a failed node by default (DefaultTolerationSeconds). */
const defaultTolerationSeconds: AdmissionPlugin = ({ subresource, object }) => {
  if (subresource !== undefined) return;
  const spec = ensureObject(object, 'spec');
  const tolerations = objectsIn(spec.tolerations);
  const missing = unschedulable.filter((key) => !tolerations.some((toleration) => tolerates(toleration, key)));
  if (missing.length === 0) return;
  spec.tolerations = [
    ...tolerations,
    ...missing.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 })),
  ];
};

function tolerates({ key = '', effect = '' }: JsonObject, taint: string): boolean {
  return (key === taint || key === '') && (effect === 'NoExecute' || effect === '');
}

/** Computes a Pod's priority from its class on creation; an update without a priority keeps it (Priority). */
const priority: AdmissionPlugin = ({ operation, resource, subresource, object, old, store }) => {
  if (subresource !== undefined) return;
  const spec = ensureObject(object, 'spec');
  if (operation === 'UPDATE') {
    for (const field of ['priority', 'preemptionPolicy']) {
      const before = own(old?.spec, field);
      if (spec[field] === undefined && before !== undefined) spec[field] = before;
    }
    return;
  }
  const found = classOf(spec, object, store);
  const value = found ? (own(found, 'value') ?? 0) : 0;
  if (spec.priority !== undefined && spec.priority !== value) {
    const why = `the integer value of priority (${scalarText(spec.priority)}) must not be provided in pod spec; priority admission controller computed ${scalarText(value)} from the given PriorityClass name`;
    refuse(forbidden(resource, nameOrPrefix(object), why));
  }
  spec.priority = value;
  spec.preemptionPolicy ??= own(found, 'preemptionPolicy') ?? 'PreemptLowerPriority';
};

function classOf(spec: JsonObject, pod: ApiObject, store: Store): unknown {
  const classes = store.collection(PRIORITY_CLASSES);
  const name = spec.priorityClassName;
  if (typeof name === 'string' && name !== '') {
    const found = classes.get('', name)?.object;
    if (found) return found;
    refuse(forbidden({ group: '', plural: 'pods' }, nameOrPrefix(pod), `no PriorityClass with name ${name} was found`));
  }
  for (const { object, name: className } of classes.walk()) {
    if (object.globalDefault !== true) continue;
    spec.priorityClassName = className;
    return object;
  }
  return undefined;
}

/** The admission plugins for Pods. */
export const podAdmission: readonly AdmissionPlugin[] = [priority, defaultTolerationSeconds];
