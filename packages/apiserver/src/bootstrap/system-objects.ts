import type { JsonObject } from '@kb/apimachinery';
import { createDefaultRoles } from './access/create-default-roles.ts';
import { systemNamespaces } from '../kinds/core/namespace.ts';
import { systemPriorityClasses } from '../kinds/scheduling/priority-class.ts';
import { loadRulesNow } from '../crds/definition-rules.ts';
import { createObject } from '../pipelines/create-object.ts';
import { trackUpdate } from '../pipelines/managed-fields.ts';
import type { ApiObject } from '../objects/api-object.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { decodeObject } from '../handlers/bodies/read-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';

/**
 * Creates the objects that kube-apiserver creates at its start: the system's namespaces and priority classes, and the
 * Service for the API inside the cluster.
 */
export function createSystemObjects(server: ServerContext): void {
  for (const name of systemNamespaces) createSystemObject(server, 'namespaces', '', { metadata: { name } });
  if (server.rbac) createDefaultRoles(server);
  for (const content of systemPriorityClasses)
    createSystemObject(server, 'priorityclasses', '', content, 'scheduling.k8s.io');
  const clusterIP = `${server.allocators.clusterIPs.range.split('.').slice(0, 2).join('.')}.0.1`;
  createSystemObject(server, 'services', 'default', {
    metadata: { name: 'kubernetes', labels: { component: 'apiserver', provider: 'kubernetes' } },
    spec: { clusterIP, ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }] },
  });
}

/**
 * Creates a CustomResourceDefinition like a client with strict field validation: an unknown field is an error. Throws
 * the StatusError of an invalid one.
 */
export function createDefinition(server: ServerContext, crd: object, warn: (text: string) => void): void {
  const resource = systemResource(server, 'apiextensions.k8s.io', 'customresourcedefinitions');
  // Values from YAML or JSON are JSON.
  const object = decodeObject(
    { value: crd as JsonObject, duplicates: [], source: new Uint8Array() },
    resource,
    'Strict',
    warn,
  );
  // Webhooks never convert built-in kinds, and nothing is left to load, so it is complete when this returns.
  loadRulesNow(object);
  void createObject({ server, resource, namespace: '', object, options, warn, atOnce: true });
}

const MANAGER = 'kube-apiserver';
const options = { dryRun: false, manager: MANAGER, fieldValidation: 'Ignore', force: false } as const;

/** Creates an object of the server itself, of a built-in kind; `content` is as in JSON. */
export function createSystemObject(
  server: ServerContext,
  plural: string,
  namespace: string,
  content: JsonObject,
  group: string = '',
): void {
  const resource = systemResource(server, group, plural);
  const object = decodeObject(
    { value: content, duplicates: [], source: new Uint8Array() },
    resource,
    'Strict',
    () => undefined,
  );
  void createObject({ server, resource, namespace, object, options, warn: () => undefined });
}

/** Stores a changed object of the core group, in the name of the server itself. */
export function changeSystemObject(server: ServerContext, plural: string, stored: StoredObject, next: object): void {
  const resource = systemResource(server, '', plural);
  const object = structuredClone(next) as ApiObject;
  const tracked = trackUpdate({ server, resource, subresource: undefined, manager: MANAGER }, stored.object, object);
  server.store.update(resource.collection, stored, resource.codec.encode(tracked));
}

/** Returns a built-in resource in version v1. */
function systemResource({ registry }: ServerContext, group: string, plural: string): ServedResource {
  const resource = registry.find(group, 'v1', plural);
  if (!resource) throw new Error(`${plural} are not served`);
  return resource;
}
