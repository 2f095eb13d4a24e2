import path from 'node:path';
import { defineCommand } from '../command.ts';
import { writeKubeconfig } from '../write-kubeconfig.ts';
import { requireNetworkStack } from '../node-version.ts';
import { readPort } from '../port.ts';
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
    const port = readPort(values.port);
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
        writeKubeconfig(file, cluster.kubeconfig);
        terminal.print(`kubectl --kubeconfig ${values.kubeconfig} get namespaces`);
      }
      await untilSignal();
      return 0;
    } finally {
      await cluster.stop();
    }
  },
});
