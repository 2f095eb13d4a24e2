import { conflict, fieldInvalid, formatTime, invalid, type JsonObject, notFound, badRequest } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { serviceAccountGroups, serviceAccountUser } from '../../authentication/service-account-name.ts';
import { OWN_AUDIENCE } from '../../authentication/service-account-tokens.ts';
import { AUTHENTICATED, type User } from '../../authentication/user.ts';
import {
  managedTokenRequest,
  tokenRequest,
  validateTokenSeconds,
} from '../../kinds/core/service-account/token-request.ts';
import { refuse } from '../../refuse.ts';
import { documentReply, type Reply } from '../../answers/reply.ts';
import { type ApiObject, at } from '../../objects/api-object.ts';
import type { ServerContext } from '../../context/server-context.ts';
import type { Call } from '../../context/call.ts';
import { getObject } from '../get.ts';
import { trackUpdate } from '../../pipelines/managed-fields.ts';
import { writeCaller } from '../admission-caller.ts';
import { admitPosted } from '../../pipelines/admission/admit-posted.ts';
import { readWrite } from '../bodies/read-document.ts';
import { decodeSent } from '../bodies/read-object.ts';
import { timeOf } from '../../pipelines/time-of.ts';

/**
 * Handles POST to `serviceaccounts/NAME/token`: returns a token of the account. The token is valid until it expires, or
 * until the account or the object that it is bound to is deleted.
 */
export async function handleTokenRequest(call: Call): Promise<Reply> {
  const { server, request, endpoint } = call;
  const { namespace, name } = endpoint;
  const { document, options } = await readWrite(request, tokenRequest, 'CreateOptions');
  const sent = decodeSent(request, document, tokenRequest, options.fieldValidation);
  if (sent.metadata.namespace && sent.metadata.namespace !== namespace)
    refuse(badRequest('the namespace of the provided object does not match the namespace sent on the request'));
  const tracked = trackUpdate(
    {
      server,
      resource: { managedEndpoint: managedTokenRequest },
      subresource: endpoint.subresource,
      manager: options.manager,
    },
    undefined,
    sent,
  );
  const asked = await admitPosted(server, {
    caller: writeCaller(server, request, 'CreateOptions'),
    operation: 'CREATE',
    resource: endpoint.resource,
    subresource: endpoint.subresource,
    kind: tokenRequest,
    codec: tokenRequest.codec,
    namespace,
    name,
    object: tracked,
    old: undefined,
  });
  checkName(asked, name);
  const account = getObject(call);
  const uid = account.metadata.uid ?? '';
  if (asked.metadata.uid && asked.metadata.uid !== uid) {
    const why = `the UID in the token request (${asked.metadata.uid}) does not match the UID of the service account (${uid})`;
    refuse(conflict({ group: tokenRequest.group, plural: tokenRequest.kind }, name, why));
  }
  const spec = asked.spec ?? {};
  const audiences = Array.isArray(spec.audiences) && spec.audiences.length > 0 ? spec.audiences : [OWN_AUDIENCE];
  const seconds = Number(spec.expirationSeconds);
  const errors = validateTokenSeconds(seconds);
  if (errors.length > 0) refuse(invalid(tokenRequest, '', errors));
  const bound = isJsonObject(spec.boundObjectRef)
    ? boundObject(server, spec.boundObjectRef, namespace, name)
    : undefined;
  const expires = server.clock.now() + seconds * 1000;
  if (options.dryRun) return documentReply(201, shown(''));
  const token = server.serviceAccountTokens.issue((id) => ({
    user: userOf(namespace, name, uid, id, bound?.extra),
    audiences: audiences.map(String),
    expires,
    isValid: () => isThere(server, 'serviceaccounts', namespace, name, uid) && (bound?.isThere() ?? true),
  }));
  return documentReply(201, shown(token));

  function shown(text: string): JsonObject {
    const answer: ApiObject = {
      ...asked,
      metadata: { ...asked.metadata, name, namespace, uid, creationTimestamp: timeOf(server) },
      spec: { ...spec, audiences, expirationSeconds: seconds },
      status: { token: text, expirationTimestamp: formatTime(expires) },
    };
    return tokenRequest.codec.encode(answer) as ApiObject & JsonObject;
  }
}

function checkName({ metadata }: ApiObject, name: string): void {
  if (!metadata.name || metadata.name === name) return;
  const why = 'must match the service account name if specified';
  refuse(invalid(tokenRequest, name, [fieldInvalid('metadata.name', metadata.name, why)]));
}

/** The object that a token is bound to. */
interface BoundObject {
  readonly extra: Readonly<Record<string, readonly string[]>>;
  readonly isThere: () => boolean;
}

const bindable: Readonly<Record<string, string>> = { Pod: 'pods', Secret: 'secrets', Node: 'nodes' };

/**
 * Finds the object that a token is bound to. Throws the StatusError of one that is missing, or that tokens cannot be
 * bound to.
 */
function boundObject(server: ServerContext, ref: JsonObject, namespace: string, account: string): BoundObject {
  const [apiVersion, kind, name, wanted] = ['apiVersion', 'kind', 'name', 'uid'].map((field) => {
    const value = ref[field];
    return typeof value === 'string' ? value : '';
  }) as [string, string, string, string];
  const plural = apiVersion.includes('/') ? undefined : bindable[kind];
  if (plural === undefined) {
    const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
    return refuse(badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`));
  }
  const where = plural === 'nodes' ? '' : namespace;
  const stored = server.store.collection(plural).get(where, name);
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
  const prefix = `authentication.kubernetes.io/${kind.toLowerCase()}`;
  return {
    extra: kind === 'Secret' ? {} : { [`${prefix}-name`]: [name], [`${prefix}-uid`]: [uid] },
    isThere: () => isThere(server, plural, where, name, uid),
  };
}

function isThere({ store }: ServerContext, plural: string, namespace: string, name: string, uid: string): boolean {
  return store.collection(plural).get(namespace, name)?.object.metadata.uid === uid;
}

function userOf(
  namespace: string,
  account: string,
  uid: string,
  id: string,
  extra: Readonly<Record<string, readonly string[]>> = {},
): User {
  return {
    name: serviceAccountUser({ namespace, name: account }),
    uid,
    groups: [...serviceAccountGroups(namespace), AUTHENTICATED],
    extra: { 'authentication.kubernetes.io/credential-id': [`JTI=${id}`], ...extra },
  };
}
