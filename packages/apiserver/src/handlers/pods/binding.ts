import {
  badRequest,
  conflict,
  formatFieldError,
  genericError,
  type JsonObject,
  setCondition,
  type Status,
} from '@kb/apimachinery';
import { refuse } from '../../refuse.ts';
import { documentReply, type Reply } from '../../answers/reply.ts';
import { readWriteOptions } from '../../http/write-options.ts';
import { type ApiObject, at, type FrozenObject, objectsIn } from '../../objects/api-object.ts';
import { conditionsOf } from '../../objects/conditions-of.ts';
import { postedBinding, validateBinding } from '../../kinds/core/binding.ts';
import { groupResource, type ServedResource } from '../../resources/served-resource.ts';
import type { Call } from '../../context/call.ts';
import { failedPrecondition, storageError } from '../../pipelines/preconditions.ts';
import { writeCaller } from '../admission-caller.ts';
import { admitPosted } from '../../pipelines/admission/admit-posted.ts';
import { readWrite } from '../bodies/read-document.ts';
import { decodeSent } from '../bodies/read-object.ts';
import { updateObject } from '../../pipelines/update-object.ts';

/** The response of an operation without an object to return. */
export const created: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };

const subject = { group: '', plural: 'pods/binding' };

/** Handles POST of a Binding to a pod, which assigns its node. */
export async function handleBinding(call: Call): Promise<Reply> {
  const binding = await readBinding(call);
  const { resource, name } = call.endpoint;
  if (binding.metadata.name !== name) refuse(badRequest('name in URL does not match name in Binding object'));
  return bind(call, resource, binding);
}

/** Handles POST of a Binding to the collection of all bindings, as old schedulers do: the Binding names its pod. */
export async function handleLegacyBinding(call: Call): Promise<Reply> {
  const binding = await readBinding(call);
  const pods = call.server.registry.find('', 'v1', 'pods');
  if (!pods) throw new Error('pods are not served');
  return bind(call, pods, binding);
}

async function readBinding({ request, endpoint }: Call): Promise<ApiObject> {
  const { document, options } = await readWrite(request, postedBinding, 'CreateOptions');
  const binding = decodeSent(request, document, postedBinding, options.fieldValidation);
  const { namespace } = binding.metadata;
  if (namespace && namespace !== endpoint.namespace)
    refuse(badRequest('the namespace of the provided object does not match the namespace sent on the request'));
  return binding;
}

async function bind({ server, request, endpoint }: Call, resource: ServedResource, binding: ApiObject): Promise<Reply> {
  const errors = validateBinding(binding);
  if (errors.length > 0) {
    const texts = errors.map(formatFieldError);
    refuse(genericError(texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`));
  }
  const admitted = await admitPosted(server, {
    caller: writeCaller(server, request, 'CreateOptions'),
    operation: 'CREATE',
    resource: endpoint.resource,
    subresource: endpoint.subresource,
    kind: postedBinding,
    codec: postedBinding.codec,
    namespace: endpoint.namespace,
    name: endpoint.name || (binding.metadata.name ?? ''),
    object: binding,
    old: undefined,
  });
  const { name = '', uid, resourceVersion } = admitted.metadata;
  const { dryRun } = readWriteOptions(request, 'CreateOptions');
  await updateObject({
    server,
    resource,
    subresource: 'binding',
    namespace: endpoint.namespace,
    name,
    dryRun,
    warn: request.warn,
    fromLive: true,
    transform: (live) => {
      const failed = failedPrecondition(live, { uid: uid || undefined, resourceVersion: resourceVersion || undefined });
      if (failed !== undefined)
        refuse(conflict(groupResource(resource), name, storageError(resource, live, failed, dryRun)));
      checkBindable(live, name);
      return bound(live, admitted, server.clock.now());
    },
  });
  return documentReply(201, created);
}

function checkBindable(pod: FrozenObject, name: string): void {
  if (pod.metadata.deletionTimestamp !== undefined)
    refuse(conflict(subject, name, `pod ${name} is being deleted, cannot be assigned to a host`));
  const node = at(pod, 'spec', 'nodeName');
  if (node) refuse(conflict(subject, name, `pod ${name} is already assigned to node ${JSON.stringify(node)}`));
  if (objectsIn(at(pod, 'spec', 'schedulingGates')).length > 0)
    refuse(conflict(subject, name, `pod ${name} has non-empty .spec.schedulingGates`));
}

function bound(pod: FrozenObject, binding: ApiObject, now: number): ApiObject {
  const { nominatedNodeName: _, ...status } = (pod.status ?? {}) as JsonObject;
  const { annotations, labels } = binding.metadata;
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      ...(annotations && { annotations: { ...pod.metadata.annotations, ...annotations } }),
      ...(labels && { labels: { ...pod.metadata.labels, ...labels } }),
    },
    spec: { ...pod.spec, nodeName: at(binding, 'target', 'name') ?? '' },
    status: {
      ...status,
      conditions: setCondition(
        conditionsOf(pod),
        { type: 'PodScheduled', status: 'True', reason: '', message: '' },
        now,
      ),
    },
  } as unknown as ApiObject;
}
