import {
  type Clock,
  type ContainerHost,
  directTransport,
  type HttpRequest,
  monotonicNow,
  type Random,
  seededRandom,
  type Transport,
} from '@kb/apimachinery';
import type { ListenOptions } from '../adapters/http-listener.ts';
import { startAggregation } from '../aggregator/start-aggregation.ts';
import { type AuditOptions, createAuditLog } from '../audit/audit-log.ts';
import {
  type CertificateUser,
  type ClientCertificate,
  type ClientCertificates,
  createClientCertificates,
} from '../authentication/adapters/client-certificates.ts';
import {
  type AuthenticationOptions,
  createAuthenticator,
  authenticatedUser,
  type NamedUser,
} from '../authentication/authenticate.ts';
import { localUser, type User } from '../authentication/user.ts';
import type { AuthorizationMode, Authorizer } from '../authorization/authorizer.ts';
import { joinAuthorizers } from '../authorization/join-authorizers.ts';
import { createNodeAuthorizer } from '../authorization/node/node-authorizer.ts';
import { alwaysAllow } from '../authorization/always-allow.ts';
import { createImpersonation } from '../authorization/impersonate.ts';
import { createRbacAuthorizer, type RbacAuthorizer } from '../authorization/rbac/rbac-authorizer.ts';
import {
  createServiceAccountTokens,
  type ServiceAccountTokenOptions,
} from '../authentication/service-account-tokens.ts';
import type { SecretTokenDemand } from '../authentication/secret-tokens.ts';
import { nodeRules } from '../bootstrap/access/create-default-roles.ts';
import { startExtensionAuthentication } from '../bootstrap/extension-authentication.ts';
import { labelSecret, startTokenTracking } from '../bootstrap/token-tracking.ts';
import { createDefinition, createSystemObjects } from '../bootstrap/system-objects.ts';
import type { WebhookCalls, WebhookOptions } from '../webhooks/call-webhook.ts';
import { originOfService } from '../webhooks/service-origin.ts';
import { startDefinitionController } from '../crds/lifecycle/definition-controller.ts';
import { handleRequest } from './handle-request.ts';
import { type ListeningApiServer, listeningTo } from './listening-server.ts';
import { builtInResources } from '../kinds/built-in-resources.ts';
import { createLoopTurns } from '../loop-turns.ts';
import { measuredChain } from '../pipelines/admission/measure-admission.ts';
import { admissionPlugins } from '../plugins/admission-plugins.ts';
import { createNotEnforcedCheck, type NotEnforced } from '../not-enforced/not-enforced.ts';
import { serveResourceMetrics } from '../resource-metrics/resource-metrics.ts';
import { createServerMetrics, type ServerMetrics, type StoredCount } from '../metrics/server-metrics.ts';
import { Registry } from '../resources/registry.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import { createFrontProxy } from '../authentication/adapters/front-proxy.ts';
import type { ServerContext } from '../context/server-context.ts';
import { startExpiry } from '../storage/expiry.ts';
import { createWriteNotes, keptHistory, type KeptHistory } from '../storage/kept-history.ts';
import { Store } from '../storage/store.ts';
import { createClusterIPAllocator, createNodePortAllocator } from '../resources/allocators.ts';

