import {
  type Clock,
  createVirtualClock,
  type Random,
  seededRandom,
  type Transport,
  type VirtualClock,
} from '@kb/apimachinery';
import { createApiServer, type NotEnforced, type NotEnforcedReason } from '@kb/apiserver';
import { createTransport, loadKubeConfig, systemClock, systemRandom } from '@kb/client';
import type { OperatorAccess } from './permissions/operator-access.ts';
import { userOf } from './permissions/read-rbac.ts';
import { createWebhookServer, type WebhookDescription } from '@kb/runtime/webhook';
import {
  createSimulatedContainers,
  type ImageBehaviors,
  type SimulatedNode,
  startWorkloadSimulation,
} from '@kb/simulation';

/**
 * The control plane that tests run on. `embedded`: the embedded API server, in this process, on virtual time. Otherwise
 * a real control plane, in real time, given by a kubeconfig file or a transport.
 */
export type ControlPlaneChoice = 'embedded' | { readonly kubeconfig: string } | { readonly transport: Transport };

/** A running control plane. */
export interface ControlPlane {
  readonly transport: Transport;
  /** The transport of operators: that of their ServiceAccount, if they have one. */
  readonly operatorTransport: Transport;
  readonly clock: Clock;
  /** The clock, if it is virtual. */
  readonly virtualClock: VirtualClock | undefined;
  readonly random: Random;
  readonly isEmbedded: boolean;
  /** Ends everything that was started for it; a control plane that existed before keeps running. */
  stop(): Promise<void>;
}

/** Options of an embedded control plane. */
export interface EmbeddedOptions {
  /**
   * Runs the simulated controllers: Deployments get ReplicaSets and Pods that become Ready, and garbage is collected.
   */
  readonly workloads: boolean;
  /** How the containers of images behave on the simulated node. */
  readonly images: ImageBehaviors;
  /** The simulated nodes; undefined: one. */
  readonly nodes: readonly SimulatedNode[] | undefined;
  /** Default: a virtual clock of its own. */
  readonly clock: Clock | undefined;
  /** Seeds uids, names and waits. */
  readonly seed: number;
  /** The webhooks that are called in-process, whatever addresses CRDs and configurations have. */
  readonly webhooks: readonly WebhookDescription[];
  /** The account of operators, whose permissions are then enforced. Undefined: they may do everything. */
  readonly access: OperatorAccess | undefined;
  /** Gets what the server accepts and does not enforce. */
  readonly onNotEnforced: (notEnforced: NotEnforced) => void;
}

/**
 * The environment variable with the path of a kubeconfig file: tests without an explicit control plane use that
 * cluster.
 */
export const KUBECONFIG_VARIABLE = 'KB_TEST_KUBECONFIG';

/**
 * The default control plane of a test environment: that of {@link KUBECONFIG_VARIABLE}, else the
 * embedded one.
 */
export function defaultControlPlane(env: Readonly<Record<string, string | undefined>>): ControlPlaneChoice {
  const kubeconfig = env[KUBECONFIG_VARIABLE];
  return kubeconfig ? { kubeconfig } : 'embedded';
}

/** Starts, or connects to, a control plane. */
export async function startControlPlane(choice: ControlPlaneChoice, embedded: EmbeddedOptions): Promise<ControlPlane> {
  if (choice === 'embedded') return startEmbedded(embedded);
  const real = { clock: systemClock, virtualClock: undefined, random: systemRandom, isEmbedded: false };
  if ('transport' in choice) {
    const { transport } = choice;
    return { ...real, transport, operatorTransport: transport, stop: () => Promise.resolve() };
  }
  const transport = createTransport(await loadKubeConfig({ path: choice.kubeconfig }));
  return { ...real, transport, operatorTransport: transport, stop: () => transport.close() };
}

function startEmbedded({
  workloads,
  images,
  nodes,
  clock: given,
  seed,
  webhooks,
  access,
  onNotEnforced,
}: EmbeddedOptions): ControlPlane {
  const virtualClock = given === undefined ? createVirtualClock() : asVirtual(given);
  const clock = given ?? virtualClock ?? systemClock;
  const random = seededRandom(seed);
  const inProcess = webhooks.length > 0 && createWebhookServer({ clock, webhooks }).transport;
  const server = createApiServer({
    clock,
    random,
    onNotEnforced,
    ...(workloads && { containers: createSimulatedContainers({ clock, images }) }),
    // Without controllers nothing creates the accounts that it requires.
    disableAdmissionPlugins: workloads ? [] : ['ServiceAccount'],
    ...(access && { authorizationMode: 'Node,RBAC', audit: access.recorder.audit }),
    ...(inProcess && {
      webhooks: { transport: () => inProcess, resolveService: ({ name }) => `https://${name}.invalid` },
    }),
  });
  const { transport, signSecretToken } = server;
  // A separate generator, so that the simulation does not change the names and uids that the server draws.
  const simulation = workloads
    ? startWorkloadSimulation({
        transport,
        transportFor: server.transportFor,
        clock,
        random: seededRandom(seed + 1),
        node: { images, ...(nodes && { nodes }) },
        signSecretToken,
      })
    : undefined;
  return {
    transport,
    operatorTransport: access ? server.transportFor({ name: userOf(access.rbac.account) }) : transport,
    clock,
    virtualClock,
    random,
    isEmbedded: true,
    stop: async () => {
      await simulation?.stop();
      await server.stop();
    },
  };
}

function asVirtual(clock: Clock): VirtualClock | undefined {
  return 'advance' in clock && 'settle' in clock ? (clock as VirtualClock) : undefined;
}

/** What was reported in each test file, as `KIND REASON`: files may share a process and its modules. */
const toldByFile = new Map<string, Set<string>>();

/**
 * Returns a listener that writes a line to standard error for each kind and reason, once for each test file; nothing
 * for known reasons. `file`: undefined if the platform does not tell who created the environment.
 */
export function notEnforcedTeller(
  file: string | undefined,
  known: readonly NotEnforcedReason[],
): (notEnforced: NotEnforced) => void {
  const told = toldByFile.get(file ?? '') ?? new Set();
  toldByFile.set(file ?? '', told);
  return ({ group, kind, reason, message }) => {
    const key = `${group}/${kind} ${reason}`;
    if (known.includes(reason) || told.has(key)) return;
    told.add(key);
    console.warn(
      `Not enforced: ${message}. createTestEnvironment({ knownNotEnforced: ['${reason}'] }) silences this line.`,
    );
  };
}
