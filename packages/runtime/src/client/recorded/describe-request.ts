import { isStatusError, type KubernetesObject, type ObjectKey, type Resource } from '@kb/apimachinery';
import { isRecord } from '@kb/apimachinery/codec';
import { inspectedChanges } from '../../inspection/inspected-changes.ts';
import { cutText, type Room } from '../../inspection/plain-value.ts';
import type { ReconcileRequest } from '../../inspection/reconcile-records.ts';
import { inspectedKey } from '../../inspection/run-recorder.ts';
import { describeError } from '../../log/describe-error.ts';
import type { SeenState } from './seen-objects.ts';

/** What a request is about. */
export interface RequestSubject {
  /** The verb as in RBAC; `apply` for a server-side apply. */
  readonly verb: string;
  readonly resource: Resource<KubernetesObject, unknown>;
  readonly subresource: string | undefined;
  /** Absent for requests about all objects, and for objects that the server names. */
  readonly key: ObjectKey | undefined;
  readonly namespace: string | undefined;
  readonly dryRun: boolean | undefined;
}

type About = Pick<
  ReconcileRequest,
  'verb' | 'group' | 'resource' | 'kind' | 'subresource' | 'namespace' | 'name' | 'cluster' | 'dryRun'
>;

const MAX_MESSAGE = 4096;

/** Describes what a request is about. */
export function aboutRequest(subject: RequestSubject, cluster: string): About {
  const { verb, resource, subresource, key, namespace, dryRun = false } = subject;
  return {
    verb,
    group: resource.group,
    resource: resource.plural,
    kind: resource.kind,
    ...(subresource !== undefined && { subresource }),
    ...(namespace && { namespace }),
    ...(key && inspectedKey(key)),
    ...(cluster !== '' && { cluster }),
    dryRun,
  };
}

/** Returns the whole object in an answer; undefined for lists, statuses, and subresources with a kind of their own. */
export function objectIn(
  answer: unknown,
  { subresource, resource }: Pick<RequestSubject, 'subresource' | 'resource'>,
): KubernetesObject | undefined {
  if (subresource !== undefined && subresource !== 'status') return undefined;
  if (!isRecord(answer) || answer['kind'] !== resource.kind || !isRecord(answer['metadata'])) return undefined;
  const { uid, resourceVersion } = answer['metadata'];
  if (typeof uid !== 'string' || typeof resourceVersion !== 'string') return undefined;
  // It has the kind that was asked for, from the API server.
  return answer as unknown as KubernetesObject;
}

/** Describes a successful answer, and what the request changed. */
export function describeAnswer(
  { verb, resource }: RequestSubject,
  before: SeenState | undefined,
  object: KubernetesObject | undefined,
): Pick<ReconcileRequest, 'status' | 'name' | 'resourceVersion' | 'uid' | 'changes'> {
  const isRead = verb === 'get' || verb === 'list';
  const known = verb === 'create' ? {} : before;
  return {
    status: 200,
    ...(object && {
      name: object.metadata.name,
      resourceVersion: object.metadata.resourceVersion,
      uid: object.metadata.uid,
    }),
    ...(object && !isRead && known && { changes: inspectedChanges(resource, known.object, object) }),
  };
}

/** Describes why a request failed. */
export function describeRefusal(error: unknown, room: Room): Pick<ReconcileRequest, 'status' | 'message'> {
  const { message } = describeError(error);
  const status = isStatusError(error) ? error.status.code : undefined;
  return { ...(status !== undefined && { status }), message: cutText(message, room, MAX_MESSAGE) };
}
