import { existsSync } from 'node:fs';
import path from 'node:path';
import { applyPlan, generate, nodeDisk } from '@kb/codegen';
import { namespaces } from '@kb/kubernetes/core/v1';
import { readImages } from '../api-server/read-image-behaviors.ts';
import { readNodes } from '../api-server/read-nodes.ts';
import { type AccessFlagValues, readAccess } from '../api-server/server-access.ts';
import { CliError, printError } from '../cli-error.ts';
import type { CommandContext } from '../command-line/command.ts';
import { type OpenProject, openProject } from '../open-project.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import { reportDiagnostics } from '../report-diagnostics.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { untilSignal } from '../process/until-signal.ts';
import { removeKubeconfig, writeKubeconfig as writeKubeconfigFile } from '../write-kubeconfig.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from './embedded-cluster.ts';
import { readManifests } from '../manifests/manifests.ts';
import { type OperatorProcess, startOperator } from './operator-process.ts';
import { readOperatorAccount } from './operator-account.ts';
import { playProjectStory } from './play-project-story.ts';
import { showLive } from './show-live.ts';
import { untilRefused } from './until-refused.ts';
import { operatorNamespace } from '../operator-namespace.ts';
import { stateFolder } from '../api-server/state-folder.ts';
import { type PreparedWebhooks, prepareWebhooks } from '../webhooks/prepare-webhooks.ts';

/**
 * Regenerates, starts the embedded API server, installs the project's CRDs, starts its operator in a separate process
 * and calls its webhooks, and then either applies the samples and prints what happens until Ctrl-C, or runs the
 * project's story once. At the end, even after an error, everything is stopped in the opposite order.
 */
export async function runDev(
  options: {
    readonly once: boolean;
    readonly port: number;
    readonly access: AccessFlagValues;
    /** The file of {@link imagesFlag}. Default: `config/images.yaml`, if it exists. */
    readonly images?: string | undefined;
    /** The value of {@link nodesFlag}. Default: `config/nodes.yaml`, if it exists. */
    readonly nodes?: string | undefined;
  },
  context: CommandContext,
): Promise<number> {
  const { cwd, terminal } = context;
  const { root, project } = openProject(context);
  const access = readAccess(options.access, root);
  const config = path.join(root, project.paths.config);
  const images = readImages(options.images, cwd, config);
  const nodes = readNodes(options.nodes, cwd, config);
  const work = { root, command: 'kb dev', writes: true };
  const opened = await workOnProject(work, context, () => regenerate(context));
  if (opened === undefined) return 1;

  const stopped = new AbortController();
  void untilSignal().then(() => stopped.abort());
  const { signal } = stopped;
  const endings: (() => Promise<void> | void)[] = [];
  try {
    const webhooks = await prepareWebhooks(opened, process.env.WEBHOOK_BIND_ADDRESS);
    endings.push(() => webhooks.remove());
    // Without tokens every program on this machine may do everything, and the operator is one of them.
    const account = access.tokens && (await readOperatorAccount(opened, terminal));
    const cluster = await startEmbeddedCluster({
      port: options.port,
      workloads: true,
      images,
      ...(nodes && { nodes }),
      resolveService: webhooks.resolveService,
      onNotEnforced: (line) => terminal.print(`${terminal.paint('yellow', 'Not enforced')} ${line}`),
      ...access,
      ...(account && { operator: account, audit: account.audit }),
    });
    endings.push(() => cluster.stop());
    const kubeconfig = writeKubeconfig(opened.root, 'kubeconfig', cluster.kubeconfig);
    endings.push(() => removeKubeconfig(kubeconfig, cluster.kubeconfig));
    const own = account && writeKubeconfig(opened.root, 'operator.kubeconfig', cluster.operatorKubeconfig);
    if (own !== undefined) endings.push(() => removeKubeconfig(own, cluster.operatorKubeconfig));
    const allowed = access.tls ? 'anyone with its kubeconfig' : 'every program on this machine';
    terminal.print(`API server  ${cluster.url} (embedded, for development: ${allowed} may do everything)`);
    terminal.print(
      `kubectl     ${terminal.paint('cyan', `kubectl --kubeconfig ${path.relative(cwd, kubeconfig)} get pods --watch`)}`,
    );
    await cluster.install(webhooks.crds);
    await account?.install(cluster.client);
    if (project.namespaced === true && !account)
      await cluster.client.apply(namespaces, { metadata: { name: operatorNamespace(project) } });
    terminal.print(`CRDs        ${webhooks.crds.map(({ object }) => object.metadata.name).join(', ')}`);
    if (signal.aborted) return 130;

    const operator = startProjectOperator(opened, own ?? kubeconfig, webhooks, terminal);
    const without = access.tokens ? 'config/rbac has no ServiceAccount' : 'so has every program on this machine';
    terminal.print(
      account
        ? `            as ${account.user}, with the roles of its project`
        : `            with all permissions: ${without}`,
    );
    endings.push(() => operator.stop());
    const failed = operator.exited.then((code) => {
      if (signal.aborted) return 130;
      throw new CliError('KB_OPERATOR_ENDED', `the operator ended by itself, with exit code ${code}`, {
        hint: 'What it printed last is above.',
      });
    });
    const played = installWebhooks(webhooks, cluster, terminal, signal).then(() =>
      options.once
        ? untilRefused(account, playProjectStory(opened, cluster.client, terminal, signal))
        : live(opened, cluster, terminal, signal),
    );
    return await Promise.race([played, failed]);
  } catch (error) {
    return signal.aborted ? 130 : printError(error, terminal);
  } finally {
    stopped.abort();
    for (const end of endings.toReversed()) await end();
  }
}

