import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import { ensureObject, objectsIn } from '../../objects/api-object.ts';

const NOT_READY = 'node.kubernetes.io/not-ready';

/** TaintNodesByCondition: keeps Pods off a new node until it is ready. */
export const taintNodesByCondition: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  resources: ['nodes'],
  operations: ['CREATE'],
  mutate: ({ object }) => {
    const spec = ensureObject(object, 'spec');
    const taints = objectsIn(spec.taints);
    if (taints.some(({ key, effect }) => key === NOT_READY && effect === 'NoSchedule')) return;
    spec.taints = [...taints, { key: NOT_READY, effect: 'NoSchedule' }];
  },
};
