import {
  badRequest,
  fieldInvalid,
  genericError,
  invalid,
  type JsonObject,
  notFound,
  setCondition,
} from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { refuse } from '../../refuse.ts';
import { documentReply, type Reply } from '../../answers/reply.ts';
import type { ApiObject, FrozenObject } from '../../objects/api-object.ts';
import { eviction as postedEviction } from '../../kinds/core/pod/eviction.ts';
import { conditionsOf } from '../../objects/conditions-of.ts';
import { groupResource } from '../../resources/served-resource.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import { checkPreconditions, deleteObject } from '../../pipelines/delete-object.ts';
import { checkDeleteOptions } from '../bodies/delete-options.ts';
import type { Call } from '../../context/call.ts';
import { writeCaller } from '../admission-caller.ts';
import { admitPosted } from '../../pipelines/admission/admit-posted.ts';
import { type ReadDocument, readWrite } from '../bodies/read-document.ts';
import { decodeSent } from '../bodies/read-object.ts';
import { updateObject } from '../../pipelines/update-object.ts';
import { created } from './binding.ts';
import { evictionBudget } from './eviction-budget.ts';

/** An option of deletions that evictions do not have. */
const UNSAFE = 'ignoreStoreReadErrorWithClusterBreakingPotential';

/** Handles POST of an Eviction: deletes a pod, unless a disruption budget forbids it. */
export async function handleEviction(call: Call): Promise<Reply> {
  const { server, request, endpoint } = call;
  const { resource, namespace, name } = endpoint;
  const { document, options } = await readWrite(request, postedEviction, 'CreateOptions');
  const posted = decodeSent(request, inServedVersion(document), postedEviction, options.fieldValidation);
  if (posted.metadata.name !== name) refuse(badRequest('name in URL does not match name in Eviction object'));
  const { namespace: ownNamespace } = posted.metadata;
  if (ownNamespace && ownNamespace !== namespace)
    refuse(badRequest('the namespace of the provided object does not match the namespace sent on the request'));
  if (isJsonObject(posted.deleteOptions) && posted.deleteOptions[UNSAFE] === true) {
    const why = 'can not be set for pod eviction, try after removing the option';
    refuse(invalid(postedEviction, name, [fieldInvalid(`deleteOptions.${UNSAFE}`, true, why)]));
  }
  const eviction = await admitPosted(server, {
    caller: writeCaller(server, request, 'CreateOptions'),
    operation: 'CREATE',
    resource,
    subresource: endpoint.subresource,
    kind: postedEviction,
    codec: postedEviction.codec,
    namespace,
    name,
    object: posted,
    old: undefined,
  });
  const asked = isJsonObject(eviction.deleteOptions) ? eviction.deleteOptions : {};
  const deleteOptions = withDryRun(asked, request.query.getAll('dryRun'));
  const dryRun = Array.isArray(deleteOptions.dryRun) && deleteOptions.dryRun.length > 0;
  const collection = server.store.collection(resource.collection);
  const find = (): StoredObject => collection.get(namespace, name) ?? refuse(notFound(groupResource(resource), name));
  evictionBudget(server, find().object)?.spend(dryRun);
  if (!dryRun) await markDisrupted(call, asked);
  const stored = find();
  // The update above made a new version of the pod, so a requested version that was checked is not checked again.
  const { preconditions, ...rest } = checkDeleteOptions(deleteOptions);
  const { uid } = preconditions;
  deleteObject(server, resource, stored, {
    ...rest,
    preconditions: dryRun ? preconditions : { ...(uid !== undefined && { uid }) },
  });
  return documentReply(201, created);
}

/** Old clients send `policy/v1beta1`, which is identical. */
function inServedVersion(document: ReadDocument): ReadDocument {
  const { value } = document;
  if (!isJsonObject(value) || value.apiVersion !== 'policy/v1beta1') return document;
  return { ...document, value: { ...value, apiVersion: postedEviction.apiVersion } };
}

/** Both the request and the options of the delete can request a dry run. */
function withDryRun(options: JsonObject, query: string[]): JsonObject {
  const own = Array.isArray(options.dryRun) ? options.dryRun.map(String) : [];
  if (own.length === 0) return { ...options, dryRun: query };
  if (query.length === 0 || own.join() === query.join()) return options;
  const shown = (list: readonly string[]): string => `[${list.join(' ')}]`;
  return refuse(genericError(`Non-matching dry-run options in request and content: ${shown(query)} and ${shown(own)}`));
}

/** Records in the pod's conditions why it is deleted. */
async function markDisrupted({ server, request, endpoint }: Call, options: JsonObject): Promise<void> {
  const { resource, namespace, name } = endpoint;
  const { uid, resourceVersion } = isJsonObject(options.preconditions) ? options.preconditions : {};
  const preconditions = {
    ...(typeof uid === 'string' && uid !== '' && { uid }),
    ...(typeof resourceVersion === 'string' && resourceVersion !== '' && { resourceVersion }),
  };
  await updateObject({
    server,
    resource,
    subresource: 'status',
    namespace,
    name,
    dryRun: false,
    warn: request.warn,
    fromLive: true,
    transform: (live) => {
      checkPreconditions(resource, live, { preconditions });
      return disrupted(live, server.clock.now());
    },
  });
}

function disrupted(pod: FrozenObject, now: number): ApiObject {
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  } as const;
  return {
    ...pod,
    metadata: { ...pod.metadata },
    status: { ...pod.status, conditions: setCondition(conditionsOf(pod), condition, now) },
  } as unknown as ApiObject;
}
