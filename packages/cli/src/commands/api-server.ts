import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command.ts';
import { requireNetworkStack } from '../node-version.ts';
import { untilSignal } from '../until-signal.ts';

/** `kb api-server`. */
export const command = defineCommand({
  flags: {
    port: { type: 'string', value: 'PORT', description: 'Port on loopback; 0 takes a free one. Default: 0.' },
    kubeconfig: { type: 'string', value: 'FILE', description: 'Write a kubeconfig for it there.' },
    crd: {
      type: 'string',
      multiple: true,
      value: 'PATH',
      description: 'A CRD file, or a folder of them, to serve from the start.',
    },
    workloads: {
      type: 'boolean',
      description:
        'Simulate workloads: Deployments, Pods and garbage collection. --no-workloads: only the API. Default: simulate.',
    },
  },
  async run(values, { cwd, terminal }) {
    requireNetworkStack('api-server');
    const port = Number(values.port ?? '0');
    if (!Number.isInteger(port) || port < 0 || port > 65535) {
      throw new CliError('KB_WRONG_FLAGS', `--port is a number from 0 to 65535, not "${values.port}"`, { exitCode: 2 });
    }
    const { startEmbeddedCluster } = await import('../dev/embedded-cluster.ts');
    const { readManifests } = await import('../dev/manifests.ts');
    const crds = (values.crd ?? []).flatMap((file) => readManifests(path.resolve(cwd, file)));
    const cluster = await startEmbeddedCluster({ port, workloads: values.workloads ?? true });
    try {
      await cluster.install(crds);
      terminal.print(
        `Embedded API server on ${cluster.url} (for development and tests; it authorises everything). Ctrl-C stops it.`,
      );
      if (values.kubeconfig !== undefined) {
        const file = path.resolve(cwd, values.kubeconfig);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, cluster.kubeconfig, { mode: 0o600 });
        terminal.print(`kubectl --kubeconfig ${values.kubeconfig} get namespaces`);
      }
      await untilSignal();
      return 0;
    } finally {
      await cluster.stop();
    }
  },
});
