import { compareVersions } from '@kb/apimachinery/server';
import { AGGREGATOR_GROUP, API_SERVICES, readRemoteVersion, type RemoteVersion } from '../aggregation/api-services.ts';
import { at, type FrozenObject, stringOf } from '../objects/api-object.ts';
import type { Store } from '../storage/store.ts';

/** A group that this server or another one serves. */
export interface GroupByService {
  readonly name: string;
  readonly priority: number;
  /** The preferred one first. */
  readonly versions: readonly VersionByService[];
}

/** A version of a group. */
export interface VersionByService {
  readonly version: string;
  /** Who serves it. Undefined: this server. */
  readonly remote: RemoteVersion | undefined;
}

interface Entry extends VersionByService {
  readonly name: string;
  readonly group: string;
  readonly groupPriority: number;
  readonly versionPriority: number;
}

/** The group of APIServices comes first, without an APIService of its own. */
const own: GroupByService = {
  name: AGGREGATOR_GROUP,
  priority: Infinity,
  versions: [{ version: 'v1', remote: undefined }],
};

/** Returns the groups other than the core group that have APIServices, in the order of their priorities. */
export function groupsByService(store: Store): GroupByService[] {
  const entries = [...store.collection(API_SERVICES).walk()]
    .map(({ object }) => entryOf(object))
    .filter(({ group }) => group !== '' && group !== AGGREGATOR_GROUP)
    .sort((a, b) => b.groupPriority - a.groupPriority || (a.name < b.name ? -1 : 1));
  const groups = Map.groupBy(entries, ({ group }) => group);
  return [
    own,
    ...[...groups].map(([name, versions]) => ({
      name,
      priority: versions[0]?.groupPriority ?? 0,
      versions: versions.sort((a, b) => b.versionPriority - a.versionPriority || compareVersions(a.version, b.version)),
    })),
  ];
}

function entryOf(apiService: FrozenObject): Entry {
  return {
    name: apiService.metadata.name ?? '',
    group: stringOf(at(apiService, 'spec', 'group')),
    version: stringOf(at(apiService, 'spec', 'version')),
    groupPriority: Number(at(apiService, 'spec', 'groupPriorityMinimum')),
    versionPriority: Number(at(apiService, 'spec', 'versionPriority')),
    remote: readRemoteVersion(apiService),
  };
}
