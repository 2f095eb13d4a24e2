import { badRequest, conflict, type JsonObject, notFound } from '@kb/apimachinery';
import type { ObjectClaim, TokenDemand } from '../../authentication/token-claims.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { at, stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';

const bindable: Readonly<Record<string, string>> = { Pod: 'pods', Secret: 'secrets', Node: 'nodes' };

/**
 * Returns the claims about the object that a token is bound to, and the node that a Pod is on. Throws the StatusError
 * of an object that is missing, or that tokens of the account cannot be bound to.
 */
export function boundClaims(
  server: ServerContext,
  ref: JsonObject,
  namespace: string,
  account: string,
): NonNullable<TokenDemand['bound']> {
  const apiVersion = stringOf(ref.apiVersion);
  const kind = stringOf(ref.kind);
  const name = stringOf(ref.name);
  const wanted = stringOf(ref.uid);
  const plural = apiVersion.includes('/') || !Object.hasOwn(bindable, kind) ? undefined : bindable[kind];
  if (plural === undefined) {
    const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
    return refuse(badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`));
  }
  const stored = server.store.collection(plural).get(kind === 'Node' ? '' : namespace, name);
  if (!stored) return refuse(notFound({ group: '', plural }, name));
  const { object } = stored;
  if (kind === 'Pod' && at(object, 'spec', 'serviceAccountName') !== account) {
    const why = `cannot bind token for serviceaccount ${JSON.stringify(account)} to pod running with different serviceaccount name.`;
    refuse(badRequest(why));
  }
  const uid = object.metadata.uid ?? '';
  if (wanted !== '' && wanted !== uid) {
    const why = `the UID in the bound object reference (${wanted}) does not match the UID in record. The object might have been deleted and then recreated`;
    refuse(conflict({ group: '', plural: kind }, name, why));
  }
  const claim = { name, uid };
  if (kind === 'Node') return { node: claim };
  if (kind === 'Secret') return { secret: claim };
  const nodeName = stringOf(at(object, 'spec', 'nodeName'));
  return { pod: claim, ...(nodeName !== '' && { node: nodeClaim(server, nodeName) }) };
}

function nodeClaim({ store }: ServerContext, name: string): ObjectClaim {
  const uid = store.collection('nodes').get('', name)?.object.metadata.uid;
  return { name, ...(uid !== undefined && { uid }) };
}