/** Reads the project again and regenerates its files; undefined if the generator reports an error. */
async function regenerate(context: CommandContext): Promise<OpenProject | undefined> {
  const { disk = nodeDisk, terminal } = context;
  const opened = openProject(context);
  const { diagnostics, plan, files } = await generate(opened);
  if (reportDiagnostics(diagnostics, terminal)) return undefined;
  applyPlan(plan, { command: 'kb dev', disk });
  terminal.print(
    `Generated   ${files.length} files, ${plan.changes.length === 0 ? 'all up to date' : `${plan.changes.length} changed`}`,
  );
  return opened;
}

function writeKubeconfig(root: string, name: string, content: string): string {
  const file = path.join(stateFolder(root), name);
  writeKubeconfigFile(file, content);
  return file;
}

function startProjectOperator(
  { root, project }: OpenProject,
  kubeconfig: string,
  { certificateFolder }: PreparedWebhooks,
  terminal: Terminal,
): OperatorProcess {
  const [controller = 'packages/controller'] = project.paths.controller;
  const main = path.join(root, controller, 'src', 'main.ts');
  if (!existsSync(main))
    throw new CliError('KB_CONTROLLER_NOT_FOUND', `there is no operator to run: ${main} is missing`);
  terminal.print(`Operator    ${path.relative(root, main)}, in a process of its own`);
  return startOperator({
    main,
    cwd: root,
    kubeconfig,
    webhookCertificates: certificateFolder,
    watchNamespace: project.namespaced === true ? operatorNamespace(project) : undefined,
    onLine: (line) => terminal.print(terminal.paint('dim', `  operator | ${line}`)),
  });
}

/** Installs the webhook configurations once the operator serves what they call. */
async function installWebhooks(
  { configurations, origin, untilServed }: PreparedWebhooks,
  cluster: EmbeddedCluster,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  await untilServed(signal);
  await cluster.install(configurations);
  if (configurations.length > 0)
    terminal.print(
      `Webhooks    ${configurations.map(({ object }) => object.metadata.name).join(', ')}, served at ${origin ?? ''}`,
    );
}

async function live(
  opened: OpenProject,
  cluster: EmbeddedCluster,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const following = showLive(opened, cluster.client, terminal, signal);
  await applySamples(opened, cluster, terminal);
  terminal.print(terminal.paint('dim', 'Ctrl-C stops everything.'));
  await following;
  terminal.print('Stopping…');
  return 0;
}

async function applySamples(
  { root, project }: OpenProject,
  cluster: EmbeddedCluster,
  terminal: Terminal,
): Promise<void> {
  const folder = path.join(root, project.paths.config, 'samples');
  if (!existsSync(folder)) return;
  for (const manifest of readManifests(folder)) {
    terminal.print(`Applying    ${path.relative(root, manifest.file)}`);
    await cluster.install([manifest]);
  }
}
