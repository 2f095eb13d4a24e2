import { defineResource, isStatusError, type KubernetesObject, metadataOf } from '@kb/apimachinery';
import { createRestMapper, type DiscoveredResource } from '@kb/client';
import type { KindsEvent, ServedKind } from '../../protocol/index.ts';
import type { ClusterAccess } from '../cluster/cluster-access.ts';
import { followResource } from '../cluster/follow-resource.ts';
import { createLatestValue, type OpenFeed } from '../feeds/feed.ts';
import { createDefinitionChanges, type DefinitionChanges } from './definition-changes.ts';

/** The kinds that the API server serves, kept up to date. */
export interface ServedKinds {
  readonly open: OpenFeed;
  /** Resolves with the kinds as they are known; waits for the first answer of the server. */
  kinds(): Promise<readonly ServedKind[]>;
  /** The kinds as they are known. */
  current(): readonly ServedKind[];
  /** Calls a listener when the definition of a kind (`widgets.example.com`) has changed, and is served. */
  readonly onDefinition: DefinitionChanges['listen'];
  stop(): void;
}

/** The kinds of the project that is developed. */
export interface OwnKind {
  readonly group: string;
  readonly kind: string;
}

/** Kinds appear and go with the objects of these. */
const definers = [
  {
    group: 'apiextensions.k8s.io',
    version: 'v1',
    kind: 'CustomResourceDefinition',
    plural: 'customresourcedefinitions',
  },
  { group: 'apiregistration.k8s.io', version: 'v1', kind: 'APIService', plural: 'apiservices' },
].map((definition) => defineResource<KubernetesObject>({ ...definition, namespaced: false }));

/** Definitions often come in groups. */
const SETTLE_MS = 200;
const RETRY_MS = 2000;
/** How often to ask where definitions may not be watched. */
const POLL_MS = 30_000;

/** Follows the served kinds until it is stopped. `own` returns the kinds of the project, which may get more. */
export function createServedKinds(access: ClusterAccess, own: () => readonly OwnKind[]): ServedKinds {
  const { client, clock, onAnswer } = access;
  const stopped = new AbortController();
  const latest = createLatestValue<KindsEvent>();
  const known = Promise.withResolvers<void>();
  const mapper = createRestMapper(client);
  const definitions = createDefinitionChanges();
  let kinds: readonly ServedKind[] = [];
  let cancel: (() => void) | undefined;
  let cancelPoll: (() => void) | undefined;
  let discovering = false;
  let again = false;

  const refresh = (afterMs: number): void => {
    cancel?.();
    if (stopped.signal.aborted) return;
    cancel = clock.after(afterMs, () => void discover());
  };
  /** One at a time, so that an earlier answer never replaces a later one. */
  const discover = async (): Promise<void> => {
    again = discovering;
    if (discovering) return;
    discovering = true;
    try {
      const found = await mapper.resources({ signal: stopped.signal });
      onAnswer(true);
      kinds = preferredOf(found, own());
      latest.set({ topic: 'kinds', kinds });
      known.resolve();
      definitions.notify();
    } catch (error) {
      if (stopped.signal.aborted) return;
      onAnswer(isStatusError(error));
      refresh(RETRY_MS);
    } finally {
      discovering = false;
      if (again) refresh(0);
    }
  };
  const changed = (): void => refresh(SETTLE_MS);
  const stops = definers.map((resource) =>
    followResource(
      access,
      metadataOf(resource),
      {},
      {
        listed: (items, { last }) => {
          for (const item of items) definitions.note(item);
          if (last) changed();
        },
        changed: (events) => {
          for (const { type, object } of events) {
            if (type === 'DELETED') definitions.forget(object);
            else definitions.note(object);
          }
          changed();
        },
        failed: () => {
          if (cancelPoll === undefined) poll();
        },
      },
    ),
  );
  const poll = (): void => {
    refresh(0);
    cancelPoll = clock.after(POLL_MS, poll);
  };
  void discover();
  return {
    open: latest.open,
    kinds: async () => {
      await known.promise;
      return kinds;
    },
    current: () => kinds,
    onDefinition: definitions.listen,
    stop: () => {
      stopped.abort(new Error('the dashboard is stopped'));
      cancel?.();
      cancelPoll?.();
      for (const stop of stops) stop();
    },
  };
}

/** The kinds of which objects can be listed, each in the version that the server prefers. */
function preferredOf(found: readonly DiscoveredResource[], own: readonly OwnKind[]): ServedKind[] {
  const byName = new Map<string, ServedKind>();
  for (const resource of found) {
    const { group, version, kind, plural, namespaced, verbs, shortNames, subresources, categories } = resource;
    const name = `${plural}.${group}`;
    if (byName.has(name) || !verbs.includes('list')) continue;
    const isOwn = own.some((each) => each.group === group && each.kind === kind);
    const names = { group, version, kind, resource: plural, namespaced };
    byName.set(name, { ...names, shortNames, categories, verbs, subresources, own: isOwn });
  }
  return [...byName.values()];
}
