import type { LiveContainer } from '../options/container-behavior.ts';
import { outlookOf } from '../options/outlook.ts';
import { backOffMs, type ContainerRun, exited, terminated, type Termination } from './container-run.ts';
import type { ContainerMoment, ContainerStep } from './container-step.ts';
import { imageProblem } from './image-problem.ts';
import { failedPull, refuseImage } from './missing-image.ts';
import { about, type PodEvent } from './pod-event.ts';
import {
  actsAt,
  type FailingProbe,
  failingProbes,
  failureMessage,
  failuresBy,
  nextFailure,
} from '../probes/probe-failures.ts';
import { readinessOf } from './readiness.ts';
import { restarts } from './restart-policy.ts';
import { startContainer, whilePostStart } from './start-container.ts';
import { graceOf, stopOf, whileStopping } from './stop-containers.ts';
import { terminationMessage } from './termination-message.ts';

/** Moves a container on by at most one state, so that each state is reported. */
export function advanceContainer(container: LiveContainer, run: ContainerRun, moment: ContainerMoment): ContainerStep {
  if (run.postStart !== undefined) return whilePostStart(container, run, run.postStart, moment);
  switch (run.state.is) {
    case 'running':
      return run.stop === undefined
        ? whileRunning(container, run, run.state.startedAt, moment)
        : whileKilled(container, run, moment);
    case 'terminated':
      return afterExit(container, run, run.state, moment);
    case 'waiting':
      return whileWaiting(container, run, moment);
  }
}

function whileRunning(
  container: LiveContainer,
  run: ContainerRun,
  startedAt: number,
  moment: ContainerMoment,
): ContainerStep {
  const { pod, settings, now } = moment;
  const outlook = outlookOf(pod, container, run.restartCount, settings);
  const { exit } = outlook;
  const exitsAt = exit === undefined ? Infinity : startedAt + exit.afterMs;
  if (exit !== undefined && exitsAt <= now) {
    const { code: exitCode, reason } = exit;
    // A process that is killed for its memory writes no message.
    const byItself = reason === undefined;
    const message = terminationMessage({ pod, container, settings, run }, { exitCode, byItself });
    const ended = terminated(run, { ...exited(exitCode, reason), ...message }, now);
    return { run: ended, due: restarts(pod, container, exitCode) ? now : Infinity, events: [] };
  }
  const failing = failingProbes(container, outlook, startedAt);
  const events = failing.flatMap((probe) => reportFailures(container, run, probe, { pod, now }));
  const fatal = failing.find((probe) => probe.kind !== 'Readiness' && actsAt(probe) <= now);
  if (fatal !== undefined) return killUnhealthy(container, run, fatal, { moment, events });
  const counts = Object.fromEntries(failing.map((probe) => [probe.kind, failuresBy(probe, now)]));
  return {
    run: failing.length === 0 ? run : { ...run, probeFailures: counts },
    due: Math.min(
      exitsAt,
      readinessOf(pod, container, run, { settings, now }).changesAt,
      ...failing.map((probe) => nextFailure(probe, now)),
    ),
    events,
  };
}

/** The Events about the failed attempts of a probe since the last report. */
function reportFailures(
  container: LiveContainer,
  { probeFailures }: ContainerRun,
  probe: FailingProbe,
  { pod, now }: Pick<ContainerMoment, 'pod' | 'now'>,
): PodEvent[] {
  const fresh = failuresBy(probe, now) - (probeFailures?.[probe.kind] ?? 0);
  const message = failureMessage(probe, container, pod.status?.podIP ?? '');
  return Array.from({ length: Math.max(0, fresh) }, () => about(container, 'Warning', 'Unhealthy', message));
}

/**
 * Begins to stop a container whose probe has failed too often. Its process hangs, so that it ends with its grace period
 * only, unless its author says otherwise.
 */
