import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Client } from '@kb/client';
import { type Deployment, deployments } from '@kb/kubernetes/apps/v1';
import { secrets } from '@kb/kubernetes/core/v1';
import { eventually } from '../patience.ts';
import { endWithThisProcess, signal } from '../processes.ts';
import { freePorts } from '../software/support/account-programs.ts';
import { accountKubeconfig } from '../targets/account-kubeconfig.ts';
import type { Cluster } from './clusters.ts';
import type { ServiceName } from './webhook-callers.ts';

/** An operator that runs as its Deployment says. */
export interface DeployedOperator {
  /** The ports of this machine that stand for those of its container. */
  readonly ports: ReadonlyMap<number, number>;
  /** The last lines that it printed. */
  lastLines(): string;
  stop(): Promise<void>;
}

/** Where a deployed operator's manifests and sources are. */
export interface DeployedFrom {
  readonly cluster: Cluster;
  /** The folder of the project, whose Dockerfile says what the image runs. */
  readonly project: string;
  readonly deployment: ServiceName;
  /** A folder for what a kubelet would mount. */
  readonly folder: string;
}

type PodSpec = NonNullable<Deployment['spec']['template']['spec']>;
type Container = PodSpec['containers'][number];

/** The lines of its log that a failure shows. */
const SHOWN_LINES = 15;

/**
 * Starts the operator as a kubelet would, from the Deployment alone: the entry point of the image, its arguments, its
 * environment, its Secrets as files, and a token of its ServiceAccount. A process shares the machine's ports and files,
 * so those that the container has for itself are replaced by free ones; and since a kubeconfig stands for the files of
 * the ServiceAccount, an argument names the namespace of the lease. Resolves when its readiness probe succeeds.
 */
export async function startDeployedOperator(from: DeployedFrom): Promise<DeployedOperator> {
  const { cluster, project, deployment, folder } = from;
  const { spec } = await cluster.client.get(deployments, deployment);
  const pod = spec.template.spec;
  const [container] = pod?.containers ?? [];
  if (pod === undefined || container === undefined) throw new Error('the Deployment has no container');
  const mounts = await mountSecrets(cluster.client, deployment.namespace, { pod, container, folder });
  const ports = await hostPorts(container);
  const args = (container.args ?? []).map((argument) => onThisMachine(argument, mounts, ports));
  const account = { namespace: deployment.namespace, name: pod.serviceAccountName ?? 'default' };
  const kubeconfig = await accountKubeconfig(cluster, account, path.join(folder, 'operator.kubeconfig'));
  const [, ...entry] = entryPoint(project);
  const child = endWithThisProcess(
    spawn(
      process.execPath,
      ['--conditions=@kb/source', ...entry, ...args, `--leader-election-namespace=${deployment.namespace}`],
      {
        cwd: project,
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          ...environmentOf(container, deployment),
          KUBECONFIG: kubeconfig,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    ),
  );
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => void lines.push(line));
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const lastLines = (): string => lines.slice(-SHOWN_LINES).join('\n');
  const stop = async (): Promise<void> => {
    signal(child, 'SIGTERM');
    const timer = setTimeout(() => signal(child, 'SIGKILL'), 10_000);
    await ended;
    clearTimeout(timer);
  };
  try {
    await untilReady(container, ports, () => child.exitCode);
  } catch (error) {
    await stop();
    throw new Error(`the operator does not become ready: ${String(error)}\n${lastLines()}`, { cause: error });
  }
  return { ports, lastLines, stop };
}

/** What the Dockerfile's last stage runs. */
function entryPoint(project: string): string[] {
  const [, words = ''] = /^ENTRYPOINT (\[.*\])$/m.exec(readFileSync(path.join(project, 'Dockerfile'), 'utf8')) ?? [];
  return JSON.parse(words) as string[];
}

/** Writes the Secrets that the container mounts, once they are there. Returns the folder of each mounted path. */
async function mountSecrets(
  client: Client,
  namespace: string,
  { pod, container, folder }: { pod: PodSpec; container: Container; folder: string },
): Promise<Map<string, string>> {
  const mounts = new Map<string, string>();
  for (const { name, mountPath } of container.volumeMounts ?? []) {
    const volume = pod.volumes?.find((one) => one.name === name);
    const secretName = volume?.secret?.secretName;
    if (secretName === undefined) throw new Error(`the suite mounts Secrets only, and ${name} is none`);
    const optional = volume?.secret?.optional === true;
    const place = path.join(folder, name);
    mkdirSync(place, { recursive: true });
    mounts.set(mountPath, place);
    if (optional) continue;
    await eventually(async () => {
      const { data = {} } = await client.get(secrets, { namespace, name: secretName });
      for (const [file, content] of Object.entries(data))
        writeFileSync(path.join(place, file), Buffer.from(content, 'base64'), { mode: 0o600 });
    });
  }
  return mounts;
}

/** A free port for each port that the arguments bind. */
async function hostPorts(container: Container): Promise<Map<number, number>> {
  const bound = (container.args ?? []).flatMap((argument) => /-bind-address=.*:(\d+)$/.exec(argument)?.[1] ?? []);
  const free = await freePorts(bound.length);
  return new Map(bound.map((port, index) => [Number(port), free[index] ?? 0]));
}

function onThisMachine(
  argument: string,
  mounts: ReadonlyMap<string, string>,
  ports: ReadonlyMap<number, number>,
): string {
  const address = /^(--[a-z-]+-bind-address=).*:(\d+)$/.exec(argument);
  if (address !== null) return `${address[1] ?? ''}127.0.0.1:${ports.get(Number(address[2])) ?? ''}`;
  for (const [mounted, place] of mounts) {
    if (argument.endsWith(`=${mounted}`)) return argument.replace(mounted, place);
  }
  return argument;
}

/** The environment of a container in a Pod of this namespace. */
function environmentOf({ env = [] }: Container, { namespace }: ServiceName): Record<string, string> {
  return Object.fromEntries(
    env.map(({ name, value = '', valueFrom }) => {
      if (valueFrom === undefined) return [name, value];
      if (valueFrom.fieldRef?.fieldPath === 'metadata.namespace') return [name, namespace];
      throw new Error(`the suite knows the namespace of a Pod only, and ${name} is another value`);
    }),
  );
}

/** Waits until the probes of the container succeed. Rejects if the operator has ended. */
async function untilReady(
  { readinessProbe, livenessProbe }: Container,
  ports: ReadonlyMap<number, number>,
  exitCode: () => number | null,
): Promise<void> {
  for (const probe of [livenessProbe, readinessProbe]) {
    if (probe?.httpGet === undefined) throw new Error('the container has no probe');
    const { port, path: place = '/' } = probe.httpGet;
    const url = `http://127.0.0.1:${ports.get(Number(port)) ?? ''}${place}`;
    let ended: number | undefined;
    await eventually(async () => {
      ended = exitCode() ?? undefined;
      if (ended !== undefined) return;
      const { status } = await fetch(url);
      if (status !== 200) throw new Error(`${place} answers with ${status}`);
    });
    if (ended !== undefined) throw new Error(`it ended with code ${ended}`);
  }
}
