import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { at, stringOf } from '../../objects/api-object.ts';

const labels = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

/** PodTopologyLabels: a Pod gets the zone and the region of the node that it is bound to. */
export function podTopologyLabels({ store }: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const nodes = store.collection('nodes');
  return {
    name: 'PodTopologyLabels',
    resources: ['pods', 'pods/binding'],
    operations: ['CREATE'],
    mutate: ({ object, subresource }) => {
      const isBinding = subresource === 'binding';
      if (isBinding && at(object, 'target', 'kind') !== 'Node') return;
      const name = stringOf(isBinding ? at(object, 'target', 'name') : at(object, 'spec', 'nodeName'));
      const known = name === '' ? undefined : nodes.get('', name)?.object.metadata.labels;
      const found = labels.flatMap((label) => (known?.[label] === undefined ? [] : [[label, known[label]] as const]));
      if (found.length > 0) object.metadata.labels = { ...object.metadata.labels, ...Object.fromEntries(found) };
    },
  };
}
