import { operatorNamespace } from '@kb/codegen';
import path from 'node:path';
import { namespaces } from '@kb/kubernetes/core/v1';
import { readImages } from '../../api-server/read-image-behaviors.ts';
import { readNodes } from '../../api-server/read-nodes.ts';
import { type AccessFlagValues, readAccess } from '../../api-server/server-access.ts';
import { stateFolder } from '../../api-server/state-folder.ts';
import type { OpenProject } from '../../open-project.ts';
import { removeAtExit } from '../../process/remove-at-exit.ts';
import { type PreparedWebhooks, prepareWebhooks } from '../../webhooks/prepare-webhooks.ts';
import { removeKubeconfig, writeKubeconfig } from '../../write-kubeconfig.ts';
import type { Tell } from '../events/dev-event.ts';
import type { DevCluster } from './dev-cluster.ts';
import { startEmbeddedCluster } from './embedded-cluster.ts';
import { readOperatorAccount } from './operator-account.ts';

/** What the embedded cluster of a session is like. */
export interface EmbeddedDevOptions {
  readonly cwd: string;
  readonly port: number;
  readonly access: AccessFlagValues;
  /** The file of `--images`. Default: `config/images.yaml`, if it exists. */
  readonly images?: string | undefined;
  /** The value of `--nodes`. Default: `config/nodes.yaml`, if it exists. */
  readonly nodes?: string | undefined;
}

/** How much of the past the page can go back to: the JSON of the states that were replaced. */
const HISTORY_BYTES = 64 << 20;

/** Starts the embedded API server for a project, with its operator's account, and writes the kubeconfigs. */
export async function startEmbeddedDevCluster(
  opened: OpenProject,
  { cwd, port, ...flags }: EmbeddedDevOptions,
  tell: Tell,
): Promise<DevCluster> {
  const { root, project } = opened;
  const config = path.join(root, project.paths.config);
  const access = readAccess(flags.access, root);
  const nodes = readNodes(flags.nodes, cwd, config);
  let webhooks: PreparedWebhooks | undefined;
  // Without tokens every program on this machine may do everything, and the operator is one of them.
  const account = access.tokens && (await readOperatorAccount(opened, tell));
  const cluster = await startEmbeddedCluster({
    port,
    workloads: true,
    keepHistory: { bytes: HISTORY_BYTES },
    images: readImages(flags.images, cwd, config),
    ...(nodes && { nodes }),
    resolveService: (service) => webhooks?.resolveService(service),
    onNotEnforced: (text) => tell({ event: 'notice', label: 'Not enforced', text }),
    ...access,
    ...(account && { operator: account, audit: account.audit }),
  });
  const written: (() => void)[] = [];
  const write = (name: string, content: string): string => {
    const file = path.join(stateFolder(root), name);
    writeKubeconfig(file, content);
    written.push(removeAtExit(() => removeKubeconfig(file, content)));
    return file;
  };
  const stop = async (): Promise<void> => {
    for (const remove of written) remove();
    await cluster.stop();
    webhooks?.remove();
  };
  try {
    const kubeconfig = write('kubeconfig', cluster.kubeconfig);
    const operatorKubeconfig = account ? write('operator.kubeconfig', cluster.operatorKubeconfig) : kubeconfig;
    tell({
      event: 'cluster',
      server: cluster.url,
      embedded: true,
      kubeconfig: path.relative(cwd, kubeconfig),
      access: access.tls ? 'anyone with its kubeconfig' : 'every program on this machine',
    });
    if (project.namespaced === true && !account)
      await cluster.client.apply(namespaces, { metadata: { name: operatorNamespace(project) } });
    return {
      server: cluster.url,
      identity: 'embedded',
      embedded: true,
      client: cluster.client,
      laboratory: cluster,
      operatorKubeconfig,
      account,
      install: (manifests) => cluster.install(manifests),
      async prepare(project, before) {
        webhooks = await prepareWebhooks(project, process.env.WEBHOOK_BIND_ADDRESS, before);
        return webhooks;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
