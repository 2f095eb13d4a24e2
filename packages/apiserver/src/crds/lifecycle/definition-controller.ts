import { type ConditionInput, equalJson, isConditionTrue } from '@kb/apimachinery';
import { caBundleProblem } from '../../webhooks/adapters/ca-bundle-problem.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { at, type FrozenObject, stringOf } from '../../objects/api-object.ts';
import { conditionsOf } from '../../objects/conditions-of.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import type { StorageEvent, StoredObject } from '../../storage/stored-object.ts';
import { approvalCondition } from '../api-approval.ts';
import { customResources, type ServingState } from '../custom-resource.ts';
import { CLEANUP_FINALIZER, type Definition, DEFINITIONS, readDefinition, readNames } from '../definition.ts';
import { saveStatus, updateConditions } from './definition-status.ts';
import { endDefinition, type Ending } from './end-definition.ts';
import { createNamesInUse, type OwnNames } from './names-in-use.ts';

/** The served resources of one definition. */
interface Serving {
  readonly definition: Definition;
  readonly resources: readonly ServedResource[];
  /** The stored version: its objects are deleted without a webhook. */
  readonly storage: ServedResource | undefined;
  readonly state: ServingState;
}

/** What the controller knows of definitions, by their names. */
interface Known {
  readonly serving: Map<string, Serving>;
  /** Those that are being deleted. */
  readonly endings: Map<string, Ending>;
}

/**
 * Serves the resources that CustomResourceDefinitions define: accepts their names, sets their conditions, registers
 * their resources, and cleans up after them. It processes each change of a definition before the next request, so that
 * a resource is served as soon as its definition exists.
 */
export function startDefinitionController(server: ServerContext): void {
  const known: Known = { serving: new Map(), endings: new Map() };
  const definitions = server.store.collection(DEFINITIONS);
  const resource = server.registry.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
  if (!resource) throw new Error('CustomResourceDefinitions are not served');

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
    const rivals = names.rivalsOf(name);
    const approval = approvalCondition(stored.object);
    const judged = approval ? saveStatus(server, resource, stored, { conditions: [approval] }) : stored;
    const others = names.ofOthers(name, stringOf(at(stored.object, 'spec', 'group')));
    const current = updateConditions(server, resource, judged, others);
    serve(server, known, current.object);
    end(server, known, resource, current);
    readNamesOf(name);
    // Another definition may be waiting for names that this one no longer has.
    if (!equalJson(acceptedOf(stored), acceptedOf(current))) for (const rival of rivals) reconcile(rival);
  };

  definitions.subscribe(({ type, current }: StorageEvent) => {
    if (type !== 'DELETED') {
      reconcile(current.name);
      return;
    }
    known.endings.get(current.name)?.stop();
    known.endings.delete(current.name);
    withdraw(server, known, current.name);
    names.set(current.name, namesOf(current));
    const rivals = names.rivalsOf(current.name);
    readNamesOf(current.name);
    for (const name of rivals) reconcile(name);
  });
}

function acceptedOf({ object }: StoredObject): OwnNames['accepted'] {
  return readNames(at(object, 'status', 'acceptedNames'));
}

function namesOf(stored: StoredObject): OwnNames {
  return {
    group: stringOf(at(stored.object, 'spec', 'group')),
    accepted: acceptedOf(stored),
    wanted: readNames(at(stored.object, 'spec', 'names')),
  };
}

/**
 * Registers the resources of a definition whose names are accepted, if they are new or have changed. The server's own
 * resources are not replaced.
 */
function serve(server: ServerContext, known: Known, crd: FrozenObject): void {
  const definition = readDefinition(crd, at(crd, 'status', 'acceptedNames'));
  const present = known.serving.get(definition.name);
  const isEstablished = isConditionTrue(conditionsOf(crd), 'Established');
  if (!isEstablished && !isConditionTrue(conditionsOf(crd), 'NamesAccepted')) {
    withdraw(server, known, definition.name);
    return;
  }
  const terminating = isConditionTrue(conditionsOf(crd), 'Terminating');
  if (present && equalJson(present.definition, definition)) {
    if (present.state.terminating !== terminating) {
      present.state.terminating = terminating;
      for (const resource of present.resources) server.registry.add(resource);
    }
    return;
  }
  const state = { terminating };
  const { served, storage } = customResources(definition, state, server.webhooks);
  const resources = served.filter((resource) => !server.registry.isBuiltIn(resource));
  for (const old of present?.resources ?? []) {
    if (!resources.some(({ version }) => version === old.version)) server.registry.remove(old);
  }
  known.serving.set(definition.name, { definition, resources, storage, state });
  const isUsable = isEstablished || caBundleProblem(at(crd, 'spec', 'conversion')) === undefined;
  for (const resource of resources) {
    if (isUsable) {
      server.store.beginCollection(resource.collection);
      server.registry.add(resource);
    } else server.registry.addUnusable(resource);
  }
}

function withdraw({ registry }: ServerContext, { serving }: Known, name: string): void {
  for (const resource of serving.get(name)?.resources ?? []) registry.remove(resource);
  serving.delete(name);
}

/** Deletes the objects of a definition that is being deleted, and removes the finalizer after the last of them. */
function end(
  server: ServerContext,
  { serving, endings }: Known,
  definitions: ServedResource,
  { name, object }: StoredObject,
): void {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined || !finalizers.includes(CLEANUP_FINALIZER)) return;
  const skipped = skippedBecause(object);
  const instances = skipped ? undefined : serving.get(name)?.storage;
  const before = endings.get(name);
  // If the resource is replaced, the deletion begins again.
  if (before && before.instances === instances) return;
  before?.stop();
  const ending = endDefinition(server, { name, definitions, instances, skipped });
  endings.set(name, ending);
  ending.start();
}

/** Why the objects of a definition are not deleted; undefined: they are. */
function skippedBecause(crd: FrozenObject): ConditionInput | undefined {
  if (crd.metadata.name === 'customresourcedefinitions.apiextensions.k8s.io')
    return {
      type: 'Terminating',
      status: 'False',
      reason: 'OverlappingBuiltInResource',
      message: 'instances overlap with built-in resources in storage',
    };
  if (isConditionTrue(conditionsOf(crd), 'Established')) return undefined;
  return {
    type: 'Terminating',
    status: 'False',
    reason: 'NeverEstablished',
    message: 'resource was never established',
  };
}
