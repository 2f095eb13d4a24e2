import path from 'node:path';
import { systemClock } from '@kb/client';
import { CliError, printError } from '../cli-error.ts';
import type { CommandContext } from '../command-line/command.ts';
import { openProject } from '../open-project.ts';
import { endAtNextSignal, endAtOnce, untilSignal } from '../process/until-signal.ts';
import { connectDevCluster, type ContextDevOptions } from './cluster/context-dev-cluster.ts';
import type { DevCluster } from './cluster/dev-cluster.ts';
import { type EmbeddedDevOptions, startEmbeddedDevCluster } from './cluster/embedded-dev-cluster.ts';
import type { Tell } from './events/dev-event.ts';
import { createGenerator } from './generator/generator.ts';
import { reportChanges } from './live/report-changes.ts';
import { listenToKeys } from './keys/session-keys.ts';
import { startDevPage } from './page/dev-page.ts';
import { createShownOperator } from './page/shown-operator.ts';
import { createJsonScreen, createTextScreen } from './screen/screen.ts';
import { createDevSession, type DevSession } from './session/dev-session.ts';
import { regenerate } from './session/regenerate.ts';
import { projectSources } from './sources/project-sources.ts';
import { collectChanges } from './sources/source-changes.ts';
import { playProjectStory } from './story/play-project-story.ts';
import { untilRefused } from './story/until-refused.ts';

/** Options of {@link runDev}. */
export interface RunDevOptions extends Omit<EmbeddedDevOptions, 'cwd'> {
  /** Run the project's story, and end. */
  readonly once: boolean;
  /** A cluster of a kubeconfig in place of the embedded one. */
  readonly remote?: Omit<ContextDevOptions, 'cwd' | 'env'> | undefined;
  /** Apply the samples. */
  readonly samples: boolean;
  /** Print events as lines of JSON. */
  readonly json?: boolean;
}

/**
 * Regenerates, starts the embedded API server, installs the project's CRDs, starts its operator in a separate process
 * and calls its webhooks. Then either applies the samples, shows what happens and follows the sources until Ctrl-C, or
 * runs the project's story once. At the end, even after an error, everything is stopped in the opposite order.
 */
export async function runDev(options: RunDevOptions, context: CommandContext): Promise<number> {
  const { terminal } = context;
  const { root, project } = openProject(context);
  const screen = options.json === true ? createJsonScreen(terminal) : createTextScreen(terminal);
  let session: DevSession | undefined;
  const { tell, source } = createShownOperator(screen.tell, systemClock, () => session);
  const stopped = new AbortController();
  const { signal } = stopped;
  const endings: (() => Promise<void> | void)[] = [];
  let isInterrupted = false;
  const interrupt = (): void => {
    if (isInterrupted) endAtOnce();
    isInterrupted = true;
    stopped.abort();
    // The first of them, which is done last.
    endings.unshift(endAtNextSignal());
  };
  void untilSignal().then(interrupt);
  try {
    const sources = projectSources({ root, project });
    const changes = collectChanges(sources, tell);
    endings.push(() => changes.close());
    const generator = createGenerator();
    const stopGenerator = (): Promise<void> => generator.stop();
    signal.addEventListener('abort', () => void stopGenerator(), { once: true });
    endings.push(stopGenerator);
    const generated = await regenerate(root, context, { generator, tell, signal });
    if (generated === undefined) return 1;
    changes.remember(generated.changed.map((file) => path.join(root, file)));
    if (signal.aborted) return 130;
    const { opened } = generated;
    const { cwd, env } = context;
    const cluster = options.remote
      ? await connectDevCluster(opened, { ...options.remote, cwd, env }, { tell, signal })
      : await startEmbeddedDevCluster(opened, { ...options, cwd }, tell);
    endings.push(() => cluster.stop());
    const page = options.once ? undefined : await startDevPage(opened, cluster, source);
    if (page) {
      endings.push(() => page.stop());
      tell({ event: 'page', url: page.url });
    }
    const parts = { opened, cluster, generator, sources, changes, tell, context, strict: options.once, page, signal };
    const running = await createDevSession(parts);
    session = running;
    endings.push(
      () => running.stop(),
      () => cluster.removeWebhooks?.(),
    );
    if (signal.aborted) return 130;
    tellOperator(cluster, path.relative(root, running.main), tell);
    if (options.once) return await playOnce(running, parts);
    const quit = (): void => stopped.abort();
    const keys = options.json === true ? undefined : listenToKeys(process.stdin, running, { screen, quit, interrupt });
    if (keys) endings.push(keys);
    return await live(running, parts, { keys: keys !== undefined, samples: options.samples });
  } catch (error) {
    return signal.aborted ? 130 : printError(error, terminal);
  } finally {
    stopped.abort();
    for (const end of endings.toReversed()) await ended(end, tell);
    screen.close();
  }
}

/** Ends a part. What fails does not keep the others from ending. */
async function ended(end: () => Promise<void> | void, tell: Tell): Promise<void> {
  try {
    await end();
  } catch (error) {
    tell({ event: 'notice', label: 'Failed', text: error instanceof Error ? error.message : String(error) });
  }
}

type Parts = Parameters<typeof createDevSession>[0];

/** Starts the operator, applies the samples, and shows what happens until the signal is aborted. */
async function live(
  session: DevSession,
  { opened, cluster, tell, signal }: Parts,
  { keys, samples }: { readonly keys: boolean; readonly samples: boolean },
): Promise<number> {
  const changes = reportChanges(cluster, tell, signal);
  changes.follow(opened);
  session.follow(changes.follow);
  // An operator that cannot start is reported, and the next save starts it.
  const started = session.restart('start').catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  // Code whose import hangs is not waited for.
  await Promise.race([Promise.all([started, samples && session.samples.applyAll()]), untilAborted(signal)]);
  const text = `Save a file, and it runs. Ctrl-C stops everything${keys ? '; ? lists the keys' : ''}.`;
  if (!signal.aborted) tell({ event: 'notice', label: '', text });
  await changes.ended;
  tell({ event: 'notice', label: '', text: 'Stopping…' });
  return 0;
}

/** Runs the story of the project. Rejects if the operator ends meanwhile. */
async function playOnce(session: DevSession, { opened, cluster, tell, signal }: Parts): Promise<number> {
  const failed = session.operator.failed.then((code) => {
    if (signal.aborted) return 130;
    throw new CliError('KB_OPERATOR_ENDED', `the operator ended by itself, with exit code ${code}`, {
      hint: 'What it printed last is above.',
    });
  });
  const played = session
    .restart('start')
    .then(() => untilRefused(cluster.account, playProjectStory(opened, cluster.client, tell, signal)));
  return Promise.race([played, failed, untilAborted(signal).then(() => 130)]);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function tellOperator({ account, embedded }: DevCluster, main: string, tell: Tell): void {
  tell({ event: 'notice', label: 'Operator', text: `${main}, in a process of its own` });
  const as = embedded ? 'with all permissions' : 'as your user';
  tell({ event: 'notice', label: '', text: account ? `as ${account.user}, with the roles of its project` : as });
}
