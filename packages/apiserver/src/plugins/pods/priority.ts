import type { AdmissionPlugin, WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { ensureObject, own, stringOf } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import type { Collection } from '../../storage/collection.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import { forbid } from '../shared/forbid.ts';

/**
 * Priority: computes a Pod's priority from its class on creation; an update without a priority keeps it. At most one
 * class can be the default.
 */
export function priority({ store }: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const classes = store.collection('scheduling.k8s.io/priorityclasses');
  const defaultClass = findDefault(classes);
  return {
    name: 'Priority',
    resources: ['pods', 'priorityclasses.scheduling.k8s.io'],
    mutate: (write) => {
      if (write.resource.plural !== 'pods') return;
      if (write.operation === 'UPDATE') keepPriority(write);
      else setPriority(write, classes, defaultClass);
    },
    validate: (write) => {
      if (write.resource.plural === 'pods' || write.object.globalDefault !== true) return;
      const present = defaultClass();
      if (!present || (write.operation === 'UPDATE' && present.name === write.object.metadata.name)) return;
      forbid(write, `PriorityClass ${present.name} is already marked as default. Only one default can exist`);
    },
  };
}

/** Returns a function that returns the default class; of several, the one with the lowest value. */
function findDefault(classes: Collection): () => StoredObject | undefined {
  let known: { readonly revision: number; readonly found: StoredObject | undefined } | undefined;
  return () => {
    if (known?.revision !== classes.revision) {
      const defaults = [...classes.walk()].filter(({ object }) => object.globalDefault === true);
      const [found] = defaults.sort((a, b) => valueOf(a) - valueOf(b));
      known = { revision: classes.revision, found };
    }
    return known.found;
  };
}

const valueOf = ({ object }: StoredObject): number => Number(own(object, 'value') ?? 0);

function keepPriority({ object, old }: WriteAttributes): void {
  const spec = ensureObject(object, 'spec');
  for (const field of ['priority', 'preemptionPolicy']) {
    const before = own(old?.spec, field);
    if (spec[field] === undefined && before !== undefined) spec[field] = before;
  }
}

function setPriority(write: WriteAttributes, classes: Collection, defaultClass: () => StoredObject | undefined): void {
  const spec = ensureObject(write.object, 'spec');
  const name = stringOf(spec.priorityClassName);
  const found = name === '' ? defaultClass() : classes.get('', name);
  if (found) spec.priorityClassName = found.name;
  else if (name !== '') forbid(write, `no PriorityClass with name ${name} was found`);
  const value = found ? valueOf(found) : 0;
  const policy = found ? own(found.object, 'preemptionPolicy') : 'PreemptLowerPriority';
  const refuseOther = (what: string, sent: unknown, computed: unknown): void => {
    if (sent === undefined || computed === undefined || sent === computed) return;
    const why = `must not be provided in pod spec; priority admission controller computed ${scalarText(computed)} from the given PriorityClass name`;
    forbid(write, `the ${what} (${scalarText(sent)}) ${why}`);
  };
  refuseOther('integer value of priority', spec.priority, value);
  refuseOther('string value of PreemptionPolicy', spec.preemptionPolicy, policy);
  spec.priority = value;
  if (policy !== undefined) spec.preemptionPolicy = policy;
}
