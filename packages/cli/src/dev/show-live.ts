import { groupOfResource } from '@kb/codegen';
import { type Client, createRestMapper, systemClock } from '@kb/client';
import { deployments } from '@kb/kubernetes/apps/v1';
import { pods, services } from '@kb/kubernetes/core/v1';
import { events } from '@kb/kubernetes/events/v1';
import type { AnyResource } from '@kb/runtime';
import type { OpenProject } from '../open-project.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { describeHappening } from './describe-happening.ts';
import { distinct, follow } from './follow.ts';

/**
 * Prints the changes of the project's kinds and of Deployments, Services, Pods and Events, a line each, until the
 * signal is aborted.
 */
export async function showLive(
  { project }: OpenProject,
  client: Client,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const mapper = createRestMapper(client);
  const own: AnyResource[] = [];
  for (const resource of project.resources) {
    own.push(
      await mapper.resourceFor({ group: groupOfResource(resource), version: resource.version, kind: resource.kind }),
    );
  }
  const start = systemClock.now();
  const width = Math.max(10, ...own.map(({ kind }) => kind.length));
  await follow(
    client,
    distinct([...own, deployments, services, pods, events]),
    (happening) => {
      const { object, resource, type } = happening;
      // The Service of the API server itself is noise.
      if (object.metadata.namespace === 'default' && object.metadata.name === 'kubernetes') return;
      if (resource.kind === 'Event' && type !== 'ADDED') return;
      const text = describeHappening(happening);
      if (text === undefined) return;
      const time = `${((systemClock.now() - start) / 1000).toFixed(1)}s`.padStart(7);
      const name = resource.kind === 'Event' ? '' : `${object.metadata.name}  `;
      const colour = type === 'ADDED' ? 'green' : type === 'DELETED' ? 'red' : 'yellow';
      terminal.print(
        `${terminal.paint('dim', time)}  ${terminal.paint(colour, resource.kind.padEnd(width))}  ${name}${text}`,
      );
    },
    signal,
  );
}
