import { operatorNamespace } from '@kb/codegen';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { InspectionRecord } from '@kb/runtime/inspection';
import { CliError } from '../../cli-error.ts';
import type { OpenProject } from '../../open-project.ts';
import type { DevCluster } from '../cluster/dev-cluster.ts';
import { recordsIn } from '../inspection/records-message.ts';
import { createRunningReconciles } from '../inspection/running-reconciles.ts';
import type { ProjectManifests } from '../manifests/project-manifests.ts';
import type { LaunchOperator } from '../operator/operator-candidate.ts';
import { prepareOperator } from '../operator/operator-process.ts';

/** The levels at which an operator can log, from the least lines to the most. */
export const logLevels = ['error', 'info', 'debug'] as const;

/** A level at which an operator logs. */
export type LogLevel = (typeof logLevels)[number];

/**
 * The level at which an operator logs so that kb shows a level, and learns from its lines when it is ready: at `error`
 * it would not say so. kb leaves out the other lines itself.
 */
function loggedLevel(shown: LogLevel | undefined): LogLevel | undefined {
  return shown === 'error' ? 'info' : shown;
}

/** Whether a line of an operator is shown at a level. Lines without a level are of no log. */
export function isShownAt(shown: LogLevel | undefined, line: { readonly level?: string | undefined }): boolean {
  return shown !== 'error' || line.level === undefined || line.level === 'error';
}

/** Returns the main module of the project's operator. Throws a CliError if there is none. */
export function mainOf({ root, project }: OpenProject): string {
  const [controller = 'packages/controller'] = project.paths.controller;
  const main = path.join(root, controller, 'src', 'main.ts');
  if (!existsSync(main))
    throw new CliError('KB_CONTROLLER_NOT_FOUND', `there is no operator to run: ${main} is missing`);
  return main;
}

/** Returns what starts a process of the project's operator. */
export function projectOperator(
  main: string,
  { root, project }: OpenProject,
  session: {
    readonly cluster: DevCluster;
    readonly manifests: Pick<ProjectManifests, 'webhooks'>;
    readonly logLevel: () => LogLevel | undefined;
    /** Gets what the operator publishes about itself. */
    readonly onRecords: (records: readonly InspectionRecord[]) => void;
  },
): LaunchOperator {
  const { cluster, manifests, logLevel, onRecords } = session;
  const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const sender = new URL(`../inspection/send-records.${suffix}`, import.meta.url).href;
  return (handlers) => {
    const level = loggedLevel(logLevel());
    const running = createRunningReconciles();
    const prepared = prepareOperator({
      main,
      cwd: root,
      kubeconfig: cluster.operatorKubeconfig,
      webhookCertificates: manifests.webhooks().certificate.folder,
      watchNamespace: project.namespaced === true ? operatorNamespace(project) : undefined,
      env: {
        // As data, so that the terminal shows it as it fits.
        LOG_FORMAT: process.env.LOG_FORMAT ?? 'json',
        ...(level !== undefined && { LOG_LEVEL: level }),
        ...(cluster.webhookBindAddress !== undefined && { WEBHOOK_BIND_ADDRESS: cluster.webhookBindAddress }),
      },
      execArgv: [`--import=${sender}`],
      onMessage: (message) => {
        const records = recordsIn(message);
        for (const record of records) running.add(record);
        onRecords(records);
      },
      ...handlers,
    });
    return { ...prepared, reconciles: running.list };
  };
}
