import { type ConditionInput, equalJson, isConditionTrue, setCondition } from '@kb/apimachinery';
import { trackUpdate } from '../pipelines/managed-fields.ts';
import { removeObject } from '../pipelines/remove-object.ts';
import { type ApiObject, at, type FrozenObject, stringOf } from '../objects/api-object.ts';
import { conditionsOf } from '../objects/conditions-of.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { StorageEvent, StoredObject } from '../storage/stored-object.ts';
import { approvalCondition } from './api-approval.ts';
import { customResources, type ServingState } from './custom-resource.ts';
import {
  CLEANUP_FINALIZER,
  type Definition,
  DEFINITIONS,
  type DefinitionNames,
  readDefinition,
  readNames,
} from './definition.ts';
import { caBundleProblem } from '../conversion/adapters/ca-bundle-problem.ts';
import { acceptNames } from './definition-names.ts';
import { deleteInstances } from './delete-instances.ts';
import { createNamesInUse, type NamesOfOthers, type OwnNames } from './names-in-use.ts';

/** The served resources of one definition. */
interface Serving {
  readonly definition: Definition;
  readonly resources: readonly ServedResource[];
  /** The stored version: its objects are deleted without a webhook. */
  readonly storage: ServedResource | undefined;
  readonly state: ServingState;
  /** Set while the deletion of a definition waits for its objects. */
  stopWaiting?: () => void;
}

const EMPTY_NAMES: DefinitionNames = readNames({});
const CONTROLLER = 'kube-apiserver';

/**
 * Serves the resources that CustomResourceDefinitions define: accepts their names, sets their conditions, registers
 * their resources, and cleans up after them. It processes each change of a definition before the next request, so that
 * a resource is served as soon as its definition exists.
 */
export function startDefinitionController(server: ServerContext): void {
  const serving = new Map<string, Serving>();
  const definitions = server.store.collection(DEFINITIONS);
  const crdResource = server.registry.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
  if (!crdResource) throw new Error('CustomResourceDefinitions are not served');

  const names = createNamesInUse();
  /** The current state of the store counts, even if changes have not been announced yet. */
  const readNamesOf = (name: string): void => {
    const stored = definitions.get('', name);
    names.set(name, stored && namesOf(stored));
  };

  const reconcile = (name: string): void => {
    const stored = definitions.get('', name);
    if (!stored) return;
    readNamesOf(name);
    const approval = approvalCondition(stored.object);
    const judged = approval ? saveStatus(server, crdResource, stored, [approval]) : stored;
    const others = names.ofOthers(name, stringOf(at(stored.object, 'spec', 'group')));
    const current = updateStatus(server, crdResource, judged, others);
    serve(server, serving, current.object);
    if (current.object.metadata.deletionTimestamp !== undefined) cleanUp(server, crdResource, serving, current);
    readNamesOf(name);
  };

  definitions.subscribe(({ type, current }: StorageEvent) => {
    if (type !== 'DELETED') {
      reconcile(current.name);
      return;
    }
    withdraw(server, serving, current.name);
    // Another definition may be waiting for names that are free now.
    names.set(current.name, namesOf(current));
    const rivals = names.rivalsOf(current.name);
    readNamesOf(current.name);
    for (const name of rivals) reconcile(name);
  });
}

function namesOf({ object }: StoredObject): OwnNames {
  return {
    group: stringOf(at(object, 'spec', 'group')),
    accepted: readNames(at(object, 'status', 'acceptedNames')),
    wanted: readNames(at(object, 'spec', 'names')),
  };
}

/** Updates names and conditions; returns the updated definition. */
function updateStatus(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
  others: NamesOfOthers,
): StoredObject {
  const before = readNames(at(stored.object, 'status', 'acceptedNames'));
  const { accepted, condition } = acceptNames(
    readNames(at(stored.object, 'spec', 'names')),
    before.plural === '' ? EMPTY_NAMES : before,
    others,
  );
  const established = isConditionTrue(conditionsOf(stored.object), 'Established');
  const conditions: ConditionInput[] = [condition];
  const isUsable = caBundleProblem(at(stored.object, 'spec', 'conversion')) === undefined;
  if (!established) conditions.push(condition.status !== 'True' ? notAccepted : isUsable ? installing : invalidCa);
  const named = saveStatus(server, resource, stored, conditions, accepted);
  if (established || condition.status !== 'True' || !isUsable) return named;
  return saveStatus(server, resource, named, [establishedCondition]);
}

const installing = {
  type: 'Established',
  status: 'False',
  reason: 'Installing',
  message: 'the initial names have been accepted',
} as const;
const notAccepted = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
} as const;
/** Objects could never be converted. */
const invalidCa = {
  type: 'Established',
  status: 'False',
  reason: 'InvalidCABundle',
  message: 'The conversion webhook CABundle is invalid',
} as const;
const establishedCondition = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
} as const;

