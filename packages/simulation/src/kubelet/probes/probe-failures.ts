import type { DeepReadonly } from '@kb/apimachinery';
import type { Probe } from '@kb/kubernetes/core/v1';
import type { LiveContainer } from '../options/container-behavior.ts';
import type { Outlook } from '../options/outlook.ts';

/** The probes of a container, as the kubelet names them. */
export type ProbeKind = 'Startup' | 'Liveness' | 'Readiness';

/** A probe that fails from some time on, at every attempt. Times are milliseconds since the epoch. */
export interface FailingProbe {
  readonly kind: ProbeKind;
  readonly probe: DeepReadonly<Probe>;
  /** Its first attempt that fails. */
  readonly firstAt: number;
  readonly periodMs: number;
  /** How many attempts in a row must fail until the kubelet acts. */
  readonly threshold: number;
}

const SECOND = 1000;

/** When a probe has succeeded often enough, in milliseconds after the start of its container. */
export function succeedsAfter(probe: DeepReadonly<Probe> | undefined): number {
  if (probe === undefined) return 0;
  const { initialDelaySeconds = 0, successThreshold = 1, periodSeconds = 10 } = probe;
  return SECOND * (initialDelaySeconds + (successThreshold - 1) * periodSeconds);
}

/** The probes of a container that fail, now or later, if it was started at a time and behaves as its outlook says. */
export function failingProbes(
  { startupProbe, livenessProbe, readinessProbe }: LiveContainer,
  { neverStarted, unready, unhealthyAfterMs }: Outlook,
  startedAt: number,
): readonly FailingProbe[] {
  const from = (kind: ProbeKind, probe: DeepReadonly<Probe> | undefined, time: number): FailingProbe[] =>
    probe === undefined ? [] : [failingFrom(kind, probe, startedAt, time)];
  if (neverStarted && startupProbe !== undefined) return from('Startup', startupProbe, startedAt);
  const isUp = startedAt + succeedsAfter(startupProbe);
  const unhealthyAt = unhealthyAfterMs === undefined ? undefined : Math.max(isUp, startedAt + unhealthyAfterMs);
  const unreadyAt = unready ? isUp : unhealthyAt;
  return [
    ...(unhealthyAt === undefined ? [] : from('Liveness', livenessProbe, unhealthyAt)),
    ...(unreadyAt === undefined ? [] : from('Readiness', readinessProbe, unreadyAt)),
  ];
}

/** Attempts are made at the initial delay, and then at the end of each period. */
function failingFrom(kind: ProbeKind, probe: DeepReadonly<Probe>, startedAt: number, time: number): FailingProbe {
  const { initialDelaySeconds = 0, periodSeconds = 10, failureThreshold = 3 } = probe;
  const begin = startedAt + SECOND * initialDelaySeconds;
  const periodMs = SECOND * Math.max(1, periodSeconds);
  const firstAt = begin + Math.ceil(Math.max(0, time - begin) / periodMs) * periodMs;
  return { kind, probe, firstAt, periodMs, threshold: Math.max(1, failureThreshold) };
}

/** How many attempts have failed by a time, at most the threshold: further ones change nothing. */
export const failuresBy = ({ firstAt, periodMs, threshold }: FailingProbe, now: number): number =>
  now < firstAt ? 0 : Math.min(threshold, 1 + Math.floor((now - firstAt) / periodMs));

/** When the kubelet acts on a failing probe. */
export const actsAt = ({ firstAt, periodMs, threshold }: FailingProbe): number => firstAt + (threshold - 1) * periodMs;

/** When the next attempt fails that counts; Infinity if none does. */
export function nextFailure(failing: FailingProbe, now: number): number {
  const failed = failuresBy(failing, now);
  return failed < failing.threshold ? failing.firstAt + failed * failing.periodMs : Infinity;
}

/** The kubelet's message about a failed attempt, for a Pod with this address. */
export function failureMessage({ kind, probe }: FailingProbe, container: LiveContainer, podIP: string): string {
  return `${kind} probe failed: ${outputOf(probe, container, podIP)}`;
}

function outputOf(probe: DeepReadonly<Probe>, container: LiveContainer, podIP: string): string {
  if (probe.httpGet !== undefined) return 'HTTP probe failed with statuscode: 500';
  if (probe.grpc !== undefined) return 'service unhealthy (responded with "NOT_SERVING")';
  if (probe.tcpSocket === undefined) return '';
  const { host = podIP, port } = probe.tcpSocket;
  const named = (container.ports ?? []).find(({ name }) => name === port)?.containerPort;
  return `dial tcp ${host}:${named ?? port}: connect: connection refused`;
}
