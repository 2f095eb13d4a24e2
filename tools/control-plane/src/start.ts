import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiRequester, socketGet } from './access/api-request.ts';
import type { ApiRequester } from './access/api-request.ts';
import { componentError, startComponent, waitForComponent } from './supervisor/component.ts';
import type { ControlPlane, KubeconfigIdentity, StartOptions } from './control-plane.ts';
import { readAuthority, writeCredentials } from './access/credentials.ts';
import type { Credentials } from './access/credentials.ts';
import { ControlPlaneError } from './errors.ts';
import { findControlPlane } from './find.ts';
import type { ControlPlaneBinaries } from './find.ts';
import { copyEtcdData, ETCD_FOLDER } from './etcd-data.ts';
import { apiServerFlags, controllerManagerFlags, etcdFlags, flagArguments, schedulerFlags } from './flags.ts';
import { freePort } from './free-port.ts';
import { writeKubeconfig } from './access/kubeconfig.ts';
import type { KubeconfigUser } from './access/kubeconfig.ts';
import { logTail } from './log-tail.ts';
import { requestToken } from './access/service-account-token.ts';
import { signClaims, signSecretToken } from './access/secret-token.ts';
import { startSupervisor } from './supervisor/supervisor.ts';
import type { SupervisedProcess, Supervisor } from './supervisor/supervisor.ts';
import { deadlineIn } from './wait.ts';
import type { Deadline } from './wait.ts';

/**
 * A guard against hanging: a start takes three seconds, and many times that on a slow or busy machine.
 */
const DEFAULT_TIMEOUT_MS = 300_000;
const PORT_ATTEMPTS = 4;

/** The state that the steps of a start share. */
interface Starting {
  binaries: ControlPlaneBinaries;
  options: StartOptions;
  supervisor: Supervisor;
  credentials: Credentials;
  deadline: Deadline;
}

interface ApiServer {
  process: SupervisedProcess;
  url: string;
  caPem: string;
  request: ApiRequester;
}

/**
 * Starts etcd, kube-apiserver and kube-controller-manager on 127.0.0.1 and resolves when the API server is ready and
 * every default ServiceAccount exists: after about three seconds. All data is in a temporary folder. Everything ends
 * with `stop()`, and with this process however it ends; the running control plane does not keep this process alive.
 *
 * @throws ControlPlaneError NOT_FOUND when there is nothing to start, COMPONENT_FAILED with the tail of the log when a
 * component ends, TIMEOUT after `timeoutMs`; the signal's reason when `signal` aborts. Nothing is left running then.
 */
export async function startControlPlane(options: StartOptions = {}): Promise<ControlPlane> {
  const binaries = options.binaries ?? locate();
  const deadline = deadlineIn(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  // The name is short because the path of a Unix socket in it may have at most 103 characters on macOS.
  const supervisor = await startSupervisor(await mkdtemp(join(tmpdir(), 'kb-cp-')));
  try {
    const credentials = await writeCredentials(supervisor.directory);
    return await startComponents({ binaries, options, supervisor, credentials, deadline });
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

function locate(): ControlPlaneBinaries {
  const { binaries, reason } = findControlPlane();
  if (binaries !== undefined) return binaries;
  throw new ControlPlaneError('KB_CONTROL_PLANE_NOT_FOUND', `there is no control plane to start: ${reason}`);
}

async function startComponents(starting: Starting): Promise<ControlPlane> {
  const { binaries, options, supervisor, credentials } = starting;
  const etcd = await startEtcd(starting);
  const api = await startApiServer(starting);
  const { url, caPem } = api;
  const version = readVersion(await api.request('GET', '/version'));
  const caFile = join(supervisor.directory, 'ca.crt');
  await writeFile(caFile, caPem);
  let kubeconfigs = 0;
  const addKubeconfig = async (user: KubeconfigUser, namespace?: string): Promise<string> => {
    const file = join(supervisor.directory, kubeconfigs === 0 ? 'admin.kubeconfig' : `${kubeconfigs}.kubeconfig`);
    kubeconfigs += 1;
    await writeKubeconfig(file, { server: url, caPem, user, ...(namespace === undefined ? {} : { namespace }) });
    return file;
  };
  const tokenFor: ControlPlane['tokenFor'] = (account, tokenOptions) =>
    requestToken(api.request, account, tokenOptions);
  const components = [etcd, api.process];
  let stopped = false;
  const stop = async (): Promise<void> => {
    stopped = true;
    await supervisor.stop();
  };
  const plane: ControlPlane = {
    url,
    version,
    caFile,
    kubeconfigPath: await addKubeconfig({ token: credentials.adminToken }),
    adminToken: credentials.adminToken,
    directory: supervisor.directory,
    components,
    tokenFor,
    signClaims: (claims, header) => signClaims(credentials.serviceAccountPrivateKey, claims, header),
    signSecretToken: (demand) => signSecretToken(credentials.serviceAccountPrivateKey, demand),
    kubeconfigFor: async (identity) => addKubeconfig(await userOf(identity, credentials, tokenFor), identity.namespace),
    stop,
    [Symbol.asyncDispose]: stop,
  };
  await options.beforeControllers?.(plane);
  if (binaries.kubeControllerManager !== undefined && options.controllers !== false) {
    const kubeconfig = await addKubeconfig({ token: credentials.controllerManagerToken });
    components.push(
      await startControllerManager(starting, api, binaries.kubeControllerManager, { kubeconfig, caFile }),
    );
  }
  if (options.scheduler) components.push(await startScheduler(starting, plane.kubeconfigPath));
  for (const component of components) {
    void component.exited.then(async (exit) => {
      if (!stopped) options.onComponentExit?.(await componentError(component, exit));
    });
  }
  return plane;
}

async function userOf(
  identity: KubeconfigIdentity,
  credentials: Credentials,
  tokenFor: ControlPlane['tokenFor'],
): Promise<KubeconfigUser> {
  if (identity.token !== undefined) return { token: identity.token };
  if (identity.serviceAccount !== undefined) return { token: await tokenFor(identity.serviceAccount) };
  const { user, groups } = identity.impersonate;
  return { token: credentials.adminToken, as: user, ...(groups === undefined ? {} : { asGroups: groups }) };
}

async function startEtcd({ binaries, options, supervisor, deadline }: Starting): Promise<SupervisedProcess> {
  const { directory } = supervisor;
  const clientSocket = join(directory, 'etcd.sock');
  const dataDirectory = join(directory, ETCD_FOLDER);
  if (options.etcdData !== undefined) await copyEtcdData(options.etcdData, dataDirectory);
  const flags = etcdFlags({
    dataDirectory,
    clientSocket,
    peerSocket: join(directory, 'peer.sock'),
  });
  const etcd = await startComponent(supervisor, 'etcd', binaries.etcd, flagArguments(flags));
  // This waits because kube-apiserver retries a failed first connection only after a second.
  const healthy = async (): Promise<true | undefined> => {
    const answer = await socketGet(clientSocket, '/health').catch(() => undefined);
    return answer?.status === 200 ? true : undefined;
  };
  await waitForComponent(
    etcd,
    { what: 'etcd to be healthy', deadline, intervalMs: 10, signal: options.signal },
    healthy,
  );
  return etcd;
}

async function startApiServer(starting: Starting): Promise<ApiServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      return await tryApiServer(starting, port);
    } catch (error) {
      const log = await logTail(join(starting.supervisor.directory, 'kube-apiserver.log'));
      const taken = log.some((line) => line.includes('address already in use'));
      if (!taken || attempt === PORT_ATTEMPTS || starting.deadline.remaining() === 0) throw error;
    }
  }
}

