import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { TokenUser } from '@kb/apiserver';
import { defineCommand } from '../command.ts';
import { writeKubeconfig } from '../write-kubeconfig.ts';
import { requireNetworkStack } from '../node-version.ts';
import { readPort } from '../port.ts';
import { untilSignal } from '../until-signal.ts';

/** `kb api-server`. */
export const command = defineCommand({
  flags: {
    port: { type: 'string', value: 'PORT', description: 'Port; 0 takes a free one. Default: 0.' },
    host: {
      type: 'string',
      value: 'HOST',
      description: 'Address to listen on. Any other than a loopback address needs --tls. Default: 127.0.0.1.',
    },
    tls: {
      type: 'boolean',
      description: 'Serve HTTPS, with a certificate made now, to those who have a token only; the kubeconfig has both.',
    },
    'token-file': {
      type: 'string',
      value: 'FILE',
      description: 'Who may use it: lines of token,user,uid,"group1,group2". Default with --tls: one token, made now.',
    },
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
    const tls = values.tls ?? false;
    const tokens = await readTokens(values['token-file'], tls, cwd);
    const crds = (values.crd ?? []).flatMap((file) => readManifests(path.resolve(cwd, file)));
    const cluster = await startEmbeddedCluster({
      port,
      workloads: values.workloads ?? true,
      tls,
      ...(values.host !== undefined && { host: values.host }),
      ...(tokens && { tokens }),
    });
    try {
      await cluster.install(crds);
      terminal.print(
        `Embedded API server on ${cluster.url} (for development and tests; it authorises everything). Ctrl-C stops it.`,
      );
      if (tokens && values.kubeconfig === undefined && values['token-file'] === undefined) {
        terminal.print('Nobody has its token: name a file with --kubeconfig, or bring tokens with --token-file.');
      }
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

/** Who may use the server: those of the file; with TLS alone, whoever reads the kubeconfig. Undefined: everybody. */
async function readTokens(
  file: string | undefined,
  tls: boolean,
  cwd: string,
): Promise<Readonly<Record<string, TokenUser>> | undefined> {
  if (file !== undefined) {
    const { readTokenFile } = await import('../api-server/read-token-file.ts');
    return readTokenFile(path.resolve(cwd, file));
  }
  return tls
    ? { [randomBytes(24).toString('hex')]: { name: 'kubernetes-admin', groups: ['system:masters'] } }
    : undefined;
}
