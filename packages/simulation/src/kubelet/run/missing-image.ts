import type { LiveContainer } from '../options/container-behavior.ts';
import { backOffMs, type ContainerRun } from './container-run.ts';
import type { ImageProblem } from './image-problem.ts';
import { about, type PodEvent } from './pod-event.ts';

/** The next state of a container whose image is not there, and when it changes again. */
export interface ImageStep {
  readonly run: ContainerRun;
  readonly due: number;
  readonly events: readonly PodEvent[];
}

/** How long a failed pull is reported before the wait for the next one. */
const PULL_REPORT_MS = 1000;

/** Reports an image that the kubelet does not try to pull. */
export function refuseImage(
  container: LiveContainer,
  run: ContainerRun,
  { reason, message, event }: ImageProblem,
): ImageStep {
  const known = run.state.is === 'waiting' && run.state.reason === reason;
  const events = [
    about(container, 'Warning', event, message),
    about(container, 'Warning', 'Failed', `Error: ${reason}`),
  ];
  return { run: { ...run, state: { is: 'waiting', reason, message } }, due: Infinity, events: known ? [] : events };
}

/** Reports a failed pull, then the wait for the next one, and so on. */
export function failedPull(
  container: LiveContainer,
  run: ContainerRun,
  { pullError, now }: { readonly pullError: string; readonly now: number },
): ImageStep {
  const image = `"${container.image ?? ''}"`;
  const waiting = (reason: string, message: string, until: number, failedPulls: number): ContainerRun => ({
    ...run,
    state: { is: 'waiting', reason, message, until },
    failedPulls,
  });
  if (run.state.is === 'waiting' && run.state.reason === 'ErrImagePull') {
    const until = now - PULL_REPORT_MS + backOffMs(run.failedPulls);
    const message = `Back-off pulling image ${image}: ErrImagePull: ${pullError}`;
    return {
      run: waiting('ImagePullBackOff', message, until, run.failedPulls),
      due: until,
      events: [
        about(container, 'Normal', 'BackOff', `Back-off pulling image ${image}`),
        about(container, 'Warning', 'Failed', 'Error: ImagePullBackOff'),
      ],
    };
  }
  const until = now + PULL_REPORT_MS;
  return {
    run: waiting('ErrImagePull', pullError, until, run.failedPulls + 1),
    due: until,
    events: [
      about(container, 'Normal', 'Pulling', `Pulling image ${image}`),
      about(container, 'Warning', 'Failed', `Failed to pull image ${image}: ${pullError}`),
      about(container, 'Warning', 'Failed', 'Error: ErrImagePull'),
    ],
  };
}
