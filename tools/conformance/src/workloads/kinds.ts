import type { UntypedResource } from '@kb/client';
import { deployments, replicaSets } from '@kb/kubernetes/apps/v1';
import { configMaps, namespaces, pods, serviceAccounts, services } from '@kb/kubernetes/core/v1';
import { endpointSlices } from '@kb/kubernetes/discovery/v1';
import type { KindName } from './scenarios/scenario.ts';

/** The resource of each kind that scenarios name, seen without its type. */
export const resources: Readonly<Record<KindName, UntypedResource>> = {
  ConfigMap: untyped(configMaps),
  Deployment: untyped(deployments),
  EndpointSlice: untyped(endpointSlices),
  Namespace: untyped(namespaces),
  Pod: untyped(pods),
  ReplicaSet: untyped(replicaSets),
  Service: untyped(services),
  ServiceAccount: untyped(serviceAccounts),
};

/** The kinds whose objects are compared. */
export const comparedKinds: readonly KindName[] = [
  'ConfigMap',
  'Deployment',
  'EndpointSlice',
  'Pod',
  'ReplicaSet',
  'ServiceAccount',
];

/** The kind of a name, or an error that says which there are. */
export function kindNamed(name: string): KindName {
  const known = Object.keys(resources).find((kind) => kind === name);
  if (known === undefined)
    throw new TypeError(`scenarios know no kind ${name}: expected ${Object.keys(resources).join(', ')}`);
  return known as KindName;
}

/** Handles differ in their type parameters only, which are not there at run time. */
function untyped(resource: object): UntypedResource {
  return resource as UntypedResource;
}
