import type { RequestAttributes, ResourceAttributes } from '../../authentication/request-attributes.ts';
import type { User } from '../../authentication/user.ts';
import { at, stringOf } from '../../objects/api-object.ts';
import type { Store } from '../../storage/store.ts';
import { type Authorization, type Authorizer, noOpinion } from '../authorizer.ts';
import { compileRule, type PolicyRule, rulesAllow } from '../rbac/policy-rule.ts';
import { nodeOfUser } from './node-of-user.ts';
import { createPodReferences, type PodReferences } from './pod-references.ts';

const LEASES = 'kube-node-lease';

/** Decides about requests of kubelets; it has no opinion about others. */
export type NodeAuthorizer = Pick<Authorizer, 'authorize' | 'rulesFor'>;

const allowed: Authorization = { decision: 'allow', reason: '' };
const refused = (reason: string): Authorization => ({ decision: 'no opinion', reason });

/** A request of a node for a resource, with what decides about it. */
interface Asked extends ResourceAttributes {
  readonly node: string;
  readonly references: PodReferences;
  readonly store: Store;
}

/**
 * Creates kube-apiserver's Node authorizer: a kubelet reads what the Pods on its node need, and its own objects. For
 * all other resources it has the `rules` of the role `system:node`.
 */
export function createNodeAuthorizer(store: Store, rules: readonly PolicyRule[]): NodeAuthorizer {
  const references = createPodReferences(store);
  const general = { rules, compiled: rules.map(compileRule) };
  const authorize = (user: User, attributes: RequestAttributes): Authorization => {
    const node = nodeOfUser(user);
    if (node === undefined) return noOpinion;
    if (node === '') return refused(`unknown node for user ${JSON.stringify(user.name)}`);
    if (attributes.isResource) {
      const { group, resource } = attributes;
      const decide = decisions.get(group === '' ? resource : `${resource}.${group}`);
      if (decide) return decide({ ...attributes, node, references, store });
    }
    return rulesAllow(general, attributes) ? allowed : noOpinion;
  };
  return {
    authorize,
    rulesFor: (user) => {
      const isNode = nodeOfUser(user) !== undefined;
      const error = isNode ? 'node authorizer does not support user rule resolution' : '';
      return { resourceRules: [], nonResourceRules: [], incomplete: isNode, error };
    },
  };
}

/** The decisions about resources that only some nodes may use. */
const decisions: ReadonlyMap<string, (asked: Asked) => Authorization> = new Map([
  ['secrets', readReferred],
  ['configmaps', readReferred],
  ['persistentvolumeclaims', (asked) => (asked.subresource === 'status' ? writeStatus(asked) : getRelated(asked))],
  ['persistentvolumes', getRelated],
  ['volumeattachments.storage.k8s.io', getRelated],
  ['resourceclaims.resource.k8s.io', getRelated],
  ['serviceaccounts', useAccount],
  ['leases.coordination.k8s.io', useLease],
  ['csinodes.storage.k8s.io', useCsiNode],
  ['nodes', useNode],
  ['pods', usePod],
  ['podcertificaterequests.certificates.k8s.io', () => noOpinion],
]);

function readReferred(asked: Asked): Authorization {
  const { verb, subresource, namespace } = asked;
  if (!isRead(verb)) return refused('can only read resources of this type');
  if (subresource !== '') return refused('cannot read subresource');
  if (namespace === '') return refused('can only read namespaced object of this type');
  return useRelated(asked);
}

function getRelated(asked: Asked): Authorization {
  if (asked.verb !== 'get') return refused('can only get individual resources of this type');
  if (asked.subresource !== '') return refused('cannot get subresource');
  return useRelated(asked);
}

function writeStatus(asked: Asked): Authorization {
  if (asked.verb !== 'update' && asked.verb !== 'patch') return refused('can only get/update/patch this type');
  return useRelated(asked);
}

function useRelated(asked: Asked): Authorization {
  if (asked.name === '') return refused('No Object name found');
  return isRelated(asked) ? allowed : refused(`no relationship found between node '${asked.node}' and this object`);
}

function isRelated({ node, references, store, resource, namespace, name }: Asked): boolean {
  if (resource === 'persistentvolumes') {
    const claim = at(store.collection('persistentvolumes').get('', name)?.object, 'spec', 'claimRef');
    const [claimNamespace, claimName] = [at(claim, 'namespace'), at(claim, 'name')].map(stringOf);
    return references.has(node, 'persistentvolumeclaims', claimNamespace ?? '', claimName ?? '');
  }
  if (resource === 'volumeattachments') {
    const attachment = store.collection('storage.k8s.io/volumeattachments').get('', name)?.object;
    return attachment !== undefined && at(attachment, 'spec', 'nodeName') === node;
  }
  return references.has(node, resource, namespace, name);
}

function useAccount(asked: Asked): Authorization {
  const { verb, subresource, name } = asked;
  if (verb === 'get' && subresource === '') return readReferred(asked);
  if (verb !== 'create' || name === '') return refused('can only create tokens for individual service accounts');
  if (subresource !== 'token') return refused('can only create token subresource of serviceaccount');
  return useRelated(asked);
}

function useLease({ verb, namespace, name, node }: Asked): Authorization {
  if (!changesOwn(verb)) return refused('can only get, create, update, patch, or delete a node lease');
  if (namespace !== LEASES) return refused(`can only access leases in the "${LEASES}" system namespace`);
  if (verb !== 'create' && name !== node)
    return refused('can only access node lease with the same name as the requesting node');
  return allowed;
}

function useCsiNode({ verb, subresource, name, node }: Asked): Authorization {
  if (!changesOwn(verb)) return refused('can only get, create, update, patch, or delete a CSINode');
  if (subresource !== '') return refused('cannot authorize CSINode subresources');
  if (verb !== 'create' && name !== node)
    return refused('can only access CSINode with the same name as the requesting node');
  return allowed;
}

function useNode({ verb, subresource, name, node }: Asked): Authorization {
  if (subresource === 'status') return verb === 'update' || verb === 'patch' ? allowed : noOpinion;
  if (subresource !== '') return noOpinion;
  if (verb === 'create' || verb === 'update' || verb === 'patch') return allowed;
  if (!isRead(verb)) return noOpinion;
  if (name === node) return allowed;
  const what = name === '' ? 'all nodes' : `'${name}'`;
  return refused(`node '${node}' cannot read ${what}, only its own Node object`);
}

function usePod(asked: Asked): Authorization {
  const { verb, subresource, name, node, fieldSelector = '' } = asked;
  switch (subresource) {
    case '':
      if (verb === 'get') return getRelated(asked);
      if (verb === 'create' || verb === 'delete') return allowed;
      if (verb !== 'list' && verb !== 'watch') return noOpinion;
      if (selectsNode(fieldSelector, node)) return allowed;
      return name === '' ? refused('can only list/watch pods with spec.nodeName field selector') : useRelated(asked);
    case 'status':
      return verb === 'update' || verb === 'patch' ? allowed : noOpinion;
    case 'eviction':
      return verb === 'create' ? allowed : noOpinion;
    default:
      return noOpinion;
  }
}

function selectsNode(fieldSelector: string, node: string): boolean {
  return fieldSelector.split(',').some((part) => /^spec\.nodeName==?(.*)$/.exec(part)?.[1] === node);
}

const isRead = (verb: string): boolean => verb === 'get' || verb === 'list' || verb === 'watch';

const changesOwn = (verb: string): boolean => ['get', 'create', 'update', 'patch', 'delete'].includes(verb);
