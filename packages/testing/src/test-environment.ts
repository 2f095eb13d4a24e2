import { type Clock, type Transport } from '@kb/apimachinery';
import type { NotEnforcedReason } from '@kb/apiserver';
import { type Client, createClient } from '@kb/client';
import { namespaces } from '@kb/kubernetes/core/v1';
import type { CacheOptions, Controller, Logger } from '@kb/runtime';
import type { WebhookDescription } from '@kb/runtime/webhook';
import type { ImageBehaviors, SimulatedNode } from '@kb/simulation';
import { callerOf, fileOf, pointAt } from './error-stacks.ts';
import {
  type ControlPlane,
  type ControlPlaneChoice,
  defaultControlPlane,
  notEnforcedTeller,
  startControlPlane,
} from './control-plane.ts';
import { type Eventually, eventuallyOn, eventuallyOnVirtualTime, whileTimePasses } from './eventually.ts';
import { installCrds, missingCrds } from './install-crds.ts';
import { type OperatorSettings, startOperator, type TestOperator } from './operator.ts';
import { type CrdManifest, readCrds } from './manifests/read-crds.ts';
import { createTestLog } from './test-log.ts';
import { createTestNodes, type TestNodes } from './test-nodes.ts';
import { type OperatorAccess, readOperatorAccess } from './permissions/operator-access.ts';
import { checkConverters, checkWebhookPaths } from './webhooks/check-webhook-paths.ts';
import {
  installWebhookConfigurations,
  readWebhookConfigurations,
  type WebhookManifest,
} from './webhooks/webhook-configurations.ts';

/** Options of {@link createTestEnvironment}. The {@link OperatorSettings} apply to all of its operators. */
export interface TestEnvironmentOptions extends OperatorSettings {
  /** YAML files with CustomResourceDefinitions, or folders of them. Paths are relative to the working directory. */
  readonly crds?: readonly string[];
  /**
   * The same for kinds of other projects: the files of `kb create api --external-api`. Installed if missing; a real
   * control plane that has them keeps its own. Default: none.
   */
  readonly externalCrds?: readonly string[];
  /** Controllers to start with. Start more with {@link TestEnvironment.startOperator}. */
  readonly controllers?: readonly Controller[];
  /** Default: the control plane of the kubeconfig that `KB_TEST_KUBECONFIG` names, else `embedded`. */
  readonly controlPlane?: ControlPlaneChoice;
  /** On the embedded server: runs the simulated controllers (Deployments, garbage collection…). Default: true. */
  readonly workloads?: boolean;
  /**
   * On the embedded server: how the containers of images behave on the simulated node. Default: containers run until
   * they are stopped; those of Pods that run once (`restartPolicy` OnFailure or Never, as in Jobs) exit with code 0
   * after a second.
   *
   * ```ts
   * const env = await createTestEnvironment({
   *   images: {
   *     'example.com/migrate:*': { exitCode: [1, 0], exitAfterMs: 5000 }, // fails, then succeeds
   *     'example.com/broken:*': { exitCode: 1 }, // CrashLoopBackOff
   *     'example.com/missing:*': { pullError: 'not found' }, // ImagePullBackOff
   *     'example.com/slow:*': { unready: true },
   *   },
   * });
   * ```
   */
  readonly images?: ImageBehaviors;
  /**
   * On the embedded server: the simulated nodes. Default: one, `simulated`, large enough for everything.
   *
   * ```ts
   * const env = await createTestEnvironment({
   *   nodes: [
   *     // worker-1, worker-2, worker-3
   *     { name: 'worker', count: 3, capacity: { cpu: '4', memory: '16Gi', pods: '110' } },
   *     { name: 'gpu', labels: { gpu: 'true' }, taints: [{ key: 'gpu', effect: 'NoSchedule' }] },
   *   ],
   * });
   * ```
   *
   * {@link TestEnvironment.nodes} lets them fail. The annotation `simulated-node/ready: "false"` on a Node makes it
   * report that it is not ready.
   */
  readonly nodes?: readonly SimulatedNode[];
  /**
   * On the embedded server: the operator's webhooks. They are called in the same process, whatever address the CRDs and
   * the webhook configurations have. A real control plane calls what is deployed there. Default: none; webhooks are
   * called at their addresses.
   */
  readonly webhooks?: readonly WebhookDescription[];
  /**
   * On the embedded server: YAML files with webhook configurations, or folders of them, such as `config/webhook`. They
   * are installed, so that tests use the generated manifests. A path that none of the {@link webhooks} serves, and a
   * served one that no configuration calls, is an error. A real control plane keeps its own. Default: none.
   */
  readonly webhookConfigurations?: readonly string[];
  /**
   * On the embedded server: the folder of the RBAC manifests of the operator, such as `config/rbac`. Operators then run
   * under its ServiceAccount, with its roles, and a request that these do not allow fails the test with the marker to
   * write. `false`: they may do everything. Default: the folder of the project whose controllers the test is part of;
   * without a project `false`. On a real control plane, operators have the permissions of the kubeconfig.
   */
  readonly rbac?: string | false;
  /** On the embedded server: the clock. Default: a virtual one, so that tests never wait. */
  readonly clock?: Clock;
  /**
   * On the embedded server: the seed of uids, generated names and random waits, so that every run is the same. Default:
   * 1.
   */
  readonly seed?: number;
  /**
   * The transport of the operators, such as a {@link countingTransport}, or one with another user's credentials.
   * Default: the environment's own.
   */
  readonly operatorTransport?: (transport: Transport) => Transport;
  /**
   * On the embedded server: the reasons, such as `['rbac']`, of which the tests know that the server does not enforce
   * something, so that no line says it. Default: none; the first object of each kind that uses something that is not
   * enforced gets a line on standard error, once for each test file.
   */
  readonly knownNotEnforced?: readonly NotEnforcedReason[];
  /** The sink of the controllers' log lines. Default: keeps errors, and reports them when an `eventually` fails. */
  readonly log?: Logger;
}

