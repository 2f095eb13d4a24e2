import { equalJson, type JsonObject, randomUuid } from '@kb/apimachinery';
import type { ServerContext } from '../context/server-context.ts';
import { DEFINITIONS } from '../crds/definition.ts';
import { type ApiObject, at, type FrozenObject, objectsIn, stringOf } from '../objects/api-object.ts';
import { trackUpdate } from '../pipelines/managed-fields.ts';
import { timeOf } from '../pipelines/time-of.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { availableCondition, localCondition } from '../aggregation/available-condition.ts';
import { API_SERVICES, AGGREGATOR_GROUP } from '../aggregation/api-services.ts';
import { prioritiesOf } from './priorities.ts';

const MANAGED_LABEL = 'kube-aggregator.kubernetes.io/automanaged';
const MANAGER = 'kube-apiserver';

/**
 * Whether the server only creates an APIService at its start, or keeps it as it should be. The value of a label of the
 * object.
 */
type Management = 'onstart' | 'true';

/**
 * Keeps an APIService for every version that the server itself serves: creates those of built-in versions, once, and
 * keeps those of CustomResourceDefinitions as long as these exist. An APIService that a client has made is left alone.
 */
export function startManagedServices(server: ServerContext, resource: ServedResource): void {
  const { store, registry } = server;
  for (const { name: group, versions } of registry.groups())
    for (const { version } of versions)
      if (group !== AGGREGATOR_GROUP) store.create(API_SERVICES, managedService(server, group, version, 'onstart'));

  const services = store.collection(API_SERVICES);
  /** The definitions that serve a version, by the name of its APIService. */
  const wanted = new Map<string, GroupVersion & { readonly definitions: Set<string> }>();

  const check = (name: string): void => {
    const desired = wanted.get(name);
    const current = services.get('', name);
    if (!current) {
      if (desired) store.create(API_SERVICES, managedService(server, desired.group, desired.version, 'true'));
      return;
    }
    if (current.object.metadata.labels?.[MANAGED_LABEL] !== 'true') return;
    if (!desired) {
      if (current.object.metadata.finalizers === undefined) store.delete(API_SERVICES, current);
      return;
    }
    const spec = specOf(desired.group, desired.version);
    if (!equalJson(current.object.spec, spec)) restore(server, resource, current, spec);
  };

  store.collection(DEFINITIONS).subscribe(({ type, current, previous }) => {
    const before = previous ? servedVersions(previous.object) : [];
    const now = type === 'DELETED' ? [] : servedVersions(current.object);
    for (const { name } of before) {
      if (now.some((one) => one.name === name)) continue;
      const entry = wanted.get(name);
      entry?.definitions.delete(current.name);
      if (entry?.definitions.size === 0) wanted.delete(name);
      check(name);
    }
    for (const { name, ...version } of now) {
      const entry = wanted.get(name) ?? { ...version, definitions: new Set<string>() };
      wanted.set(name, entry);
      if (entry.definitions.has(current.name)) continue;
      entry.definitions.add(current.name);
      check(name);
    }
  });
  services.subscribe(({ current }) => {
    if (wanted.has(current.name) || current.object.metadata.labels?.[MANAGED_LABEL] === 'true') check(current.name);
  });
}

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** The versions that a definition serves, with the names of their APIServices. */
function servedVersions(definition: FrozenObject): (GroupVersion & { readonly name: string })[] {
  const group = stringOf(at(definition, 'spec', 'group'));
  return objectsIn(at(definition, 'spec', 'versions'))
    .filter(({ served }) => served === true)
    .map(({ name }) => ({ group, version: stringOf(name), name: `${stringOf(name)}.${group}` }));
}

function specOf(group: string, version: string): JsonObject {
  const priorities = prioritiesOf(version, group);
  return {
    ...(group !== '' && { group }),
    version,
    groupPriorityMinimum: priorities.group,
    versionPriority: priorities.version,
  };
}

/** An APIService as a create by the server would store it; the steps of a create would prolong the server's start. */
function managedService(server: ServerContext, group: string, version: string, management: Management): ApiObject {
  const now = timeOf(server);
  const spec = specOf(group, version);
  const owned = Object.keys(spec).sort();
  return {
    kind: 'APIService',
    apiVersion: 'apiregistration.k8s.io/v1',
    metadata: {
      name: `${version}.${group}`,
      uid: randomUuid(server.random),
      resourceVersion: '0',
      creationTimestamp: now,
      labels: { [MANAGED_LABEL]: management },
      managedFields: [
        {
          manager: MANAGER,
          operation: 'Update',
          apiVersion: 'apiregistration.k8s.io/v1',
          time: now,
          fieldsType: 'FieldsV1',
          fieldsV1: {
            'f:metadata': { 'f:labels': { '.': {}, [`f:${MANAGED_LABEL}`]: {} } },
            'f:spec': Object.fromEntries(owned.map((field) => [`f:${field}`, {}])),
          },
        },
      ],
    },
    spec,
    status: { conditions: [availableCondition(localCondition, now)] },
  };
}

function restore(server: ServerContext, resource: ServedResource, stored: StoredObject, spec: JsonObject): void {
  const next = resource.codec.encode({ ...structuredClone(stored.object), spec } as ApiObject);
  const tracked = trackUpdate({ server, resource, subresource: undefined, manager: MANAGER }, stored.object, next);
  server.store.update(API_SERVICES, stored, resource.codec.encode(tracked));
}
