import type { KubernetesObject } from '@kb/apimachinery';
import { isRecord } from '@kb/apimachinery/codec';
import { createRestMapper } from '@kb/client';
import { groupOfResource } from '@kb/codegen';
import { deployments, replicaSets } from '@kb/kubernetes/apps/v1';
import { pods, services } from '@kb/kubernetes/core/v1';
import { events } from '@kb/kubernetes/events/v1';
import type { AnyResource } from '@kb/runtime';
import type { OpenProject } from '../../open-project.ts';
import type { DevCluster } from '../cluster/dev-cluster.ts';
import type { ObjectName, Tell } from '../events/dev-event.ts';
import { nameObject } from '../events/name-object.ts';
import { describeChange } from './describe-change.ts';
import { createFollower, type ObjectChange } from './follow.ts';
import { createStories } from './stories.ts';

/** Reports of the changes in a cluster. */
export interface ChangeReports {
  /** Follows the kinds of the project as well that are not followed yet. */
  readonly follow: (opened: OpenProject) => void;
  /** Resolves when nothing is followed any more. */
  readonly ended: Promise<void>;
}

/** Reports changes of the project's kinds, Deployments, Services, Pods and Events, until the signal is aborted. */
export function reportChanges(
  { client, embedded }: Pick<DevCluster, 'client' | 'embedded'>,
  tell: Tell,
  signal: AbortSignal,
): ChangeReports {
  const stories = createStories();
  const kinds = new Set<string>();
  const onChange = (change: ObjectChange): void => {
    const story = stories.of(change.object);
    // A cluster that others use too has much that is not the project's.
    if (embedded || kinds.has(story.kind)) reportChange(change, story, tell);
  };
  const follower = createFollower(client, onChange, signal);
  // ReplicaSets are only followed because they stand between a Deployment and its Pods.
  follower.add([deployments, services, replicaSets, pods, events]);
  return {
    follow: ({ project }) => {
      void servedKinds(client, project.resources).then((own) => {
        for (const { kind } of own) kinds.add(kind);
        follower.add(own);
      });
    },
    ended: follower.ended,
  };
}

/** The kinds of a project that the API server serves: it may have refused some. */
async function servedKinds(
  client: DevCluster['client'],
  resources: OpenProject['project']['resources'],
): Promise<AnyResource[]> {
  const mapper = createRestMapper(client);
  const served: AnyResource[] = [];
  for (const resource of resources) {
    const kind = { group: groupOfResource(resource), version: resource.version, kind: resource.kind };
    const found = await mapper.resourceFor(kind).catch(() => undefined);
    if (found !== undefined) served.push(found);
  }
  return served;
}

const changes = { ADDED: 'created', MODIFIED: 'changed', DELETED: 'deleted' } as const;

function reportChange(observed: ObjectChange, story: ObjectName, tell: Tell): void {
  const { object, resource, type, before } = observed;
  // The Service of the API server itself is noise.
  if (object.metadata.namespace === 'default' && object.metadata.name === 'kubernetes') return;
  const isEvent = resource.kind === 'Event';
  if (resource.kind === 'ReplicaSet' || (isEvent && (type !== 'ADDED' || isOfCluster(story)))) return;
  const text = describeChange(observed);
  if (text === undefined) return;
  const change = isEvent ? 'event' : changes[type];
  tell({ event: 'object', change, object: nameObject(object), story, text, by: writerOf(object, before) });
}

/** Events about these are noise: nodes come, and controllers elect their leaders. */
const isOfCluster = ({ kind }: ObjectName): boolean => kind === 'Node' || kind === 'Lease';

/** Who wrote an object last: the manager of the fields that are newest, and changed since it was last seen. */
function writerOf(object: KubernetesObject, before: KubernetesObject | undefined): string | undefined {
  const entries = managedFieldsOf(object);
  const old = new Set(managedFieldsOf(before).map((entry) => JSON.stringify(entry)));
  const changed = entries.filter((entry) => !old.has(JSON.stringify(entry)));
  const newest = changed.toSorted((a, b) => String(b.time).localeCompare(String(a.time)))[0];
  return typeof newest?.manager === 'string' ? newest.manager : undefined;
}

function managedFieldsOf(object: KubernetesObject | undefined): readonly Record<string, unknown>[] {
  const fields: unknown = object?.metadata.managedFields;
  return Array.isArray(fields) ? fields.filter(isRecord) : [];
}
