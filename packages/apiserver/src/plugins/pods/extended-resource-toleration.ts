import type { JsonObject } from '@kb/apimachinery';
import { compareUtf8, isJsonObject } from '@kb/apimachinery/codec';
import { isQualifiedName } from '@kb/apimachinery/server';
import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import { at, ensureObject, objectsIn, own } from '../../objects/api-object.ts';

/** ExtendedResourceToleration: a Pod tolerates the taints of nodes that are named after what it requests. */
export const extendedResourceToleration: AdmissionPlugin = {
  name: 'ExtendedResourceToleration',
  resources: ['pods'],
  mutate: ({ object }) => {
    const requested = ['containers', 'initContainers'].flatMap((list) =>
      objectsIn(own(object.spec, list)).flatMap((container) => {
        const requests = at(container, 'resources', 'requests');
        return isJsonObject(requests) ? Object.keys(requests).filter(isExtended) : [];
      }),
    );
    for (const key of [...new Set(requested)].sort(compareUtf8)) tolerate(ensureObject(object, 'spec'), key);
  },
};

/** Whether a resource is none of Kubernetes itself. */
function isExtended(name: string): boolean {
  if (!name.includes('/') || name.includes('kubernetes.io/') || name.startsWith('requests.')) return false;
  return isQualifiedName(`requests.${name}`).length === 0;
}

/** Adds a toleration, in the place of one that differs only in its time. */
function tolerate(spec: JsonObject, key: string): void {
  const wanted = { key, operator: 'Exists', effect: 'NoSchedule' };
  const tolerations = objectsIn(spec.tolerations);
  const isSame = ({ key: other, operator, effect, value = '' }: JsonObject): boolean =>
    other === key && operator === 'Exists' && effect === 'NoSchedule' && value === '';
  spec.tolerations = tolerations.some(isSame)
    ? tolerations.map((toleration) => (isSame(toleration) ? { ...wanted } : toleration))
    : [...tolerations, wanted];
}
