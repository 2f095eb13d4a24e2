import type { ConditionInput } from '@kb/apimachinery';
import type { ServerContext } from '../../context/server-context.ts';
import { removeObject } from '../../pipelines/remove-object.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import { CLEANUP_FINALIZER, DEFINITIONS } from '../definition.ts';
import { deleteInstances } from './delete-instances.ts';
import { saveStatus } from './definition-status.ts';

/** How long an attempt waits for the last object, in milliseconds. */
const PATIENCE_MS = 60_000;
/** The time after the first failure until the next attempt; it doubles with each, as in a work queue. */
const FIRST_RETRY_MS = 5;
const LAST_RETRY_MS = 1_000_000;

/** A definition that is being deleted. */
export interface EndingDefinition {
  readonly name: string;
  /** The resource of definitions. */
  readonly definitions: ServedResource;
  /** The stored version of its objects. Undefined: there are none. */
  readonly instances: ServedResource | undefined;
  /** Why objects are not deleted: the last condition. Undefined: they are. */
  readonly skipped: ConditionInput | undefined;
}

/** The deletion of a definition's objects. */
export interface Ending extends Pick<EndingDefinition, 'instances'> {
  readonly start: () => void;
  readonly stop: () => void;
}

/**
 * Deletes the objects of a definition, and then removes the server's finalizer. An attempt fails if objects cannot be
 * deleted or remain for a minute; it is repeated at growing intervals.
 */
export function endDefinition(server: ServerContext, ending: EndingDefinition): Ending {
  let isOver = false;
  let failures = 0;
  let cancel = (): void => undefined;
  const stop = (): void => {
    isOver = true;
    cancel();
  };
  const finish = (condition: ConditionInput): void => {
    stop();
    release(server, ending, condition);
  };
  const fail = (reason: string, message: string): void => {
    cancel();
    setTerminating(server, ending, { type: 'Terminating', status: 'True', reason, message });
    if (isOver) return;
    cancel = server.clock.after(Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS), attempt);
    failures += 1;
  };
  const attempt = (): void => {
    setTerminating(server, ending, inProgress);
    const { instances, skipped = completed } = ending;
    if (!instances) {
      finish(skipped);
      return;
    }
    if (isOver) return;
    const collection = server.store.collection(instances.collection);
    const finishIfEmpty = (): void => {
      if (!isOver && collection.size === 0) finish(completed);
    };
    const unsubscribe = collection.subscribe(finishIfEmpty);
    const giveUp = server.clock.after(PATIENCE_MS, () => fail('InstanceDeletionCheck', TOO_LATE));
    const leave = (): void => {
      unsubscribe();
      giveUp();
    };
    cancel = leave;
    const deleting = deleteInstances(server, instances, () => !isOver);
    if (!deleting) finishIfEmpty();
    else
      deleting.then(finishIfEmpty).catch((error: unknown) => {
        if (isOver || cancel !== leave) return;
        const { group, version, kind } = instances;
        // Upstream lists from its cache, which cannot begin.
        const title = `storage is (re)initializing: failed to list ${group}/${version}, Kind=${kind}`;
        const why = error instanceof Error ? error.message : String(error);
        fail('InstanceDeletionFailed', `could not list instances: ${title}: ${why}`);
      });
  };
  return { instances: ending.instances, start: attempt, stop };
}

const TOO_LATE = 'could not confirm zero CustomResources remaining: context deadline exceeded';
const inProgress = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
} as const;
const completed = {
  type: 'Terminating',
  status: 'False',
  reason: 'InstanceDeletionCompleted',
  message: 'removed all instances',
} as const;

function latest(server: ServerContext, { name }: EndingDefinition): StoredObject | undefined {
  return server.store.collection(DEFINITIONS).get('', name);
}

function setTerminating(server: ServerContext, ending: EndingDefinition, condition: ConditionInput): void {
  const stored = latest(server, ending);
  if (stored) saveStatus(server, ending.definitions, stored, { conditions: [condition] });
}

/** Removes the server's finalizer; the definition is deleted if it was the last one. */
function release(server: ServerContext, ending: EndingDefinition, condition: ConditionInput): void {
  const stored = latest(server, ending);
  if (!stored) return;
  const finalizers = (stored.object.metadata.finalizers ?? []).filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
  if (finalizers.length === 0) removeObject(server, ending.definitions, stored);
  else saveStatus(server, ending.definitions, stored, { conditions: [condition], finalizers });
}