/** Options of {@link createApiServer}. */
export interface ApiServerOptions {
  /** The server's only source of time: timestamps, timeouts of watches, bookmarks. */
  readonly clock: Clock;
  /**
   * The server's only source of randomness: uids, generated names, allocated addresses. Default: a sequence that is the
   * same for every server.
   */
  readonly random?: Random;
  /**
   * CustomResourceDefinitions to serve from the start, as parsed YAML or JSON. If one is refused, {@link
   * createApiServer} throws the StatusError that a client would get.
   */
  readonly crds?: readonly object[];
  /** Gets the warnings that a client would get for {@link crds}. Default: writes them to standard error. */
  readonly onWarning?: (text: string) => void;
  /**
   * Gets what the server accepts and does not enforce, once for each kind and reason: roles, network policies…
   * `docs/compatibility.md` has the list. Default: writes a line to standard error.
   */
  readonly onNotEnforced?: (notEnforced: NotEnforced) => void;
  /**
   * The maximum number of events that each resource keeps for watches that resume and for lists of older states;
   * requests for older states get 410. Within this limit, events are kept for at least five minutes. Default: 10000.
   * The events of all resources together hold at most 64 MiB of objects that are no longer stored; the resource that
   * holds the most forgets first.
   */
  readonly watchHistory?: number;
  /**
   * Keeps every version of every object until they hold this many bytes of JSON, so that lists with `resourceVersion`
   * and `resourceVersionMatch=Exact` return any earlier state; the oldest is forgotten first. {@link watchHistory} has
   * no effect then. Default: versions are forgotten after five to ten minutes, as on kube-apiserver.
   */
  readonly keepHistory?: { readonly bytes: number } | undefined;
  /**
   * The resource version before the first write. Default: 1. A server that replaces a stopped one should start above
   * every version that the old one returned, such as at `Date.now()`: clients that resume their watches then get 410
   * and list again, instead of waiting for versions far in the future.
   */
  readonly firstRevision?: number;
  /**
   * Who may use the server. Default: every client, without credentials; it then listens on loopback only. With RBAC,
   * the default is this process, and users with a token of a ServiceAccount.
   */
  readonly authentication?: AuthenticationOptions;
  /**
   * How the server decides what users may do. `AlwaysAllow` (the default): all users who are known may do everything.
   * `RBAC`: what the stored roles allow them, as kube-apiserver decides it; the default roles of every cluster exist.
   * `Node,RBAC`: the same, and kubelets (`system:node:NAME` in the group `system:nodes`) may use what the Pods on their
   * node need.
   */
  readonly authorizationMode?: AuthorizationMode;
  /**
   * How webhooks are reached, for admission and for conversion. Default: over HTTPS, by their URLs and by the endpoints
   * of their services.
   */
  readonly webhooks?: WebhookOptions;
  /**
   * Admission plugins to enable in addition to those that are on by default, by their names in kube-apiserver. {@link
   * createApiServer} throws an {@link AdmissionPluginsError} for an unknown name. Default: none.
   */
  readonly enableAdmissionPlugins?: readonly string[];
  /**
   * Admission plugins to disable although they are on by default. Default: ServiceAccount, unless it is enabled:
   * nothing in a server without controllers creates the accounts that it requires.
   */
  readonly disableAdmissionPlugins?: readonly string[];
  /**
   * Called once, when a write first waits for a webhook or an admission policy. From then on, more requests
   * are in progress at a time, and each keeps what it has allocated for longer: a process may give V8 more space for
   * young objects.
   */
  readonly onWaitingAdmission?: () => void;
  /**
   * The configuration of admission plugins: an AdmissionConfiguration of `apiserver.config.k8s.io/v1`, as parsed YAML,
   * as kube-apiserver takes it with `--admission-control-config-file`. The configurations of plugins are in it, not in
   * files that it names. {@link createApiServer} throws an {@link AdmissionPluginsError} for one that kube-apiserver
   * refuses. Default: none.
   */
  readonly admissionConfiguration?: object;
  /** Which requests are audited, and who gets the events. Default: none are. */
  readonly audit?: AuditOptions;
  /**
   * What stands in for the containers of Pods: it has their logs, and runs what clients execute in them. Default:
   * requests for them are refused, because nothing runs here.
   */
  readonly containers?: ContainerHost;
  /**
   * Gets the errors that are bugs of the server; the client gets a 500. Default: writes the stack to standard error.
   */
  readonly onBug?: (error: unknown, request: HttpRequest) => void;
}

/**
 * An API server for development and tests, never for production. Without RBAC, every authenticated user may
 * do everything; all data is kept in memory.
 */
