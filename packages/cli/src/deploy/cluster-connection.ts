import path from 'node:path';
import type { Client } from '@kb/client';
import type { CommandContext } from '../command-line/command.ts';
import { requireNetworkStack } from '../node-version.ts';

/** The manager of the fields that kb applies to a cluster. */
const FIELD_MANAGER = 'kb';

/** The flags that select a cluster. */
export const clusterFlags = {
  kubeconfig: {
    type: 'string',
    value: 'FILE',
    description: "The cluster's kubeconfig. Default: KUBECONFIG, or in a pod its service account, or ~/.kube/config.",
  },
  context: { type: 'string', value: 'NAME', description: 'Context of the kubeconfig. Default: its current one.' },
} as const;

/** Their values. */
export interface ClusterFlagValues {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
}

/**
 * Connects to the selected cluster, prints its address, runs the work with a client, and closes the connections.
 * Warnings of the API server are printed. Throws a CliError if this Node is too old, and what the work throws.
 */
export async function withCluster<T>(
  command: string,
  values: ClusterFlagValues,
  { cwd, env, terminal }: CommandContext,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  requireNetworkStack(command);
  const { createClient, createTransport, loadKubeConfig, systemClock } = await import('@kb/client');
  const access = await loadKubeConfig({
    env,
    ...(values.kubeconfig !== undefined && { path: path.resolve(cwd, values.kubeconfig) }),
    ...(values.context !== undefined && { context: values.context }),
  });
  const transport = createTransport(access);
  const client = createClient({
    transport,
    clock: systemClock,
    fieldManager: FIELD_MANAGER,
    onWarning: (warning) => terminal.printError(`${terminal.paint('yellow', 'warning')}: ${warning}`),
  });
  try {
    terminal.printError(terminal.paint('dim', `cluster ${access.server}`));
    return await work(client);
  } finally {
    await transport.close();
  }
}
