import { type JsonObject, notFound } from '@kb/apimachinery';
import type { AdmissionAttributes } from '../../admission/admission-attributes.ts';
import { at, type FrozenObject, objectsIn, own, stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { forbid } from '../shared/forbid.ts';
import type { NodeRequest } from './node-request.ts';

/** A kubelet requests tokens for the Pods on its node, and for those to whom their volumes show them. */
export function checkTokenRequest(request: AdmissionAttributes, asker: NodeRequest): void {
  const { operation, subresource, object, namespace } = request;
  if (operation !== 'CREATE' || subresource !== 'token' || !object) return;
  const { node, server } = asker;
  const bound = at(object, 'spec', 'boundObjectRef');
  const name = stringOf(own(bound, 'name'));
  if (own(bound, 'apiVersion') !== 'v1' || own(bound, 'kind') !== 'Pod' || name === '')
    forbid(request, 'node requested token not bound to a pod');
  const uid = stringOf(own(bound, 'uid'));
  if (uid === '') forbid(request, 'node requested token with a pod binding without a uid');
  const pod = server.store.collection('pods').get(namespace, name)?.object;
  if (!pod) return refuse(notFound({ group: '', plural: 'pod' }, name));
  if (uid !== pod.metadata.uid) {
    const why = `the UID in the bound object reference (${uid}) does not match the UID in record`;
    forbid(request, `${why}. The object might have been deleted and then recreated`);
  }
  if (at(pod, 'spec', 'nodeName') !== node)
    forbid(request, 'node requested token bound to a pod scheduled on a different node');
  checkAudience(request, pod, asker);
}

function checkAudience(request: AdmissionAttributes, pod: FrozenObject, { server }: NodeRequest): void {
  const { caller, namespace, name, object } = request;
  const given = at(object, 'spec', 'audiences');
  const audiences = Array.isArray(given) ? given : [];
  if (audiences.length > 1) forbid(request, 'node may only request 0 or 1 audiences');
  const audience = stringOf(audiences[0]);
  const { isFound, problems } = findAudience(pod, audience, server);
  if (isFound) return;
  if (problems.length > 0) {
    const all = problems.length === 1 ? problems.join() : `[${problems.join(', ')}]`;
    forbid(request, `error validating audience "${audience}": ${all}`);
  }
  const verb = 'request-serviceaccounts-token-audience';
  const permission = { verb, group: '', resource: audience, subresource: '', namespace, name };
  const { decision } = server.authorizer.authorize(caller.user, { isResource: true, path: '', ...permission });
  if (decision === 'allow') return;
  forbid(
    request,
    `audience "${audience}" not found in pod spec volume, ${caller.user.name} is not authorized to request tokens for this audience`,
  );
}

interface AudienceSearch {
  readonly isFound: boolean;
  /** Why volumes could not be examined. */
  readonly problems: readonly string[];
}

/** Looks for an audience in the volumes of a Pod, and in the CSI drivers of those. */
function findAudience(pod: FrozenObject, audience: string, { store }: NodeRequest['server']): AudienceSearch {
  const problems: string[] = [];
  for (const volume of objectsIn(own(pod.spec, 'volumes'))) {
    const tokens = objectsIn(at(volume, 'projected', 'sources')).map((source) => source.serviceAccountToken);
    if (tokens.some((token) => token !== undefined && stringOf(own(token, 'audience')) === audience))
      return { isFound: true, problems };
    const driver = driverOf(volume, pod, store);
    if (driver === undefined) continue;
    if (typeof driver === 'object') {
      problems.push(driver.problem);
      continue;
    }
    const stored = store.collection('storage.k8s.io/csidrivers').get('', driver)?.object;
    if (!stored) problems.push(`csidriver.storage.k8s.io "${driver}" not found`);
    const requests = objectsIn(at(stored, 'spec', 'tokenRequests'));
    if (requests.some((one) => stringOf(one.audience) === audience)) return { isFound: true, problems };
  }
  return { isFound: false, problems };
}

/** The CSI driver of a volume; undefined if there is none. */
function driverOf(
  volume: JsonObject,
  { metadata }: FrozenObject,
  store: NodeRequest['server']['store'],
): string | { readonly problem: string } | undefined {
  if (volume.csi !== undefined) return stringOf(at(volume, 'csi', 'driver')) || undefined;
  const ephemeral = volume.ephemeral === undefined ? undefined : `${metadata.name ?? ''}-${stringOf(volume.name)}`;
  const claimName = ephemeral ?? at(volume, 'persistentVolumeClaim', 'claimName');
  if (typeof claimName !== 'string') return undefined;
  const claim = store.collection('persistentvolumeclaims').get(metadata.namespace ?? '', claimName)?.object;
  if (!claim) return { problem: `persistentvolumeclaim "${claimName}" not found` };
  const volumeName = stringOf(at(claim, 'spec', 'volumeName'));
  const stored = store.collection('persistentvolumes').get('', volumeName)?.object;
  if (!stored) return { problem: `persistentvolume "${volumeName}" not found` };
  return stringOf(at(stored, 'spec', 'csi', 'driver')) || undefined;
}
