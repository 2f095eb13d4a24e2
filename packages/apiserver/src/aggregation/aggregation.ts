import type { JsonObject } from '@kb/apimachinery';
import type { RemoteVersion } from './api-services.ts';

/** The versions that other servers serve. */
export interface Aggregation {
  /** Returns who serves a version; undefined if this server does, or nobody. */
  readonly find: (group: string, version: string) => RemoteVersion | undefined;
  /**
   * Returns the resources of a version as its server has listed them, by the name of the APIService; undefined if the
   * server is not available.
   */
  readonly resourcesOf: (name: string) => readonly JsonObject[] | undefined;
  /** A number that changes with what discovery shows of other servers. */
  readonly generation: () => number;
  /** Stops watching whether they are available. */
  readonly stop: () => void;
}