/** Options of {@link TestEnvironment.startOperator}. They default to the environment's options. */
export interface StartOperatorOptions extends OperatorSettings {
  /** Default: the environment's `operatorTransport`. */
  readonly transport?: Transport;
}

/**
 * An API server with controllers, for tests. Stop it with `await using environment = …`, or {@link
 * TestEnvironment.stop}.
 */
export interface TestEnvironment extends AsyncDisposable {
  /** A client with all permissions. */
  readonly client: Client;
  /** The transport to the API server, without any wrapper, with all permissions. */
  readonly transport: Transport;
  /**
   * The transport of the operators, with the permissions of their ServiceAccount: what to wrap for {@link
   * StartOperatorOptions.transport}.
   */
  readonly operatorTransport: Transport;
  readonly clock: Clock;
  /**
   * The namespace for objects of this test: `default` on the embedded server, and for an operator of one namespace
   * the one that it is deployed to; a separate namespace on a real server.
   */
  readonly namespace: string;
  /** Whether it is the embedded server. */
  readonly isEmbedded: boolean;
  /**
   * The scope of operators' caches: on a real control plane only the environment's namespace, because others use the
   * cluster too; the same for operators of one namespace. Allows an environment to be one of the `clusters` of another.
   */
  readonly cache: CacheOptions;
  /** Repeats a check until it passes. Meanwhile a virtual clock moves from timer to timer. */
  readonly eventually: Eventually;
  /** The simulated nodes of the embedded server: lets them fail and return. */
  readonly nodes: TestNodes;
  /** Lets time pass: virtual time on a virtual clock, else real time. */
  advance(ms: number): Promise<void>;
  /** Runs more controllers, or the same ones again, in their own manager. Stopped with the environment. */
  startOperator(controllers: readonly Controller[], options?: StartOperatorOptions): Promise<TestOperator>;
  /**
   * Ends everything that was started, and leaves no timer, request or handle behind. Rejects when a manager ended with
   * an error.
   */
  stop(): Promise<void>;
}

/**
 * Starts an API server (or connects to a real one), installs CRDs and runs controllers. Resolves when all of them are
 * working.
 *
 * ```ts
 * await using env = await createTestEnvironment({ crds: ['config/crd/bases'], controllers: [appServiceController] });
 * await env.client.create(appServices, { metadata: { name: 'web', namespace: 'default' }, spec: { image: 'nginx' } });
 * await env.eventually(async () => expect((await env.client.get(deployments, 'default/web')).spec.replicas).toBe(1));
 * ```
 */
export async function createTestEnvironment(options: TestEnvironmentOptions = {}): Promise<TestEnvironment> {
  const testFile = fileOf(callerOf(createTestEnvironment));
  const crds = await readCrds(options.crds ?? []);
  const externalCrds = await readCrds(options.externalCrds ?? []);
  const webhookConfigurations = await readWebhookConfigurations(options.webhookConfigurations ?? []);
  const webhooks = options.webhooks ?? [];
  if (webhookConfigurations.length > 0) checkWebhookPaths(webhookConfigurations, webhooks);
  if (webhooks.length > 0) checkConverters(crds, webhooks);
  const access = await readOperatorAccess(options.rbac, testFile, [...crds, ...externalCrds]);
  const controlPlane = await startControlPlane(options.controlPlane ?? defaultControlPlane(process.env), {
    workloads: options.workloads ?? true,
    images: options.images ?? {},
    nodes: options.nodes,
    clock: options.clock,
    seed: options.seed ?? 1,
    webhooks,
    access,
    onNotEnforced: notEnforcedTeller(testFile, options.knownNotEnforced ?? []),
  });
  try {
    return await build(controlPlane, { crds, externalCrds, webhookConfigurations, access }, options);
  } catch (error) {
    access?.leaveRecord();
    await controlPlane.stop();
    throw error;
  }
}