function saveStatus(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
  conditions: readonly ConditionInput[],
  acceptedNames?: DefinitionNames,
): StoredObject {
  const { object } = stored;
  const now = server.clock.now();
  const status = {
    ...object.status,
    conditions: conditions.reduce((list, condition) => setCondition(list, condition, now), conditionsOf(object)),
    ...(acceptedNames && { acceptedNames }),
  };
  const next = resource.codec.encode({ ...object, status } as unknown as ApiObject);
  if (equalJson(next.status, object.status)) return stored;
  const tracked = trackUpdate({ server, resource, subresource: 'status', manager: CONTROLLER }, object, next);
  return server.store.update(DEFINITIONS, stored, resource.codec.encode(tracked)) ?? stored;
}

/** Registers the resources of a definition whose names are accepted, if they are new or have changed. */
function serve(server: ServerContext, serving: Map<string, Serving>, crd: FrozenObject): void {
  const conditions = conditionsOf(crd);
  if (!isConditionTrue(conditions, 'NamesAccepted') && !isConditionTrue(conditions, 'Established')) return;
  if (!isConditionTrue(conditions, 'Established') && caBundleProblem(at(crd, 'spec', 'conversion')) !== undefined)
    return;
  const definition = readDefinition(crd, at(crd, 'status', 'acceptedNames'));
  const present = serving.get(definition.name);
  const terminating = crd.metadata.deletionTimestamp !== undefined;
  if (present && equalJson(present.definition, definition)) {
    if (present.state.terminating !== terminating) {
      present.state.terminating = terminating;
      for (const resource of present.resources) server.registry.add(resource);
    }
    return;
  }
  const state = { terminating };
  const { served: resources, storage } = customResources(definition, state, server.webhooks);
  for (const old of present?.resources ?? []) {
    if (!resources.some(({ version }) => version === old.version)) server.registry.remove(old);
  }
  present?.stopWaiting?.();
  serving.set(definition.name, { definition, resources, storage, state });
  for (const resource of resources) {
    server.store.beginCollection(resource.collection);
    server.registry.add(resource);
  }
}

function withdraw({ registry }: ServerContext, serving: Map<string, Serving>, name: string): void {
  const present = serving.get(name);
  present?.stopWaiting?.();
  for (const resource of present?.resources ?? []) registry.remove(resource);
  serving.delete(name);
}

/** Deletes the objects of a definition that is being deleted, and removes the finalizer after the last of them. */
function cleanUp(
  server: ServerContext,
  resource: ServedResource,
  serving: Map<string, Serving>,
  stored: StoredObject,
): void {
  const present = serving.get(stored.name);
  if (!(stored.object.metadata.finalizers ?? []).includes(CLEANUP_FINALIZER) || present?.stopWaiting) return;
  const instances = present?.storage;
  if (!present || !instances || present.resources.length === 0) {
    release(server, resource, stored.name, {
      type: 'Terminating',
      status: 'False',
      reason: 'NeverEstablished',
      message: 'resource was never established',
    });
    return;
  }
  const progress = {
    type: 'Terminating',
    status: 'True',
    reason: 'InstanceDeletionInProgress',
    message: 'CustomResource deletion is in progress',
  } as const;
  const collection = server.store.collection(instances.collection);
  const finish = (): void => {
    if (collection.size > 0) return;
    present.stopWaiting?.();
    release(server, resource, stored.name, {
      type: 'Terminating',
      status: 'False',
      reason: 'InstanceDeletionCompleted',
      message: 'removed all instances',
    });
  };
  present.stopWaiting = collection.subscribe(finish);
  saveStatus(server, resource, stored, [progress]);
  const deleting = deleteInstances(server, instances, () => serving.get(stored.name) === present);
  if (!deleting) finish();
  else
    deleting.then(finish).catch((error: unknown) => {
      const latest = server.store.collection(DEFINITIONS).get('', stored.name);
      if (latest) saveStatus(server, resource, latest, [deletionFailed(error)]);
    });
}

function deletionFailed(error: unknown): ConditionInput {
  const why = error instanceof Error ? error.message : String(error);
  return {
    type: 'Terminating',
    status: 'True',
    reason: 'InstanceDeletionFailed',
    message: `could not issue all deletes: ${why}`,
  };
}

/** Removes the server's finalizer; the definition is deleted if it was the last one. */
function release(server: ServerContext, resource: ServedResource, name: string, condition: ConditionInput): void {
  const stored = server.store.collection(DEFINITIONS).get('', name);
  if (!stored) return;
  const finalizers = (stored.object.metadata.finalizers ?? []).filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
  if (finalizers.length === 0) {
    removeObject(server, resource, stored);
    return;
  }
  const { object } = saveStatus(server, resource, stored, [condition]);
  const latest = server.store.collection(DEFINITIONS).get('', name);
  if (!latest) return;
  server.store.update(
    DEFINITIONS,
    latest,
    resource.codec.encode({ ...object, metadata: { ...object.metadata, finalizers } } as ApiObject),
  );
}
