import { equalJson, type JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { AdmissionAttributes } from '../../admission/admission-attributes.ts';
import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import { nodeOfUser } from '../../authorization/node/node-of-user.ts';
import { own } from '../../objects/api-object.ts';
import { forbid } from '../shared/forbid.ts';
import { checkNode } from './check-node.ts';
import { checkPod } from './check-pod.ts';
import { checkTokenRequest } from './check-token-request.ts';
import type { NodeCheck, NodeRequest } from './node-request.ts';

const LEASES = 'kube-node-lease';

const checks: ReadonlyMap<string, NodeCheck> = new Map([
  ['pods', checkPod],
  ['nodes', checkNode],
  ['persistentvolumeclaims', checkClaim],
  ['serviceaccounts', checkTokenRequest],
  ['leases.coordination.k8s.io', checkLease],
  ['csinodes.storage.k8s.io', checkCsiNode],
]);

/** NodeRestriction: a kubelet changes only its own Node, and the Pods on it. */
export function nodeRestriction(server: NodeRequest['server']): AdmissionPlugin {
  const check = (request: AdmissionAttributes): void => {
    const node = nodeOfUser(request.caller.user);
    if (node === undefined) return;
    if (node === '') forbid(request, `could not determine node from user ${JSON.stringify(request.caller.user.name)}`);
    const { group, plural } = request.resource;
    checks.get(group === '' ? plural : `${plural}.${group}`)?.(request, { node, server });
  };
  return { name: 'NodeRestriction', mutate: (write) => check(write), mutateDeletion: (deletion) => check(deletion) };
}

/** Of a claim, a kubelet reports the size that its volume has. */
function checkClaim(request: AdmissionAttributes, { node }: NodeRequest): void {
  const { subresource, operation, object, old } = request;
  if (subresource !== 'status') forbid(request, 'may only update PVC status');
  if (operation !== 'UPDATE' || !object) return forbid(request, `unexpected operation "${operation}"`);
  if (equalJson(unreported(object), unreported(old))) return;
  forbid(request, `node "${node}" is not allowed to update fields other than status.quantity and status.conditions`);
}

const reported = new Set(['capacity', 'conditions', 'allocatedResourceStatuses', 'allocatedResources']);

const byItself = new Set(['resourceVersion', 'managedFields']);

/** A claim without what kubelets report, and without what writes change by themselves. */
function unreported(claim: unknown): JsonValue {
  return {
    metadata: without(own(claim, 'metadata'), byItself),
    spec: own(claim, 'spec') ?? null,
    status: without(own(claim, 'status'), reported),
  };
}

function without(object: JsonValue | undefined, fields: ReadonlySet<string>): JsonValue {
  return isJsonObject(object) ? Object.fromEntries(Object.entries(object).filter(([name]) => !fields.has(name))) : {};
}

function checkLease(request: AdmissionAttributes, { node }: NodeRequest): void {
  if (request.namespace !== LEASES) forbid(request, `can only access leases in the "${LEASES}" system namespace`);
  if (nameIn(request) !== node) forbid(request, 'can only access node lease with the same name as the requesting node');
}

function checkCsiNode(request: AdmissionAttributes, { node }: NodeRequest): void {
  if (nameIn(request) !== node) forbid(request, 'can only access CSINode with the same name as the requesting node');
}

const nameIn = ({ operation, name, object }: AdmissionAttributes): string =>
  operation === 'CREATE' ? (object?.metadata.name ?? '') : name;
