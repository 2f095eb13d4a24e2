import { equalJson, type JsonObject } from '@kb/apimachinery';
import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { at, objectsIn, own, stringOf } from '../../objects/api-object.ts';
import { forbid } from '../shared/forbid.ts';

/** NodeDeclaredFeatureValidator: a Pod on a node changes only as the features that the node declares allow. */
export function nodeDeclaredFeatureValidator({ store }: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const nodes = store.collection('nodes');
  return {
    name: 'NodeDeclaredFeatureValidator',
    resources: ['pods', 'pods/resize'],
    operations: ['UPDATE'],
    validate: (write) => {
      const { object, old } = write;
      const name = stringOf(own(object.spec, 'nodeName'));
      if (name === '') return;
      const needed = featuresFor(object.spec, old?.spec);
      if (needed.length === 0) return;
      const node = nodes.get('', name)?.object ?? forbid(write, `node ${JSON.stringify(name)} not found`);
      const declared = at(node, 'status', 'declaredFeatures');
      const missing = needed.filter((feature) => !(Array.isArray(declared) && declared.includes(feature)));
      if (missing.length === 0) return;
      const features = missing.join(', ');
      forbid(write, `pod update requires features ${features} which are not available on node "${name}"`);
    },
  };
}

/** The features that a change of a Pod's spec needs. */
function featuresFor(spec: unknown, before: unknown): string[] {
  const resourcesOf = (holder: unknown): unknown => own(holder, 'resources') ?? {};
  const initContainersOf = (holder: unknown): JsonObject[] => objectsIn(own(holder, 'initContainers'));
  const now = initContainersOf(spec);
  const changesInitContainer = initContainersOf(before).some(
    (container, index) =>
      container.restartPolicy !== 'Always' && !equalJson(resourcesOf(container), resourcesOf(now[index])),
  );
  return [
    ...(equalJson(resourcesOf(spec), resourcesOf(before)) ? [] : ['InPlacePodLevelResourcesVerticalScaling']),
    ...(changesInitContainer ? ['InPlacePodVerticalScalingInitContainers'] : []),
  ];
}
