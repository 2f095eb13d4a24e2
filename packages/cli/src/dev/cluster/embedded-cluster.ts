import { nearestName } from '@kb/codegen/nearest-name';
import {
  admissionPluginNames,
  AdmissionPluginsError,
  ClientCaError,
  type ApiServer,
  type AuditOptions,
  type AuthorizationMode,
  createApiServer,
  type KeptHistory,
  type TokenUser,
  type WebhookService,
} from '@kb/apiserver';
import { type Client, createClient, systemClock, systemRandom } from '@kb/client';
import {
  createSimulatedContainers,
  type ImageBehaviors,
  type SimulatedNode,
  startWorkloadSimulation,
} from '@kb/simulation';
import { CliError } from '../../cli-error.ts';
import { portError } from '../../command-line/port.ts';
import { installManifests } from './install-manifests.ts';
import { createOffsetClock } from './offset-clock.ts';
import type { Manifest } from '../../manifests/manifests.ts';

/** The embedded API server with its workload simulation, on loopback. */
export interface EmbeddedCluster {
  readonly url: string;
  readonly kubeconfig: string;
  /** The kubeconfig of the operator: that of its account, if it has one. */
  readonly operatorKubeconfig: string;
  /** A client with all permissions. */
  readonly client: Client;
  /** Applies manifests in order; resolves when CustomResourceDefinitions among them are served. */
  install(manifests: readonly Manifest[]): Promise<void>;
  /** Forgets the history of all resources: watches and lists at earlier resource versions then get 410 Expired. */
  compact(): void;
  /** The states that are kept; undefined without {@link EmbeddedClusterOptions.keepHistory}. */
  readonly history: KeptHistory | undefined;
  /** Lets this much time pass at once in the cluster: for the API server, the controllers and the nodes. */
  advanceClock(ms: number): void;
  /** Ends all connections of clients, as an API server that restarts. */
  cutConnections(): Promise<void>;
  stop(): Promise<void>;
}

/** Options of {@link startEmbeddedCluster}. */
export interface EmbeddedClusterOptions {
  /** 0 chooses a free one. */
  readonly port: number;
  /** Simulate workloads. */
  readonly workloads: boolean;
  /** How the containers of images behave on the simulated node. Default: they run, or end with success. */
  readonly images?: ImageBehaviors;
  /** The simulated nodes. Default: one that is large enough for everything. */
  readonly nodes?: readonly SimulatedNode[];
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** HTTPS. Default: false. */
  readonly tls?: boolean;
  /**
   * Returns the file that keeps the certificate of {@link tls} between runs, and creates its folder. Default: a new
   * certificate at every start.
   */
  readonly certificateFile?: () => string;
  /**
   * Names and addresses that are accepted in Host headers, besides those of loopback and {@link host}. Default: none.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Returns the origin at which a Service that webhook configurations name can be reached from this machine; undefined
   * if its endpoints decide. Default: they always decide.
   */
  readonly resolveService?: (service: WebhookService) => string | undefined;
  /** The users, by their tokens. Default: everyone has access. */
  readonly tokens?: Readonly<Record<string, TokenUser>>;
  /** Authorities (PEM) of certificates that clients may authenticate with; needs {@link tokens}. Default: none. */
  readonly clientCa?: string;
  /** How users' permissions are decided. Default: AlwaysAllow. */
  readonly authorizationMode?: AuthorizationMode;
  /** Which requests are audited, and who gets the events. Default: none are. */
  readonly audit?: AuditOptions;
  /** The account of the operator, whose permissions are then enforced. Default: it may do everything. */
  readonly operator?: { readonly user: string; readonly token: string };
  /** Admission plugins to enable in addition to the default ones, by kube-apiserver's names. Default: none. */
  readonly enableAdmissionPlugins?: readonly string[];
  /** Admission plugins to disable. Default: ServiceAccount without {@link workloads}, none with them. */
  readonly disableAdmissionPlugins?: readonly string[];
  /**
   * Gets a line for what the server accepts and does not enforce, once for each kind and reason. Default: writes it to
   * standard error.
   */
  readonly onNotEnforced?: (line: string) => void;
  /** The configuration of admission plugins: an AdmissionConfiguration. Default: none. */
  readonly admissionConfiguration?: object;
  /** Called once, when a write first waits for a webhook or an admission policy. */
  readonly onWaitingAdmission?: () => void;
  /** Keeps all states until they hold this many bytes. Default: five to ten minutes. */
  readonly keepHistory?: { readonly bytes: number };
}

