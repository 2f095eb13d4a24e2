import { forbidden, type JsonObject } from '@kb/apimachinery';
import type { AdmissionPlugin, WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { type ApiObject, ensureObject, nameOrPrefix, own } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import { refuse } from '../../refuse.ts';
import { groupResource } from '../../resources/served-resource.ts';
import type { Collection } from '../../storage/collection.ts';

/**
 * Priority: computes a Pod's priority from its class on creation; an update without a priority keeps it. At most one
 * class can be the default.
 */
export function priority({ store }: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const classes = store.collection('scheduling.k8s.io/priorityclasses');
  return {
    name: 'Priority',
    resources: ['pods', 'priorityclasses.scheduling.k8s.io'],
    mutate: (write) => {
      if (write.resource.plural === 'pods') setPriority(write, classes);
    },
    validate: (write) => {
      if (write.resource.plural !== 'pods') refuseSecondDefault(write, classes);
    },
  };
}

function setPriority({ operation, resource, object, old }: WriteAttributes, classes: Collection): void {
  const spec = ensureObject(object, 'spec');
  if (operation === 'UPDATE') {
    for (const field of ['priority', 'preemptionPolicy']) {
      const before = own(old?.spec, field);
      if (spec[field] === undefined && before !== undefined) spec[field] = before;
    }
    return;
  }
  const found = classOf(spec, object, classes);
  const value = found ? (own(found, 'value') ?? 0) : 0;
  if (spec.priority !== undefined && spec.priority !== value) {
    const why = `the integer value of priority (${scalarText(spec.priority)}) must not be provided in pod spec; priority admission controller computed ${scalarText(value)} from the given PriorityClass name`;
    refuse(forbidden(groupResource(resource), nameOrPrefix(object), why));
  }
  spec.priority = value;
  spec.preemptionPolicy ??= own(found, 'preemptionPolicy') ?? 'PreemptLowerPriority';
}

function classOf(spec: JsonObject, pod: ApiObject, classes: Collection): unknown {
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

function refuseSecondDefault({ operation, resource, name, object }: WriteAttributes, classes: Collection): void {
  if (object.globalDefault !== true) return;
  for (const { object: other, name: otherName } of classes.walk()) {
    if (other.globalDefault !== true || (operation === 'UPDATE' && otherName === name)) continue;
    const why = `PriorityClass ${otherName} is already marked as default. Only one default can exist`;
    refuse(forbidden(groupResource(resource), nameOrPrefix(object), why));
  }
}