function killUnhealthy(
  container: LiveContainer,
  run: ContainerRun,
  { kind, probe }: FailingProbe,
  { moment, events }: { readonly moment: ContainerMoment; readonly events: readonly PodEvent[] },
): ContainerStep {
  const { pod, settings, now } = moment;
  const { terminationGracePeriodSeconds: ownGrace } = probe;
  const graceMs = ownGrace === undefined ? graceOf(pod) : 1000 * ownGrace;
  const stop = stopOf(container, run, { pod, settings, now, graceMs, hangs: true });
  const failed = `Container ${container.name} failed ${kind.toLowerCase()} probe`;
  const returns = restarts(pod, container, stop.exitCode);
  const killing = about(container, 'Normal', 'Killing', returns ? `${failed}, will be restarted` : failed);
  const { probeFailures: _reported, ...kept } = run;
  const step = whileKilled(container, { ...kept, stop }, moment);
  return { ...step, events: [...events, killing, ...step.events] };
}

/** Moves a container on that is stopped, and started again if its Pod demands it. */
function whileKilled(container: LiveContainer, before: ContainerRun, moment: ContainerMoment): ContainerStep {
  const { pod, settings, now } = moment;
  const { run, due, events } = whileStopping(container, before, moment);
  if (run.state.is !== 'terminated') {
    return { run, due: Math.min(due, readinessOf(pod, container, run, { settings, now }).changesAt), events };
  }
  return { run, due: restarts(pod, container, run.state.exitCode) ? now : Infinity, events };
}

function afterExit(
  container: LiveContainer,
  run: ContainerRun,
  ended: Termination,
  moment: ContainerMoment,
): ContainerStep {
  const { pod, now } = moment;
  if (pod.metadata.deletionTimestamp !== undefined || !restarts(pod, container, ended.exitCode)) {
    return { run, due: Infinity, events: [] };
  }
  const { exitCode, reason, message, startedAt, finishedAt } = ended;
  const last: Termination = {
    exitCode,
    reason,
    finishedAt,
    ...(message !== undefined && { message }),
    ...(startedAt !== undefined && { startedAt }),
  };
  const next: ContainerRun = { ...run, last, failures: run.failures + 1 };
  const wait = run.failures === 0 ? 0 : backOffMs(run.failures);
  if (finishedAt + wait <= now) return startContainer(container, next, moment);
  const { namespace = '', name, uid } = pod.metadata;
  const place = `container ${container.name} in pod ${name}_${namespace}(${uid})`;
  const crashing = `back-off ${duration(wait)} restarting failed container=${container.name} pod=${name}_${namespace}(${uid})`;
  const until = finishedAt + wait;
  return {
    run: { ...next, state: { is: 'waiting', reason: 'CrashLoopBackOff', message: crashing, until } },
    due: until,
    events: [about(container, 'Warning', 'BackOff', `Back-off restarting failed ${place}`)],
  };
}

function whileWaiting(container: LiveContainer, run: ContainerRun, moment: ContainerMoment): ContainerStep {
  const { pod, settings, now } = moment;
  if (run.state.is !== 'waiting') return { run, due: Infinity, events: [] };
  const outlook = outlookOf(pod, container, run.restartCount, settings);
  if (outlook.waiting !== undefined) {
    return { run: { ...run, state: { is: 'waiting', ...outlook.waiting } }, due: Infinity, events: [] };
  }
  const startsAt = run.state.until ?? moment.startsAt;
  if (startsAt > now) return { run, due: startsAt, events: [] };
  const wrong = imageProblem(container, outlook.pullError !== undefined);
  if (wrong !== undefined) return refuseImage(container, run, wrong);
  const { pullError } = outlook;
  if (pullError !== undefined) return failedPull(container, run, { pullError, now });
  const problem = moment.problems.get(container.name);
  if (problem === undefined) return startContainer(container, run, moment);
  const until = now + moment.retryMs;
  return {
    run: { ...run, state: { is: 'waiting', reason: 'CreateContainerConfigError', message: problem, until } },
    due: until,
    events: [about(container, 'Warning', 'Failed', `Error: ${problem}`)],
  };
}

/** A duration of whole seconds as Go prints it: `10s`, `2m40s`. */
function duration(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.round((ms % 60_000) / 1000)];
  return `${minutes > 0 ? `${minutes}m` : ''}${seconds}s`;
}
