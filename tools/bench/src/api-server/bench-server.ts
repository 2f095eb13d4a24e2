import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { loadKubeConfig } from '@kb/client';
import { type ControlPlaneBinaries, startControlPlane } from '@kb/control-plane';
import { memoryOf } from '../process-tree.ts';

/** An API server in separate processes. */
export interface BenchServer {
  readonly url: string;
  /** Path of a kubeconfig with access to it. */
  readonly kubeconfig: string;
  /** Certificate of the authority that signed the server's certificate, PEM. */
  readonly ca: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Resident memory of all its processes, in MB. NaN where there is no /proc. */
  memory(): number;
  stop(): Promise<void>;
}

/** Starts kube-apiserver with etcd, without controllers. */
export async function startRealServer(binaries: ControlPlaneBinaries): Promise<BenchServer> {
  const plane = await startControlPlane({ binaries, controllers: false });
  return {
    ...(await accessBy(plane.kubeconfigPath)),
    memory: () => plane.components.reduce((sum, { pid }) => sum + memoryOf(pid), 0),
    stop: () => plane.stop(),
  };
}

/** Options of {@link startEmbeddedServer}. */
export interface EmbeddedServerOptions {
  /** Simulate workloads, as `kb api-server` does by default. Default: false. */
  readonly workloads?: boolean;
  /** More arguments of `kb api-server`. */
  readonly flags?: readonly string[];
  /** Arguments of Node, before the launcher. */
  readonly nodeArguments?: readonly string[];
  /** Called with the child process, which has an IPC channel. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Starts the embedded server as users do: `kb api-server`, with TLS and a token, as kube-apiserver has them. */
export async function startEmbeddedServer(
  launcher: string,
  { workloads = false, flags = [], nodeArguments = [], onStart }: EmbeddedServerOptions = {},
): Promise<BenchServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-bench-server-'));
  const kubeconfig = path.join(folder, 'kubeconfig');
  const simulated = workloads ? [] : ['--no-workloads'];
  const chosen = ['--tls', ...simulated, ...flags, '--kubeconfig', kubeconfig];
  const args = [...nodeArguments, launcher, 'api-server', ...chosen];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  onStart?.(child);
  const ended = once(child, 'exit');
  if (child.stdout === null) throw new Error('kb api-server has no standard output');
  for await (const line of createInterface(child.stdout)) if (line.startsWith('kubectl')) break;
  if (!existsSync(kubeconfig)) throw new Error('kb api-server exited before it was ready');
  return {
    ...(await accessBy(kubeconfig)),
    // The process wrote the kubeconfig, so it started and has a pid.
    memory: () => memoryOf(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accessBy(kubeconfig: string): Promise<Pick<BenchServer, 'url' | 'kubeconfig' | 'ca' | 'headers'>> {
  const { server, tls, credentials } = await loadKubeConfig({ path: kubeconfig });
  const { ca } = await tls();
  const { headers } = await credentials.current();
  return { url: server, kubeconfig, ca: ca ?? '', headers };
}
