import { type Clock, formatGroupKind } from '@kb/apimachinery';
import type { Cluster } from '../cluster/cluster.ts';
import type { CachedResourceState } from '../cache/read/cached-resource.ts';
import type { ControllerRunner } from '../controller/runner/controller-runner.ts';
import type { InspectedOperator, Inspector } from '../inspection/inspector.ts';
import type { InspectedCache, OperatorState } from '../inspection/records.ts';
import type { LeaderElector } from '../leader-election/leader-elector.ts';
import { describeError } from '../log/describe-error.ts';
import type { WebhookServer } from '../webhook/webhook-server.ts';
import type { LeaderElectionOptions } from './manager-options.ts';
import type { ManagerRun } from './manager-run.ts';

/** The parts of a manager that an inspection shows. */
export interface InspectedParts {
  readonly runners: readonly ControllerRunner[];
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly elector: LeaderElector | undefined;
  readonly election: LeaderElectionOptions | undefined;
  readonly webhookServer: WebhookServer | undefined;
  readonly clock: Clock;
}

/** The inspection of a manager. */
export interface ManagerInspection {
  /** Describes the manager, which is about to start, from now on. */
  begin(): void;
  /** Ends the inspection with the first of these promises, and returns the promise. */
  endWith(ended: Promise<void>): Promise<void>;
}

/** Makes the inspection of a manager; nothing is published before it begins. */
export function inspectManager(
  inspector: Inspector,
  run: Pick<ManagerRun, 'ready' | 'elected'>,
  parts: InspectedParts,
): ManagerInspection {
  let ends = false;
  return {
    begin: () => {
      inspector.attach(describeManager(parts));
      for (const reached of [run.ready, run.elected]) {
        void reached.then(
          () => inspector.touch(),
          () => undefined,
        );
      }
    },
    endWith: (ended) => {
      if (!ends) void ended.catch(() => undefined).finally(() => inspector.detach());
      ends = true;
      return ended;
    },
  };
}

function describeManager(parts: InspectedParts): InspectedOperator {
  const { runners, clusters, webhookServer, clock } = parts;
  return {
    describe: () => ({
      type: 'operator',
      time: clock.now(),
      controllers: runners.map((runner) => runner.describe()),
      webhooks: webhookServer?.paths() ?? [],
    }),
    state: () => ({
      type: 'operator-state',
      time: clock.now(),
      ...leaderOf(parts),
      memoryBytes: process.memoryUsage.rss(),
      controllers: runners.map((runner) => runner.queueState()),
      caches: [...clusters].flatMap(([name, { cache }]) => cache.states().map((state) => describeCache(name, state))),
    }),
  };
}

function leaderOf({ elector, election }: InspectedParts): Pick<OperatorState, 'leader'> {
  if (!elector || !election) return {};
  const lease = `${election.namespace}/${election.id}`;
  return { leader: { lease, holder: elector.leader(), isThis: elector.isLeader() } };
}

function describeCache(cluster: string, state: CachedResourceState): InspectedCache {
  const { resource, namespace, objects, synced, lastError } = state;
  return {
    ...(cluster !== '' && { cluster }),
    groupKind: formatGroupKind(resource),
    ...(namespace !== '' && { namespace }),
    objects,
    synced,
    ...(lastError !== undefined && { error: describeError(lastError).message }),
  };
}
