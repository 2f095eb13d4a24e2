import { equalJson, type JsonObject, type JsonValue, notFound } from '@kb/apimachinery';
import type { AdmissionAttributes } from '../../admission/admission-attributes.ts';
import { type ApiObject, at, type FrozenObject, objectsIn, own, stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { forbid } from '../shared/forbid.ts';
import type { NodeRequest } from './node-request.ts';
import { referredKind } from './referred-kind.ts';

const MIRROR = 'kubernetes.io/config.mirror';

/** A kubelet creates the mirrors of its static Pods, reports on the Pods of its node, evicts and deletes them. */
export function checkPod(request: AdmissionAttributes, asker: NodeRequest): void {
  switch (request.subresource ?? '') {
    case '':
      if (request.operation === 'CREATE') return checkMirror(request, asker);
      if (request.operation === 'DELETE')
        return checkOnNode(request, asker, `node "${asker.node}" can only delete pods`);
      return forbid(
        request,
        `unexpected operation "${request.operation}", node "${asker.node}" can only create and delete mirror pods`,
      );
    case 'status':
      return checkStatus(request, asker);
    case 'eviction':
      return checkOnNode(request, asker, `node ${asker.node} can only evict pods`);
    default: {
      const why = `unexpected pod subresource "${request.subresource}", only 'status' and 'eviction' are allowed`;
      return forbid(request, why);
    }
  }
}

function checkOnNode(request: AdmissionAttributes, { node, server }: NodeRequest, what: string): void {
  const { namespace, name } = request;
  const pod = server.store.collection('pods').get(namespace, name)?.object;
  if (!pod) return refuse(notFound({ group: '', plural: 'pod' }, name));
  if (at(pod, 'spec', 'nodeName') !== node) forbid(request, `${what} with spec.nodeName set to itself`);
}

function checkMirror(request: AdmissionAttributes, { node, server }: NodeRequest): void {
  const { object: pod } = request;
  if (!pod) return;
  const only = `node "${node}" can only create pods`;
  if (pod.metadata.annotations?.[MIRROR] === undefined)
    forbid(request, `pod does not have "${MIRROR}" annotation, node "${node}" can only create mirror pods`);
  if (own(pod.spec, 'nodeName') !== node) forbid(request, `${only} with spec.nodeName set to itself`);
  checkOwner(request, pod, { node, server });
  const kind = referredKind(pod);
  if (kind !== undefined) forbid(request, `node "${node}" can not create pods that reference ${kind}`);
}

function checkOwner(request: AdmissionAttributes, pod: ApiObject, { node, server }: NodeRequest): void {
  const only = `node "${node}" can only create pods with`;
  const owners = objectsIn(pod.metadata.ownerReferences);
  const [owner] = owners;
  if (owners.length > 1) forbid(request, `${only} a single owner reference set to itself`);
  if (owner?.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node)
    return forbid(request, `${only} an owner reference set to itself`);
  if (owner.controller !== true) forbid(request, `${only} a controller owner reference set to itself`);
  if (owner.blockOwnerDeletion === true)
    forbid(request, `node "${node}" must not set blockOwnerDeletion on an owner reference`);
  const stored = server.store.collection('nodes').get('', node)?.object;
  if (!stored) return refuse(notFound({ group: '', plural: 'node' }, node));
  const { uid = '' } = stored.metadata;
  if (owner.uid !== uid) forbid(request, `node ${node} UID mismatch: expected ${stringOf(owner.uid)} got ${uid}`);
}

function checkStatus(request: AdmissionAttributes, { node }: NodeRequest): void {
  const { operation, object, old } = request;
  if (operation !== 'UPDATE' || !object) return forbid(request, `unexpected operation "${operation}"`);
  if (at(old, 'spec', 'nodeName') !== node)
    forbid(request, `node "${node}" can only update pod status for pods with spec.nodeName set to itself`);
  if (!equalJson({ ...old?.metadata.labels }, { ...object.metadata.labels }))
    forbid(request, `node "${node}" cannot update labels through pod status`);
  if (!equalJson(claimsOf(old), claimsOf(object)))
    forbid(request, `node "${node}" cannot update resource claim statues`);
  if (!equalJson(extendedClaimOf(old), extendedClaimOf(object)))
    forbid(request, `node "${node}" cannot update extended resource claim status`);
}

const claimsOf = (pod: ApiObject | FrozenObject | undefined): JsonObject[] =>
  objectsIn(at(pod, 'status', 'resourceClaimStatuses')).map(({ name = null, resourceClaimName = null }) => ({
    name,
    resourceClaimName,
  }));

const extendedClaimOf = (pod: ApiObject | FrozenObject | undefined): JsonValue =>
  at(pod, 'status', 'extendedResourceClaimStatus') ?? null;
