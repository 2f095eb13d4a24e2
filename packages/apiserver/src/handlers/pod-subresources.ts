import {
  badRequest,
  conflict,
  failureStatus,
  type JsonObject,
  notFound,
  setCondition,
  type Status,
} from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import { documentReply, type Reply } from '../http/reply.ts';
import { readWriteOptions } from '../http/write-options.ts';
import { type ApiObject, at, type FrozenObject, isJsonObject, objectsIn, own } from '../resources/api-object.ts';
import { groupResource } from '../resources/served-resource.ts';
import { deleteObject } from './delete-object.ts';
import type { Call } from './endpoint.ts';
import { evictionBudget } from './eviction-budget.ts';
import { getObject } from './get.ts';
import { readDocument } from './read-object.ts';
import { updateObject } from './update-object.ts';

const CREATED: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
const BINDING = { group: '', plural: 'pods/binding' };

/** POST of a Binding: gives a pod its node. */
export async function handleBinding(call: Call): Promise<Reply> {
  const { server, request, endpoint } = call;
  const { resource, namespace, name } = endpoint;
  const { value } = await readDocument(request, 'Binding');
  const options = readWriteOptions(request, 'CreateOptions');
  const node = at(value, 'target', 'name');
  if (typeof node !== 'string' || node === '') return refuse(badRequest('target.name: Required value'));
  const { annotations, labels } = (isJsonObject(own(value, 'metadata')) ? own(value, 'metadata') : {}) as Record<
    string,
    Record<string, string>
  >;
  await updateObject({
    server,
    resource,
    subresource: 'binding',
    namespace,
    name,
    dryRun: options.dryRun,
    warn: request.warn,
    fromLive: true,
    transform: (live) => {
      checkBindable(live, name);
      return bound(live, node, { annotations, labels }, server.clock.now());
    },
  });
  return documentReply(201, CREATED);
}

function checkBindable(pod: FrozenObject, name: string): void {
  if (pod.metadata.deletionTimestamp !== undefined)
    refuse(conflict(BINDING, name, `pod ${name} is being deleted, cannot be assigned to a host`));
  const node = at(pod, 'spec', 'nodeName');
  if (node) refuse(conflict(BINDING, name, `pod ${name} is already assigned to node ${JSON.stringify(node)}`));
  if (objectsIn(at(pod, 'spec', 'schedulingGates')).length > 0)
    refuse(conflict(BINDING, name, `pod ${name} has non-empty .spec.schedulingGates`));
}

function bound(
  pod: FrozenObject,
  nodeName: string,
  { annotations, labels }: { readonly annotations?: Record<string, string>; readonly labels?: Record<string, string> },
  now: number,
): ApiObject {
  const conditions = objectsIn(at(pod, 'status', 'conditions')) as unknown as Parameters<typeof setCondition>[0];
  const { nominatedNodeName: _, ...status } = (pod.status ?? {}) as JsonObject;
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      ...(annotations && { annotations: { ...pod.metadata.annotations, ...annotations } }),
      ...(labels && { labels: { ...pod.metadata.labels, ...labels } }),
    },
    spec: { ...pod.spec, nodeName },
    status: {
      ...status,
      conditions: setCondition(conditions, { type: 'PodScheduled', status: 'True', reason: '', message: '' }, now),
    },
  } as unknown as ApiObject;
}

/** POST of an Eviction: deletes a pod, unless a disruption budget is against it. */
export async function handleEviction({ server, request, endpoint }: Call): Promise<Reply> {
  const { resource, namespace, name } = endpoint;
  const { value } = await readDocument(request, 'Eviction');
  const options = readWriteOptions(request, 'CreateOptions');
  const named = at(value, 'metadata', 'name');
  if (typeof named === 'string' && named !== '' && named !== name) {
    refuse(
      badRequest(
        `name in URL does not match name in Eviction object: ${JSON.stringify(name)} vs ${JSON.stringify(named)}`,
      ),
    );
  }
  const stored = server.store.collection(resource.collection).get(namespace, name);
  if (!stored) return refuse(notFound(groupResource(resource), name));
  const budget = evictionBudget(server, stored.object);
  budget?.check();
  const deleteOptions = own(value, 'deleteOptions');
  const grace = own(deleteOptions, 'gracePeriodSeconds');
  const dryRun = options.dryRun || own(deleteOptions, 'dryRun') !== undefined;
  if (!dryRun) budget?.spend();
  deleteObject(server, resource, server.store.collection(resource.collection).get(namespace, name) ?? stored, {
    dryRun,
    gracePeriodSeconds: typeof grace === 'number' ? grace : undefined,
    propagation: undefined,
    preconditions: {},
    asksForBackground: false,
  });
  return documentReply(201, CREATED);
}

/** What needs a container that runs: logs, exec, attach, port-forward, proxy. Nothing runs here, and so it is refused. */
export function handleContainerAccess(call: Call): Reply {
  const { endpoint } = call;
  const { name, subresource } = endpoint;
  const pod = getObject(call);
  if (!at(pod, 'spec', 'nodeName')) {
    if (subresource === 'log') return { type: 'raw', status: 204, contentType: undefined, body: new Uint8Array() };
    refuse(badRequest(`pod ${name} does not have a host assigned`));
  }
  return refuse(
    failureStatus({
      code: 501,
      message: `the embedded API server runs no containers: pods/${String(subresource)} is not supported`,
    }),
  );
}
