import { forbidden } from '@kb/apimachinery';
import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import { at, objectsIn, stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { groupResource } from '../../resources/served-resource.ts';

const HOSTNAME = 'kubernetes.io/hostname';

/** LimitPodHardAntiAffinityTopology: what a Pod must not be near to is compared by nodes alone. */
export const limitPodHardAntiAffinityTopology: AdmissionPlugin = {
  name: 'LimitPodHardAntiAffinityTopology',
  resources: ['pods'],
  validate: ({ object, resource }) => {
    const required = 'requiredDuringSchedulingIgnoredDuringExecution';
    const terms = objectsIn(at(object, 'spec', 'affinity', 'podAntiAffinity', required));
    const other = terms.map(({ topologyKey }) => stringOf(topologyKey)).find((key) => key !== HOSTNAME);
    if (other === undefined) return;
    const why = `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${other} but only key ${HOSTNAME} is allowed`;
    refuse(forbidden(groupResource(resource), object.metadata.name ?? '', why));
  },
};