export interface ApiServer {
  /**
   * The server without a socket: everything that a client sees over HTTP, within the same process. Requests without an
   * `Authorization` header may do everything here, even if the server has authentication.
   */
  readonly transport: Transport;
  /**
   * The server without a socket, for requests of a user: as if they had authenticated. Those who name a ServiceAccount
   * (`system:serviceaccount:NAMESPACE:NAME`) and no groups are in its groups.
   */
  readonly transportFor: (user: NamedUser) => Transport;
  /**
   * Issues a certificate, with which a client authenticates over TLS as a user. The authority lasts as long as the
   * server. Rejects with a TypeError unless `authentication.clientCertificates` is true.
   */
  readonly issueClientCertificate: (user: CertificateUser) => Promise<ClientCertificate>;
  /**
   * Signs the token of a Secret of the type `kubernetes.io/service-account-token`. The server accepts it while the
   * Secret contains it. For what plays kube-controller-manager, which writes these tokens.
   */
  readonly signSecretToken: (demand: SecretTokenDemand) => string;
  /**
   * Serves HTTP or HTTPS. Accepts requests for loopback names, for the address that it listens on and for the allowed
   * hosts; refuses requests that a web page of another host sends. Rejects with a {@link NotLoopbackError} for an
   * address other than loopback if there is no authentication or no TLS, and with the system's error if the port is
   * taken.
   */
  readonly listen: (options?: ListenOptions) => Promise<ListeningApiServer>;
  /**
   * Stops all listeners, also those that are still starting, and the timer that removes expired Events. Resolves when
   * no connection is left. May be called more than once.
   */
  readonly stop: () => Promise<void>;
  /** Returns the resource version of the last write to any resource. */
  readonly revision: () => number;
  /**
   * Forgets the history of all resources: watches and lists of earlier versions get 410 Expired, as after a compaction
   * of etcd. For tests of clients.
   */
  readonly compact: () => void;
  /** The writes that are kept; undefined without {@link ApiServerOptions.keepHistory}. */
  readonly history: KeptHistory | undefined;
}

const WATCH_HISTORY = 10_000;

/**
 * Creates a server with the namespaces and the Service that every cluster has. It is ready when this returns. What has
 * to be stopped are the watches that clients start and, once there are Events, the server.
 */
export function createApiServer({
  clock,
  random = seededRandom(1),
  crds = [],
  onWarning = console.warn,
  onNotEnforced = ({ message }) => console.warn(message),
  watchHistory = WATCH_HISTORY,
  firstRevision = 1,
  keepHistory,
  onBug = reportBug,
  authorizationMode = 'AlwaysAllow',
  // Under RBAC only this process is an administrator; everyone else needs credentials.
  authentication = authorizationMode === 'AlwaysAllow' ? undefined : { tokens: {} },
  audit,
  webhooks,
  containers,
  enableAdmissionPlugins = [],
  disableAdmissionPlugins = enableAdmissionPlugins.includes('ServiceAccount') ? [] : ['ServiceAccount'],
  onWaitingAdmission,
  admissionConfiguration,
}: ApiServerOptions): ApiServer {
  const builtIn = builtInResources();
  const turns = createLoopTurns(clock);
  const now = (): number => clock.now();
  const writes = keepHistory && createWriteNotes(now);
  const store = new Store({
    historySize: watchHistory,
    now,
    firstRevision,
    ...(keepHistory && { wholeHistory: true, historyBytes: keepHistory.bytes }),
    ...(writes && { onChange: writes.note }),
  });
  const registry = new Registry(builtIn);
  const find: ServiceAccountTokenOptions['find'] = (plural, namespace, name) =>
    store.collection(plural).get(namespace, name)?.object;
  const serviceAccountTokens = createServiceAccountTokens({
    clock,
    signingKey: authentication?.signingKey,
    random,
    find,
    labelSecret: (secret, label, value) => labelSecret(server, secret, label, value),
  });
  const originOf: WebhookCalls['originOf'] = (service) => originOfService(store, service);
  const rbac = authorizationMode === 'AlwaysAllow' ? undefined : createRbacAuthorizer(store);
  const authorizer = authorizerOf(authorizationMode, rbac, store);
  const metrics = metricsOf(clock, store, registry);
  const certificates = certificatesFor(authentication, clock, metrics, () => extensionAuthentication.check());
  const server: ServerContext = {
    clock,
    random,
    turns,
    store,
    registry,
    allocators: { clusterIPs: createClusterIPAllocator('10.96', random), nodePorts: createNodePortAllocator(random) },
    serviceAccountTokens,
    authorizer,
    rbac,
    impersonate: createImpersonation(authorizer),
    authenticate: authentication && createAuthenticator(authentication, serviceAccountTokens, certificates),
    clientCa: authentication?.clientCa,
    frontProxy: authentication?.frontProxy
      ? createFrontProxy(clock.now(), () => extensionAuthentication.check())
      : undefined,
    audit: audit && createAuditLog(audit, clock, metrics.audit),
    webhooks: { ...webhooks, clock, random, turns, originOf },
    containers,
    get admission() {
      return chain;
    },
    get aggregation() {
      return aggregation;
    },
    metrics,
    notEnforced: createNotEnforcedCheck(onNotEnforced, rbac ? ['rbac'] : []),
  };
  const selection = { enable: enableAdmissionPlugins, disable: disableAdmissionPlugins };
  const chain = measuredChain(admissionPlugins(server, selection, admissionConfiguration), metrics, onWaitingAdmission);
  createSystemObjects(server);
  startDefinitionController(server);
  serveResourceMetrics(server);
  const aggregation = startAggregation(server);
  const extensionAuthentication = startExtensionAuthentication(server, () => certificates?.authorities() ?? []);
  const stops = [
    aggregation.stop,
    extensionAuthentication.stop,
    ...(authentication ? [startTokenTracking(server)] : []), // otherwise nobody uses a token
    ...startExpiries(server, builtIn),
  ];
  for (const crd of crds) createDefinition(server, crd, onWarning);
  const transportOf = (user: User | undefined): Transport => {
    const origin = { onBug, user };
    return directTransport((request, signal) => handleRequest(server, request, origin, signal));
  };
  const listening = listeningTo(transportOf(undefined), { clock, random, authentication, certificates });
  return {
    transport: transportOf(localUser),
    transportFor: (user) => transportOf(authenticatedUser(user)),
    issueClientCertificate: async (user) => {
      if (!certificates || !authentication?.clientCertificates)
        throw new TypeError('the server has no client certificates: authentication.clientCertificates');
      return certificates.issue(user);
    },
    signSecretToken: serviceAccountTokens.issueForSecret,
    listen: (options) => listening.listen(options),
    stop: async () => {
      for (const end of stops) end();
      await listening.close();
    },
    revision: () => server.store.revision,
    compact: () => server.store.compact(),
    history: writes && keepHistory && keptHistory(store, writes, keepHistory.bytes),
  };
}

