import type { LiveContainer } from '../options/container-behavior.ts';

/** An Event about a Pod, or about one of its containers. */
export interface PodEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly container?: string;
}

/** Creates an Event about a container. */
export const about = (container: LiveContainer, type: PodEvent['type'], reason: string, message: string): PodEvent => ({
  type,
  reason,
  message,
  container: container.name,
});
