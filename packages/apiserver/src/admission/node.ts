import { ensureObject, objectsIn } from '../objects/api-object.ts';
import type { AdmissionPlugin } from './admission-plugin.ts';

const NOT_READY = 'node.kubernetes.io/not-ready';

/** A new node takes no pods until somebody finds it ready. */
export const taintNodesByCondition: AdmissionPlugin = ({ operation, resource, object }) => {
  if (operation !== 'CREATE' || resource.collection !== 'nodes') return;
  const spec = ensureObject(object, 'spec');
  const taints = objectsIn(spec.taints);
  if (taints.some(({ key, effect }) => key === NOT_READY && effect === 'NoSchedule')) return;
  spec.taints = [...taints, { key: NOT_READY, effect: 'NoSchedule' }];
};
