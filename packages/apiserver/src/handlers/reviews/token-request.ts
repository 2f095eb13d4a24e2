import { badRequest, conflict, fieldInvalid, formatTime, invalid } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { OWN_AUDIENCE } from '../../authentication/token-claims.ts';
import {
  managedTokenRequest,
  tokenRequest,
  validateTokenSeconds,
} from '../../kinds/core/service-account/token-request.ts';
import { refuse } from '../../refuse.ts';
import { documentReply, type Reply } from '../../answers/reply.ts';
import type { ApiObject } from '../../objects/api-object.ts';
import type { Call } from '../../context/call.ts';
import { getObject } from '../get.ts';
import { boundClaims } from './bound-claims.ts';
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
  const { audiences: wanted } = spec;
  const audiences = Array.isArray(wanted) && wanted.length > 0 ? wanted.map(String) : [OWN_AUDIENCE];
  const seconds = Number(spec.expirationSeconds);
  const errors = validateTokenSeconds(seconds);
  if (errors.length > 0) refuse(invalid(tokenRequest, '', errors));
  const bound = isJsonObject(spec.boundObjectRef)
    ? boundClaims(server, spec.boundObjectRef, namespace, name)
    : undefined;
  const { token, id } = server.serviceAccountTokens.issue({
    namespace,
    serviceAccount: { name, uid },
    bound,
    audiences,
    seconds,
  });
  request.annotate('authentication.kubernetes.io/issued-credential-id', `JTI=${id}`);
  const answer: ApiObject = {
    ...asked,
    metadata: { ...asked.metadata, name, namespace, uid, creationTimestamp: timeOf(server) },
    spec: { ...spec, audiences, expirationSeconds: seconds },
    status: { token, expirationTimestamp: formatTime(server.clock.now() + seconds * 1000) },
  };
  return documentReply(201, tokenRequest.codec.encode(answer));
}

function checkName({ metadata }: ApiObject, name: string): void {
  if (!metadata.name || metadata.name === name) return;
  const why = 'must match the service account name if specified';
  refuse(invalid(tokenRequest, name, [fieldInvalid('metadata.name', metadata.name, why)]));
}
