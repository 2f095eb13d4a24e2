import type { LiveContainer } from '../options/container-behavior.ts';
import { outlookOf } from '../options/outlook.ts';
import { type ContainerRun, exited, type PostStart, terminated } from './container-run.ts';
import type { ContainerMoment, ContainerStep } from './container-step.ts';
import { about } from './pod-event.ts';
import { failingProbes } from '../probes/probe-failures.ts';
import { readinessOf } from './readiness.ts';
import { restarts } from './restart-policy.ts';
import { graceOf, stopOf } from './stop-containers.ts';
import { terminationMessage } from './termination-message.ts';

/** The exit code of a process that could not be started. */
const NOT_STARTED = 128;

/** Starts a container. It is not reported as running before its postStart hook has ended. */
export function startContainer(container: LiveContainer, before: ContainerRun, moment: ContainerMoment): ContainerStep {
  const { pod, settings, now } = moment;
  const image = `Container image "${container.image ?? ''}" already present on machine and can be accessed by the pod`;
  const created = [
    about(container, 'Normal', 'Pulled', image),
    about(container, 'Normal', 'Created', 'Container created'),
  ];
  const run = nextRun(before);
  const { startError, postStart } = outlookOf(pod, container, run.restartCount, settings);
  if (startError !== undefined) {
    const events = [...created, about(container, 'Warning', 'Failed', `Error: ${startError}`)];
    return notStarted(container, run, startError, { moment, events });
  }
  const events = [...created, about(container, 'Normal', 'Started', 'Container started')];
  if (postStart === undefined) return comeUp(container, run, now, { moment, events });
  const { ms, error } = postStart;
  const hook: PostStart = { startedAt: now, until: now + ms, ...(error !== undefined && { error }) };
  const step = whilePostStart(container, { ...before, postStart: hook }, hook, moment);
  return { ...step, events: [...events, ...step.events] };
}

/** Moves a container on whose postStart hook runs, or whose process is stopped because it failed. */
export function whilePostStart(
  container: LiveContainer,
  before: ContainerRun,
  hook: PostStart,
  moment: ContainerMoment,
): ContainerStep {
  const { pod, settings, now } = moment;
  const { startedAt, until, error, stop } = hook;
  if (until > now) return { run: before, due: until, events: [] };
  const { postStart: _ended, ...kept } = before;
  const run = nextRun(kept);
  if (error === undefined) return comeUp(container, run, startedAt, { moment, events: [] });
  if (stop === undefined) {
    const stops = stopOf(container, run, { pod, settings, now, graceMs: graceOf(pod) });
    return {
      run: { ...before, postStart: { ...hook, until: stops.at, stop: stops } },
      due: stops.at,
      events: [
        about(container, 'Warning', 'FailedPostStartHook', 'PostStartHook failed'),
        about(container, 'Normal', 'Killing', 'FailedPostStartHook'),
      ],
    };
  }
  const { exitCode, hookFailsAt } = stop;
  const message = terminationMessage({ pod, container, settings, run }, { exitCode, byItself: false });
  const notUp = { reason: 'PostStartHookError', message: error } as const;
  const up: ContainerRun = { ...run, state: { is: 'running', startedAt } };
  return {
    run: terminated(up, { ...exited(exitCode), ...message, notUp }, until),
    due: restarts(pod, container, exitCode) ? now : Infinity,
    events: hookFailsAt === undefined ? [] : [about(container, 'Warning', 'FailedPreStopHook', 'PreStopHook failed')],
  };
}

/** The run that begins now: it counts as a restart if there was one before. */
function nextRun(before: ContainerRun): ContainerRun {
  const { probeFailures: _reported, ...kept } = before;
  return { ...kept, restartCount: before.restartCount + (before.last === undefined ? 0 : 1), failedPulls: 0 };
}

/** What a step of a container also reports. */
interface Reported extends Pick<ContainerStep, 'events'> {
  readonly moment: ContainerMoment;
}

function comeUp(
  container: LiveContainer,
  before: ContainerRun,
  startedAt: number,
  { moment: { pod, settings, now }, events }: Reported,
): ContainerStep {
  const run: ContainerRun = { ...before, state: { is: 'running', startedAt } };
  const outlook = outlookOf(pod, container, run.restartCount, settings);
  const due = Math.min(
    outlook.exit === undefined ? Infinity : startedAt + outlook.exit.afterMs,
    readinessOf(pod, container, run, { settings, now }).changesAt,
    ...failingProbes(container, outlook, startedAt).map(({ firstAt }) => firstAt),
  );
  return { run, due: Math.max(now, due), events };
}

/** Ends a container whose process cannot be started. Its runtime reports the beginning of time as its start. */
function notStarted(
  container: LiveContainer,
  run: ContainerRun,
  message: string,
  { moment: { pod, now }, events }: Reported,
): ContainerStep {
  const reason = 'StartError';
  const notUp = { reason: 'RunContainerError', message } as const;
  const ended = { exitCode: NOT_STARTED, reason, message, startedAt: 0, finishedAt: now, notUp };
  return {
    run: { ...run, state: { is: 'terminated', ...ended } },
    due: restarts(pod, container, NOT_STARTED) ? now : Infinity,
    events,
  };
}
