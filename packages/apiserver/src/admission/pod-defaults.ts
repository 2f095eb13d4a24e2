import { forbidden, type JsonObject } from '@kb/apimachinery';
import { refuse } from '../refuse.ts';
import { type ApiObject, ensureObject, objectsIn, own } from '../objects/api-object.ts';
import { groupResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { AdmissionPlugin } from './admission-plugin.ts';
import { scalarText } from '../objects/scalar-text.ts';

const PRIORITY_CLASSES = 'scheduling.k8s.io/priorityclasses';
const UNSCHEDULABLE = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/** Pods stay for five minutes on a node that fails, unless they say otherwise. */
export const defaultTolerationSeconds: AdmissionPlugin = ({ resource, subresource, object }) => {
  if (resource.collection !== 'pods' || subresource !== undefined) return;
  const spec = ensureObject(object, 'spec');
  const tolerations = objectsIn(spec.tolerations);
  const missing = UNSCHEDULABLE.filter((key) => !tolerations.some((toleration) => tolerates(toleration, key)));
  if (missing.length === 0) return;
  spec.tolerations = [
    ...tolerations,
    ...missing.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 })),
  ];
};

function tolerates({ key = '', effect = '' }: JsonObject, taint: string): boolean {
  return (key === taint || key === '') && (effect === 'NoExecute' || effect === '');
}

/**
 * Works out a pod's priority from its class, when it is created; an update that does not name it leaves it as it is.
 */
export const priority: AdmissionPlugin = ({ operation, resource, subresource, object, old, server }) => {
  if (resource.collection !== 'pods' || subresource !== undefined) return;
  const spec = ensureObject(object, 'spec');
  if (operation === 'UPDATE') {
    for (const field of ['priority', 'preemptionPolicy']) {
      const before = own(old?.spec, field);
      if (spec[field] === undefined && before !== undefined) spec[field] = before;
    }
    return;
  }
  const found = classOf(spec, object, server);
  const value = found ? (own(found, 'value') ?? 0) : 0;
  if (spec.priority !== undefined && spec.priority !== value) {
    const why = `the integer value of priority (${scalarText(spec.priority)}) must not be provided in pod spec; priority admission controller computed ${scalarText(value)} from the given PriorityClass name`;
    refuse(forbidden({ group: '', plural: 'pods' }, shownName(object), why));
  }
  spec.priority = value;
  spec.preemptionPolicy ??= own(found, 'preemptionPolicy') ?? 'PreemptLowerPriority';
};

/** Of all priority classes at most one is the default. */
export const onlyOneDefaultPriority: AdmissionPlugin = ({ operation, resource, name, object, server }) => {
  if (resource.collection !== PRIORITY_CLASSES || object.globalDefault !== true) return;
  for (const { object: other, name: otherName } of server.store.collection(PRIORITY_CLASSES).walk()) {
    if (other.globalDefault !== true || (operation === 'UPDATE' && otherName === name)) continue;
    const why = `PriorityClass ${otherName} is already marked as default. Only one default can exist`;
    refuse(forbidden(groupResource(resource), shownName(object), why));
  }
};

/** What a refusal calls an object that has no name yet: what its name is generated from, as upstream. */
function shownName({ metadata }: ApiObject): string {
  return metadata.name || metadata.generateName || '';
}

function classOf(spec: JsonObject, pod: ApiObject, { store }: ServerContext): unknown {
  const classes = store.collection(PRIORITY_CLASSES);
  const name = spec.priorityClassName;
  if (typeof name === 'string' && name !== '') {
    const found = classes.get('', name)?.object;
    if (found) return found;
    refuse(forbidden({ group: '', plural: 'pods' }, shownName(pod), `no PriorityClass with name ${name} was found`));
  }
  for (const { object, name: className } of classes.walk()) {
    if (object.globalDefault !== true) continue;
    spec.priorityClassName = className;
    return object;
  }
  return undefined;
}
