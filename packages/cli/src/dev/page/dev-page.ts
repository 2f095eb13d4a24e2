import path from 'node:path';
import type { Clock } from '@kb/apimachinery';
import { systemClock } from '@kb/client';
import { groupOfResource, loadProjectFile } from '@kb/codegen';
import {
  builtPageFolder,
  createRecordStore,
  type Dashboard,
  type OperatorSource,
  type OwnKind,
  startDashboard,
} from '@kb/dashboard/server';
import { stateFolder } from '../../api-server/state-folder.ts';
import { startAtKeptAddress } from '../../dashboard/start-at-kept-address.ts';
import type { OpenProject } from '../../open-project.ts';
import type { DevCluster } from '../cluster/dev-cluster.ts';
import type { DevEvent, Tell } from '../events/dev-event.ts';
import type { DevSession } from '../session/dev-session.ts';
import { makeTrouble } from './make-trouble.ts';

/** Serves the live page of a session, at the address of the one before. */
export function startDevPage(
  opened: OpenProject,
  { server, identity, client, embedded, laboratory }: DevCluster,
  operator: OperatorSource,
): Promise<Dashboard> {
  const { root, project } = opened;
  return startAtKeptAddress({
    file: () => path.join(stateFolder(root), 'page-addresses.json'),
    cluster: identity,
    now: () => systemClock.now(),
    start: (address) =>
      startDashboard({
        client,
        clock: systemClock,
        cluster: embedded ? 'embedded' : server,
        embedded,
        namespace: 'default',
        project: project.projectName,
        ownKinds: () => kindsOf(opened),
        pageFolder: builtPageFolder(),
        operator,
        ...(laboratory && { trouble: (trouble) => makeTrouble(trouble, client, laboratory) }),
        ...(laboratory?.history && { history: laboratory.history }),
        ...address,
      }),
  });
}

/** The kinds of the project as they are in its file now; while that has mistakes, those at the start. */
function kindsOf({ root, reader, project }: OpenProject): OwnKind[] {
  const { resources } = loadProjectFile(root, reader).project ?? project;
  return resources.map((resource) => ({ group: groupOfResource(resource), kind: resource.kind }));
}

/** The operator of a session, for its page. */
export interface ShownOperator {
  /** Reports an event, and learns from it how the operator does. */
  readonly tell: Tell;
  readonly source: OperatorSource;
}

type ProcessState = ReturnType<OperatorSource['process']>;

/** Creates a {@link ShownOperator}. `session` returns the session once it exists. */
export function createShownOperator(tell: Tell, clock: Clock, session: () => DevSession | undefined): ShownOperator {
  const records = createRecordStore();
  const watchers = new Set<() => void>();
  let process: ProcessState = { state: 'starting', since: clock.now() };
  return {
    tell: (event) => {
      tell(event);
      if (event.event === 'inspection') records.add([event.record]);
      const state = stateAfter(event);
      if (state === undefined) return;
      process = { ...state, since: clock.now() };
      for (const watcher of watchers) watcher();
    },
    source: {
      records: () => records.all(),
      subscribe: (listener) => records.subscribe(listener),
      process: () => process,
      onProcess: (watcher) => {
        watchers.add(watcher);
        return () => void watchers.delete(watcher);
      },
      control: async (action) => {
        const running = session();
        if (running === undefined) throw new Error('The session is not ready yet.');
        if (action === 'pause') await running.operator.pause();
        else await running.restart(action === 'resume' ? 'resumed' : 'asked', action === 'restart');
      },
    },
  };
}

/** How the operator does after an event; undefined if the event says nothing about that. */
function stateAfter(event: DevEvent): Omit<ProcessState, 'since'> | undefined {
  switch (event.event) {
    case 'operator-started':
      return { state: 'starting' };
    case 'operator-ready':
      return { state: 'running' };
    case 'operator-paused':
      return { state: 'paused' };
    case 'operator-ended':
      return { state: 'backing-off', detail: event.message || `ended with exit code ${event.code}` };
    case 'operator-not-loaded':
      return event.running ? undefined : { state: 'backing-off', detail: event.message };
    default:
      return undefined;
  }
}
