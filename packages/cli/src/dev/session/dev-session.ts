import path from 'node:path';
import { systemClock } from '@kb/client';
import type { CommandContext } from '../../command-line/command.ts';
import type { OpenProject } from '../../open-project.ts';
import type { DevCluster } from '../cluster/dev-cluster.ts';
import type { StartReason, Tell } from '../events/dev-event.ts';
import type { Generator } from '../generator/generator.ts';
import { projectManifests } from '../manifests/project-manifests.ts';
import { superviseOperator, type SupervisedOperator } from '../operator/supervise-operator.ts';
import type { ProjectSources } from '../sources/project-sources.ts';
import type { SourceChanges } from '../sources/source-changes.ts';
import { createTypeChecker } from '../types/check-types.ts';
import { followSources, type FollowedSources, type SourceActions } from './follow-sources.ts';
import { isShownAt, type LogLevel, logLevels, mainOf, projectOperator } from './project-operator.ts';
import { regenerate } from './regenerate.ts';
import { projectSamples, type Samples } from './samples.ts';

/** A running `kb dev`. */
export interface DevSession {
  /** The main module of the operator. */
  readonly main: string;
  readonly operator: SupervisedOperator;
  readonly samples: Samples;
  /** Starts the operator with the code as it is now, and applies the webhook configurations that changed. */
  restart(reason: StartReason, fresh?: boolean): Promise<void>;
  /** Generates the files, and applies what changed to the cluster. Resolves with those that changed, as
   * {@link SourceActions.generate}. */
  generate(): Promise<readonly string[] | undefined>;
  /** Starts following the sources. Tells the project whenever its manifests were applied: it may have new kinds. */
  follow(onProject: (opened: OpenProject) => void): void;
  /** The level at which the operator logs; undefined: that of the environment. */
  readonly logLevel: LogLevel | undefined;
  /** Starts the operator with another level. */
  setLogLevel(level: LogLevel): Promise<void>;
  /** The page that shows the session, if there is one. */
  readonly page?: { readonly url: string } | undefined;
  stop(): Promise<void>;
}

/** What a session is made of. */
export interface DevSessionParts {
  readonly opened: OpenProject;
  readonly cluster: DevCluster;
  readonly generator: Generator;
  readonly sources: ProjectSources;
  /** The changes of the sources since before they were generated. */
  readonly changes: SourceChanges;
  readonly tell: Tell;
  readonly context: CommandContext;
  /** What is refused ends the session. */
  readonly strict: boolean;
  readonly page?: { readonly url: string } | undefined;
  /** Aborted when the session ends. */
  readonly signal: AbortSignal;
}

/** How long after a save the types are checked, in milliseconds: the new operator starts first. */
const CHECK_AFTER = 1000;

/** Installs the project's CRDs and roles, and returns a session, whose operator is not started yet. */
export async function createDevSession(parts: DevSessionParts): Promise<DevSession> {
  const { cluster, generator, sources, changes, tell, context, strict, signal } = parts;
  let { opened } = parts;
  const { root } = opened;
  const manifests = projectManifests(cluster, { tell, strict });
  await manifests.apply(opened);
  const samples = projectSamples(opened, cluster, tell);
  const types = createTypeChecker(root, tell);
  let logLevel = logLevels.find((level) => level === process.env.LOG_LEVEL);
  const main = mainOf(opened);
  const operator = superviseOperator({
    launch: projectOperator(main, opened, {
      cluster,
      manifests,
      logLevel: () => logLevel,
      onRecords: (records) => {
        for (const record of records) tell({ event: 'inspection', record });
      },
    }),
    root,
    isOwn: sources.isOwn,
    tell: (event) => {
      if (event.event !== 'operator-log' || isShownAt(logLevel, event)) tell(event);
    },
  });
  let followed: FollowedSources | undefined;
  let onProject: (opened: OpenProject) => void = () => undefined;
  let checking = new AbortController();

  async function generate(): Promise<readonly string[] | undefined> {
    const result = await regenerate(root, context, { generator, tell, signal });
    if (result === undefined) return undefined;
    ({ opened } = result);
    changes.remember(result.changed.map((file) => path.join(root, file)));
    await applyManifests();
    return result.changed;
  }

  async function applyManifests(): Promise<void> {
    await manifests.apply(opened);
    onProject(opened);
    await samples.retry();
  }

  async function restart(reason: StartReason, fresh = false): Promise<void> {
    const began = systemClock.now();
    if (!(await operator.restart(reason, { fresh }))) return;
    followed?.followImports(began);
    await manifests.applyWebhooks(signal);
  }

  const tellFailure = (what: Promise<unknown>): void =>
    void what.catch((error: unknown) => {
      if (!signal.aborted) tell({ event: 'notice', label: 'Failed', text: messageOf(error) });
    });

  return {
    main,
    operator,
    samples,
    restart,
    generate,
    follow(listener) {
      onProject = listener;
      const actions: SourceActions = {
        generate,
        applyManifests,
        restart(fresh) {
          // A paused operator gets the new code when it goes on.
          if (!operator.paused()) tellFailure(restart('saved', fresh));
        },
        applySamples: (files) => samples.apply(files),
        checkTypes() {
          checking.abort();
          checking = new AbortController();
          void systemClock.sleep(CHECK_AFTER, AbortSignal.any([checking.signal, signal])).then(
            () => types.check(sources.checked),
            () => undefined,
          );
        },
      };
      followed = followSources({ root, sources, changes, operator, actions, tell });
    },
    get logLevel() {
      return logLevel;
    },
    async setLogLevel(level) {
      logLevel = level;
      await restart('log-level', true);
    },
    page: parts.page,
    async stop() {
      followed?.stop();
      types.stop();
      await operator.stop();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