function authorizerOf(mode: AuthorizationMode, rbac: RbacAuthorizer | undefined, store: Store): Authorizer {
  if (!rbac) return alwaysAllow;
  return mode === 'RBAC' ? rbac : joinAuthorizers(mode, [createNodeAuthorizer(store, nodeRules()), rbac]);
}

/** How certificates of clients are checked; undefined: clients are not asked for any. */
function certificatesFor(
  { clientCertificates = false, clientCa: authorities }: Partial<AuthenticationOptions> = {},
  clock: Clock,
  { access }: ServerMetrics,
  onAuthority: () => void,
): ClientCertificates | undefined {
  if (!clientCertificates && authorities === undefined) return undefined;
  return createClientCertificates({ now: () => clock.now(), authorities, onUse: access.certificate, onAuthority });
}

/** Starts to remove the objects of kinds that last only for a time. Returns functions that stop it. */
function startExpiries({ store, clock, turns }: ServerContext, builtIn: readonly ServedResource[]): (() => void)[] {
  return builtIn.flatMap(({ collection, ttlMs }) =>
    ttlMs === undefined ? [] : [startExpiry({ store, clock, collection, ttlMs, turns })],
  );
}

function metricsOf(clock: Clock, store: Store, registry: Registry): ServerMetrics {
  return createServerMetrics(
    () => monotonicNow(clock),
    () => countObjects(store, registry),
  );
}

/** Counts the stored objects of every resource, whatever the versions in which it is served. */
function countObjects(store: Store, registry: Registry): Iterable<StoredCount> {
  const counts = new Map<string, StoredCount>();
  for (const { collection, group, plural, virtual, computed } of registry.all()) {
    if (virtual || computed || counts.has(collection)) continue;
    counts.set(collection, { group, resource: plural, count: store.collection(collection).size });
  }
  return counts.values();
}

function reportBug(error: unknown, { method, path }: HttpRequest): void {
  console.error(`The embedded API server failed on ${method} ${path}; this is a bug of kb:`, error);
}
