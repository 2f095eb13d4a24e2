import path from 'node:path';
import { systemClock } from '@kb/client';
import { groupOfResource, loadProjectFile } from '@kb/codegen';
import {
  builtPageFolder,
  type Dashboard,
  type OperatorSource,
  type OwnKind,
  startDashboard,
} from '@kb/dashboard/server';
import { stateFolder } from '../../api-server/state-folder.ts';
import { startAtKeptAddress } from '../../dashboard/start-at-kept-address.ts';
import type { OpenProject } from '../../open-project.ts';
import type { DevCluster } from '../cluster/dev-cluster.ts';
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
