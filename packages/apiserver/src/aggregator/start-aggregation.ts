import { type Cancel, equalJson, type JsonObject, type JsonValue, setCondition } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { ServerContext } from '../context/server-context.ts';
import { type ApiObject, at } from '../objects/api-object.ts';
import { conditionsOf } from '../objects/conditions-of.ts';
import { trackUpdate } from '../pipelines/managed-fields.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { Aggregation } from '../aggregation/aggregation.ts';
import { AGGREGATOR_GROUP, API_SERVICES, readRemoteVersion, type RemoteVersion } from '../aggregation/api-services.ts';
import { type Availability, localCondition } from '../aggregation/available-condition.ts';
import { checkDiscovery } from './check-discovery.ts';
import { startManagedServices } from './managed-services.ts';
import { missingEndpoints } from './missing-endpoints.ts';

const MANAGER = 'kube-apiserver';
/** How long after a check that succeeded the next one comes, and the longest wait after ones that failed. */
const INTERVAL_MS = 30_000;
const FIRST_RETRY_MS = 250;
const SERVICE_LABEL = 'kubernetes.io/service-name';

/** A version that another server serves, while its availability is watched. */
interface Watched {
  readonly remote: RemoteVersion;
  /** Ends the check in progress, or cancels the next one. */
  stop: Cancel;
  failures: number;
  /** What was found last. Undefined: nothing yet. */
  availability: Availability | undefined;
  /** What the server serves. Undefined: it is not available. */
  resources: readonly JsonObject[] | undefined;
}

/**
 * Starts what kube-apiserver's aggregator does in the background: APIServices for the versions that this server serves,
 * and the availability of those that others serve.
 */
export function startAggregation(server: ServerContext): Aggregation {
  const resource = server.registry.find(AGGREGATOR_GROUP, 'v1', 'apiservices');
  if (!resource) throw new Error('APIServices are not served');
  startManagedServices(server, resource);
  return startAvailability(server, resource);
}

/**
 * Keeps the condition `Available` of APIServices. What this server itself serves is available; for others it looks at
 * the Service and its endpoints, and asks the server for its resources. Nothing runs as long as there are no others.
 */
function startAvailability(server: ServerContext, resource: ServedResource): Aggregation {
  const { store, clock } = server;
  const services = store.collection(API_SERVICES);
  const watched = new Map<string, Watched>();
  let generation = 0;
  let stopFollowing: (() => void) | undefined;

  const conclude = (name: string, availability: Availability): void => {
    const stored = services.get('', name);
    if (!stored || availabilityIs(stored.object.status, availability)) return;
    const conditions = setCondition(conditionsOf(stored.object), { type: 'Available', ...availability }, clock.now());
    const status = { ...stored.object.status, conditions } as unknown as JsonObject;
    const next = resource.codec.encode({ ...structuredClone(stored.object), status } as ApiObject);
    const tracked = trackUpdate({ server, resource, subresource: 'status', manager: MANAGER }, stored.object, next);
    store.update(API_SERVICES, stored, resource.codec.encode(tracked));
  };

  const evaluate = (entry: Watched): void => {
    entry.stop();
    const { remote } = entry;
    const missing = missingEndpoints(store, remote.service);
    if (missing && server.webhooks.resolveService?.({ ...remote.service, path: '/' }) === undefined) {
      entry.availability = missing;
      if (entry.resources) generation += 1;
      entry.resources = undefined;
      conclude(remote.name, missing);
      return;
    }
    const ending = new AbortController();
    entry.stop = () => ending.abort();
    void checkDiscovery(remote, server, ending.signal).then(({ availability, resources }) => {
      if (ending.signal.aborted) return;
      entry.failures = availability.status === 'True' ? 0 : entry.failures + 1;
      const wait = entry.failures === 0 ? INTERVAL_MS : Math.min(FIRST_RETRY_MS * 2 ** entry.failures, INTERVAL_MS);
      entry.stop = clock.after(wait, () => evaluate(entry));
      entry.availability = availability;
      if (!equalJson(asList(entry.resources), asList(resources))) generation += 1;
      entry.resources = resources;
      conclude(remote.name, availability);
    });
  };

  const evaluateService = (namespace: string, name: string): void => {
    for (const entry of watched.values())
      if (entry.remote.service.namespace === namespace && entry.remote.service.name === name) evaluate(entry);
  };

  /** Follows Services and endpoints while there are versions that others serve. */
  const follow = (): void => {
    if (watched.size === 0) {
      stopFollowing?.();
      stopFollowing = undefined;
    }
    if (watched.size === 0 || stopFollowing) return;
    const stops = [
      store.collection('services').subscribe(({ current }) => evaluateService(current.namespace, current.name)),
      store.collection('endpoints').subscribe(({ current }) => evaluateService(current.namespace, current.name)),
      store.collection('discovery.k8s.io/endpointslices').subscribe(({ current }) => {
        const name = current.object.metadata.labels?.[SERVICE_LABEL];
        if (name !== undefined) evaluateService(current.namespace, name);
      }),
    ];
    stopFollowing = () => {
      for (const stop of stops) stop();
    };
  };

  const forget = (name: string): void => {
    watched.get(name)?.stop();
    watched.delete(name);
    follow();
  };

  const stop = services.subscribe(({ current, previous }) => {
    const { name } = current;
    if (!equalJson(previous?.object.spec ?? null, current.object.spec ?? null) || !services.get('', name))
      generation += 1;
    const stored = services.get('', name);
    const remote = stored && readRemoteVersion(stored.object);
    if (!remote) {
      if (watched.has(name)) forget(name);
      if (stored) conclude(name, localCondition);
      return;
    }
    const known = watched.get(name);
    if (known && equalJson(known.remote, remote)) {
      if (known.availability) conclude(name, known.availability);
      return;
    }
    known?.stop();
    const entry: Watched = {
      remote,
      stop: () => undefined,
      failures: 0,
      availability: undefined,
      resources: undefined,
    };
    watched.set(name, entry);
    follow();
    evaluate(entry);
  });
  return {
    find: (group, version) => (watched.size === 0 ? undefined : watched.get(`${version}.${group}`)?.remote),
    resourcesOf: (name) => watched.get(name)?.resources,
    generation: () => generation,
    stop: () => {
      stop();
      for (const entry of watched.values()) entry.stop();
      stopFollowing?.();
    },
  };
}

const asList = (resources: readonly JsonObject[] | undefined): JsonValue => (resources ? [...resources] : null);

function availabilityIs(status: unknown, { status: value, reason, message }: Availability): boolean {
  const conditions = at(status, 'conditions');
  const present = Array.isArray(conditions)
    ? conditions.find((one): one is JsonObject => isJsonObject(one) && one.type === 'Available')
    : undefined;
  return present?.status === value && present.reason === reason && present.message === message;
}