/**
 * Starts the server. Throws a CliError if the port cannot be used or an admission plugin is unknown, and the server's
 * error for an address that must not be open to the network.
 */
export async function startEmbeddedCluster(options: EmbeddedClusterOptions): Promise<EmbeddedCluster> {
  const {
    port,
    workloads,
    images,
    nodes,
    tokens,
    clientCa,
    authorizationMode,
    audit,
    operator,
    onNotEnforced,
    enableAdmissionPlugins,
    disableAdmissionPlugins,
    resolveService,
    onWaitingAdmission,
    admissionConfiguration,
    keepHistory,
    ...listening
  } = options;
  const clock = createOffsetClock(systemClock);
  const server = createServer({
    clock,
    random: systemRandom,
    keepHistory,
    ...(workloads && { containers: createSimulatedContainers({ clock, images: images ?? {} }) }),
    // Higher than the last resource version on this port, because no server makes a thousand writes a second for a
    // whole day.
    firstRevision: systemClock.now(),
    ...(tokens && {
      authentication: {
        tokens: { ...tokens, ...tokenOf(operator) },
        frontProxy: true,
        ...(clientCa !== undefined && { clientCa }),
      },
    }),
    // The simulated kubelets need what only the mode Node allows them.
    ...(authorizationMode && {
      authorizationMode: authorizationMode === 'RBAC' && workloads ? 'Node,RBAC' : authorizationMode,
    }),
    ...(operator && { authorizationMode: 'Node,RBAC' }),
    ...(audit && { audit }),
    ...(resolveService && { webhooks: { resolveService } }),
    ...(onNotEnforced && { onNotEnforced: ({ message }) => onNotEnforced(message) }),
    ...(enableAdmissionPlugins && { enableAdmissionPlugins }),
    ...(admissionConfiguration && { admissionConfiguration }),
    ...(onWaitingAdmission && { onWaitingAdmission }),
    // Without controllers nothing creates the accounts that it requires.
    disableAdmissionPlugins: disableAdmissionPlugins ?? (workloads ? [] : ['ServiceAccount']),
  });
  let listener = await server.listen({ port, ...listening }).catch((error: unknown) => {
    throw portError(error, port);
  });
  const { transport, transportFor, signSecretToken } = server;
  const client = createClient({ transport, clock: systemClock, fieldManager: 'kb' });
  const simulation = workloads
    ? startWorkloadSimulation({
        transport,
        transportFor,
        clock,
        random: systemRandom,
        node: { ...(images && { images }), ...(nodes && { nodes }) },
        signSecretToken,
      })
    : undefined;
  return {
    url: listener.url,
    kubeconfig: listener.kubeconfig(),
    operatorKubeconfig: listener.kubeconfig(operator && { token: operator.token }),
    client,
    compact: () => server.compact(),
    history: server.history,
    advanceClock: (ms) => clock.advance(ms),
    async cutConnections() {
      const { port: own } = new URL(listener.url);
      await listener.close();
      listener = await server.listen({ ...listening, port: Number(own) });
    },
    install: (manifests) => installManifests(client, manifests),
    async stop() {
      await simulation?.stop();
      await listener.close();
      await server.stop();
    },
  };
}

function tokenOf(operator: EmbeddedClusterOptions['operator']): Record<string, TokenUser> {
  return operator ? { [operator.token]: { name: operator.user } } : {};
}

function createServer(options: Parameters<typeof createApiServer>[0]): ApiServer {
  try {
    return createApiServer(options);
  } catch (error) {
    const flag = error instanceof ClientCaError ? '--client-ca-file: ' : '';
    if (!(error instanceof AdmissionPluginsError || error instanceof ClientCaError)) throw error;
    throw new CliError('KB_WRONG_FLAGS', `${flag}${error.message}`, {
      exitCode: 2,
      cause: error,
      hint: nearPluginsOf(error.message),
    });
  }
}

/** Names the plugins that an error may have meant. */
function nearPluginsOf(message: string): string | undefined {
  const unknown = [...message.matchAll(/plugin "([^"]*)"/g)].map(([, name = '']) => name);
  const near = unknown.flatMap((name) => {
    const known = nearestName(name, admissionPluginNames);
    return known === undefined || known === name ? [] : [known];
  });
  return near.length === 0 ? undefined : `did you mean ${[...new Set(near)].join(', ')}?`;
}
