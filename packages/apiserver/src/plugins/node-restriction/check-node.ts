import { equalJson } from '@kb/apimachinery';
import { compareUtf8 } from '@kb/apimachinery/codec';
import type { AdmissionAttributes } from '../../admission/admission-attributes.ts';
import { at, type FrozenObject, objectsIn } from '../../objects/api-object.ts';
import { forbid } from '../shared/forbid.ts';
import type { NodeRequest } from './node-request.ts';

/** The labels of Kubernetes that a kubelet sets on its own Node. */
const ownLabels = new Set([
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
]);

/** A kubelet changes its own Node, but not what decides which Pods run there. */
export function checkNode(request: AdmissionAttributes, { node }: NodeRequest): void {
  const { name, operation, object, old } = request;
  if (name !== node) forbid(request, `node "${node}" is not allowed to modify node "${name}"`);
  if (!object) return;
  if (operation === 'CREATE') {
    if (at(object, 'spec', 'configSource') !== undefined)
      forbid(request, `node "${node}" is not allowed to create pods with a non-nil configSource`);
    const labels = forbiddenLabels(object.metadata.labels, {});
    if (labels.length > 0)
      forbid(request, `node "${node}" is not allowed to set the following labels: ${labels.join(', ')}`);
    return;
  }
  const source = at(object, 'spec', 'configSource');
  if (source !== undefined && !equalJson(source, at(old, 'spec', 'configSource') ?? null))
    forbid(request, `node "${node}" is not allowed to update configSource to a new non-nil configSource`);
  if (!equalJson(objectsIn(at(object, 'spec', 'taints')), objectsIn(at(old, 'spec', 'taints'))))
    forbid(request, `node "${node}" is not allowed to modify taints`);
  if (!equalJson(objectsIn(object.metadata.ownerReferences), objectsIn(old?.metadata.ownerReferences)))
    forbid(request, `node "${node}" is not allowed to modify ownerReferences`);
  const labels = forbiddenLabels(object.metadata.labels, old?.metadata.labels);
  if (labels.length > 0) forbid(request, `is not allowed to modify labels: ${labels.join(', ')}`);
}

type Labels = FrozenObject['metadata']['labels'];

/** The labels that differ, and that a kubelet may not change. */
function forbiddenLabels(labels: Labels = {}, before: Labels = {}): string[] {
  return Object.keys({ ...before, ...labels })
    .filter((key) => labels[key] !== before[key] && isForbidden(key))
    .sort(compareUtf8);
}

function isForbidden(key: string): boolean {
  const end = key.indexOf('/');
  const namespace = end === -1 ? '' : key.slice(0, end);
  const isBelow = (domain: string): boolean => namespace === domain || namespace.endsWith(`.${domain}`);
  if (isBelow('node-restriction.kubernetes.io')) return true;
  if (!isBelow('kubernetes.io') && !isBelow('k8s.io')) return false;
  return !ownLabels.has(key) && !isBelow('kubelet.kubernetes.io') && !isBelow('node.kubernetes.io');
}