async function tryApiServer(
  { binaries, options, supervisor, credentials, deadline }: Starting,
  port: number,
): Promise<ApiServer> {
  const { directory } = supervisor;
  const certificateDirectory = join(directory, 'certificates');
  await mkdir(certificateDirectory, { recursive: true, mode: 0o700 });
  const flags = apiServerFlags({
    port,
    etcdSocket: join(directory, 'etcd.sock'),
    certificateDirectory,
    tokenFile: credentials.tokenFile,
    serviceAccountKeyFile: credentials.serviceAccountKeyFile,
    serviceAccountPublicKeyFile: credentials.serviceAccountPublicKeyFile,
    serviceAccountAdmission: binaries.kubeControllerManager !== undefined && options.controllers !== false,
  });
  const args = flagArguments(flags, options.apiServerFlags);
  const process = await startComponent(supervisor, 'kube-apiserver', binaries.kubeApiServer, args);
  const url = `https://127.0.0.1:${port}`;
  const ready = async (): Promise<ApiServer | undefined> => {
    const caPem = await readAuthority(join(certificateDirectory, 'apiserver.crt'));
    if (caPem === undefined) return undefined;
    const request = apiRequester(url, caPem, credentials.adminToken);
    const answer = await request('GET', '/readyz').catch(() => undefined);
    return answer?.status === 200 ? { process, url, caPem, request } : undefined;
  };
  return await waitForComponent(
    process,
    { what: 'kube-apiserver to be ready', deadline, signal: options.signal },
    ready,
  );
}

async function startControllerManager(
  { options, supervisor, credentials, deadline }: Starting,
  { request }: ApiServer,
  command: string,
  files: { kubeconfig: string; caFile: string },
): Promise<SupervisedProcess> {
  const flags = controllerManagerFlags({ ...files, serviceAccountKeyFile: credentials.serviceAccountKeyFile });
  const args = flagArguments(flags, options.controllerManagerFlags);
  const process = await startComponent(supervisor, 'kube-controller-manager', command, args);
  // The first visible results of two controllers. Without them, no Pod is admitted or complete in the namespace that
  // tests use first.
  const made = ['serviceaccounts/default', 'configmaps/kube-root-ca.crt'].map(
    (path) => `/api/v1/namespaces/default/${path}`,
  );
  const working = async (): Promise<true | undefined> => {
    const answers = await Promise.all(made.map((path) => request('GET', path).catch(() => undefined)));
    return answers.every((answer) => answer?.status === 200) ? true : undefined;
  };
  await waitForComponent(
    process,
    { what: 'kube-controller-manager to work', deadline, signal: options.signal },
    working,
  );
  return process;
}

async function startScheduler({ binaries, supervisor }: Starting, kubeconfig: string): Promise<SupervisedProcess> {
  const { kubeScheduler, directory } = binaries;
  if (kubeScheduler === undefined)
    throw new ControlPlaneError('KB_CONTROL_PLANE_NOT_FOUND', `there is no kube-scheduler in ${directory}`);
  return await startComponent(supervisor, 'kube-scheduler', kubeScheduler, flagArguments(schedulerFlags(kubeconfig)));
}

function readVersion(answer: { body: string }): string {
  const { gitVersion } = JSON.parse(answer.body) as { gitVersion?: unknown };
  return typeof gitVersion === 'string' ? gitVersion : 'unknown';
}
