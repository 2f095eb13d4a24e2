import type { LivePod } from '../../shared/kinds.ts';
import type { NodeSettings } from '../options/node-options.ts';
import type { ContainerRun } from './container-run.ts';
import type { PodEvent } from './pod-event.ts';

/** What determines the next state of a container. */
export interface ContainerMoment {
  readonly pod: LivePod;
  readonly settings: NodeSettings;
  readonly now: number;
  /** When the container may start first. */
  readonly startsAt: number;
  /** Why it cannot be configured, by the names of containers: a missing ConfigMap or Secret. */
  readonly problems: ReadonlyMap<string, string>;
  /** The milliseconds until a failed attempt is repeated. */
  readonly retryMs: number;
}

/** The next state of a container, and when it changes again, in milliseconds since the epoch. */
export interface ContainerStep {
  readonly run: ContainerRun;
  readonly due: number;
  readonly events: readonly PodEvent[];
}