/** The manifests that are installed at the start. */
interface Manifests {
  readonly crds: readonly CrdManifest[];
  readonly externalCrds: readonly CrdManifest[];
  readonly webhookConfigurations: readonly WebhookManifest[];
  readonly access: OperatorAccess | undefined;
}

async function build(
  controlPlane: ControlPlane,
  { crds, externalCrds, webhookConfigurations, access: given }: Manifests,
  options: TestEnvironmentOptions,
): Promise<TestEnvironment> {
  const { transport, clock, virtualClock, random, isEmbedded } = controlPlane;
  const access = isEmbedded ? given : undefined;
  const client = createClient({ transport, clock, fieldManager: 'kb-test' });
  const testLog = createTestLog(clock);
  const log = options.log ?? testLog.log;
  const waiting = virtualClock ? eventuallyOnVirtualTime(virtualClock) : eventuallyOn(clock);
  const eventually: Eventually = (check, how) => {
    const caller = callerOf(eventually);
    return waiting(check, how).catch((error: unknown) => {
      const failure = access?.newProblem(error) ?? error;
      if (failure instanceof Error) pointAt(failure, caller);
      return testLog.explain(failure);
    });
  };
  const operators = new Set<TestOperator>();
  const { operatorTransport: plain } = controlPlane;
  const operatorTransport = options.operatorTransport?.(plain) ?? plain;

  await installCrds(client, [...(await missingCrds(client, externalCrds)), ...crds], eventually);
  await access?.install(client);
  if (isEmbedded) await installWebhookConfigurations(client, webhookConfigurations);
  const watched = access?.rbac.watchNamespace;
  const namespace = isEmbedded ? (watched ?? 'default') : await createNamespace(client);

  // On a shared cluster, only this test's objects.
  const isLimited = !isEmbedded || watched !== undefined;
  const cache: CacheOptions = { ...(isLimited && { namespaces: [namespace] }), ...options.cache };
  const settings = settingsOf(options);

  const start: TestEnvironment['startOperator'] = async (controllers, how) => {
    const operator = await startOperator({
      controllers,
      transport: operatorTransport,
      ...settings,
      ...how,
      clock,
      virtualClock,
      random,
      log,
      cache: { ...cache, ...how?.cache },
    }).catch((error: unknown) => {
      throw access?.newProblem(error) ?? error;
    });
    operators.add(operator);
    const ending = (end: () => Promise<void>) => (): Promise<void> => {
      operators.delete(operator);
      return end();
    };
    return { ...operator, stop: ending(operator.stop), kill: ending(operator.kill) };
  };

  if (options.controllers?.length) await start(options.controllers);

  let stopped: Promise<void> | undefined;
  const stopAll = async (): Promise<void> => {
    const ends = await Promise.allSettled([...operators].map((operator) => operator.stop()));
    if (!isEmbedded) await client.delete(namespaces, namespace);
    await (virtualClock ? whileTimePasses(virtualClock, () => controlPlane.stop()) : controlPlane.stop());
    access?.leaveRecord();
    const problem = access?.newProblem();
    if (problem) throw problem;
    const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    if (errors.length > 0)
      throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'managers ended by errors');
  };
  const stop = (): Promise<void> => (stopped ??= stopAll());

  return {
    client,
    transport,
    operatorTransport: plain,
    clock,
    namespace,
    isEmbedded,
    cache,
    eventually,
    nodes: createTestNodes(client),
    advance: (ms) => (virtualClock ? virtualClock.advance(ms) : clock.sleep(ms)),
    startOperator: start,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The settings among the options of an environment. */
function settingsOf(options: TestEnvironmentOptions): OperatorSettings {
  const { clusters, controllerDefaults, leaderElection, setup, gracefulShutdownTimeout } = options;
  return {
    ...(clusters && { clusters }),
    ...(controllerDefaults && { controllerDefaults }),
    ...(leaderElection && { leaderElection }),
    ...(setup && { setup }),
    ...(gracefulShutdownTimeout !== undefined && { gracefulShutdownTimeout }),
  };
}

async function createNamespace(client: Client): Promise<string> {
  const created = await client.create(namespaces, { metadata: { generateName: 'kb-test-' } });
  return created.metadata.name;
}
