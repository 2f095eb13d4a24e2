import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { createClient, createTransport, loadKubeConfig, systemClock } from '@kb/client';
import { builtPageFolder, startDashboard } from '@kb/dashboard/server';
import type { CommandContext } from '../command-line/command.ts';
import { portError } from '../command-line/port.ts';
import { openInBrowser } from '../process/open-in-browser.ts';
import { untilSignal } from '../process/until-signal.ts';
import { startAtKeptAddress } from './start-at-kept-address.ts';

/** Options of {@link runDashboard}. */
export interface RunDashboardOptions {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
  /** 0 takes a free one. Default: that of the last time, if it is free. */
  readonly port: number | undefined;
  /** Opens the page in the browser. */
  readonly open: boolean;
}

/**
 * Serves the live page of a cluster until Ctrl-C, with the user's own credentials. They stay in this process: the page
 * gets neither them nor the kubeconfig.
 */
export async function runDashboard(
  { kubeconfig, context, port, open }: RunDashboardOptions,
  { cwd, env, terminal }: CommandContext,
): Promise<number> {
  const access = await loadKubeConfig({
    env,
    ...(kubeconfig !== undefined && { path: path.resolve(cwd, kubeconfig) }),
    ...(context !== undefined && { context }),
  });
  const transport = createTransport(access);
  try {
    const client = createClient({ transport, clock: systemClock, fieldManager: 'kb-dashboard' });
    const cluster = access.context ?? access.server;
    const dashboard = await startAtKeptAddress({
      file: () => path.join(cacheFolder(env), 'page-addresses.json'),
      cluster: `context ${access.context ?? ''} at ${access.server}`,
      port,
      now: () => systemClock.now(),
      start: (address) =>
        startDashboard({
          client,
          clock: systemClock,
          cluster,
          embedded: false,
          namespace: access.namespace,
          pageFolder: builtPageFolder(),
          ...address,
        }),
    }).catch((error: unknown) => {
      throw portError(error, port ?? 0);
    });
    terminal.print(`Cluster     ${cluster}`);
    terminal.print(`Page        ${dashboard.url}`);
    terminal.print(
      terminal.paint(
        'dim',
        'Who has this address may do what you may, also once kb is started again. Ctrl-C stops it.',
      ),
    );
    if (open)
      openInBrowser(dashboard.url, () => terminal.printError('No browser was found: open the address yourself.'));
    await untilSignal();
    await dashboard.stop();
    return 0;
  } finally {
    await transport.close();
  }
}

/** Creates the folder for kb in kubectl's cache, beside the user's own kubeconfig, and returns it. */
function cacheFolder(env: CommandContext['env']): string {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? homedir();
  const folder = path.join(env['KUBECACHEDIR'] || path.join(home, '.kube', 'cache'), 'kb');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
