import {
  type Clock,
  type Connection,
  connectionPair,
  type ContainerHost,
  type ContainerRunTarget,
  type ContainerUsage,
  type HostedPod,
  type LogLine,
} from '@kb/apimachinery';
import { untilAborted } from '@kb/apimachinery/server';
import type {
  ContainerBehavior,
  ContainerContext,
  ContainerLogs,
  ContainerProcess,
  LiveContainer,
  OutputLine,
} from '../kubelet/options/container-behavior.ts';
import { serveKubelet } from '../kubelet/http/serve-kubelet.ts';
import { metricsRoutes } from '../kubelet/metrics/metrics-routes.ts';
import { behaviorByImage, type ImageBehaviors } from '../kubelet/options/images.ts';
import type { LivePod } from '../shared/kinds.ts';
import { containerUsage } from './container-usage.ts';
import { connectLocally } from './local-port-adapter.ts';
import { runProgram } from './run-program.ts';

/** Options of {@link createSimulatedContainers}. */
export interface SimulatedContainersOptions {
  readonly clock: Clock;
  /** How the containers of images behave. Annotations of a Pod never add to it: clients cannot run anything here. */
  readonly images: ImageBehaviors;
}

/**
 * Creates what stands in for the containers of an API server's Pods (`containers` of `createApiServer`): their logs,
 * commands and ports, as `images` says. By default a container prints nothing, has no programs and listens nowhere.
 */
export function createSimulatedContainers({ clock, images }: SimulatedContainersOptions): ContainerHost {
  const byImage = behaviorByImage(images);
  const behaviorOf = (target: ContainerRunTarget): [ContainerBehavior, ContainerContext] => {
    const context = contextOf(target);
    return [byImage(context), context];
  };
  const followed = (target: ContainerRunTarget, signal: AbortSignal): ReturnType<typeof logLinesFrom> => {
    const [{ follow }, context] = behaviorOf(target);
    return follow ? logLinesFrom(follow(context, signal), clock, signal) : silent(signal);
  };
  const usage = (target: ContainerRunTarget): ContainerUsage => containerUsage(...behaviorOf(target));
  return {
    logs: (target) => {
      const [{ logs = [] }, context] = behaviorOf(target);
      const lines = typeof logs === 'function' ? logs(context) : logs;
      return { printed: logLines(lines, target.startedAt), follow: (signal) => followed(target, signal) };
    },
    exec: async (target, command, streams) => {
      const [{ exec = {} }, context] = behaviorOf(target);
      const process: ContainerProcess = { ...streams, context, command };
      return typeof exec === 'function' ? exec(process) : runProgram(exec, process);
    },
    attach: async (target, streams) => {
      const [{ attach }, context] = behaviorOf(target);
      if (attach) return attach({ ...streams, context, command: [] });
      const encoder = new TextEncoder();
      for await (const { stream, text } of followed(target, streams.signal))
        await streams[stream](encoder.encode(`${text}${streams.tty ? '\r\n' : '\n'}`));
      return undefined;
    },
    usage,
    connect: (pod, port) => connect(pod, port, byImage),
    kubelet: serveKubelet(metricsRoutes({ now: () => clock.now(), usage })),
  };
}

/** Returns the lines of an author's logs. `time`: of lines that have none. */
function logLines(logs: ContainerLogs, time: number): LogLine[] {
  if (typeof logs !== 'string') return logs.flatMap((line) => splitLine(line, time));
  return logs === '' ? [] : splitLine(logs.replace(/\n$/, ''), time);
}

/** Returns the lines that an author's function prints; each has the time at which it is printed. */
async function* logLinesFrom(
  lines: AsyncIterable<OutputLine>,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<LogLine> {
  // A function that does not use the signal must not keep the client's connection.
  for await (const line of untilAborted(lines, signal)) yield* splitLine(line, clock.now());
}

function splitLine(line: OutputLine, defaultTime: number): LogLine[] {
  const { text, time = defaultTime, stream = 'stdout' } = typeof line === 'string' ? { text: line } : line;
  return text.split('\n').map((one) => ({ time, stream, text: one }));
}

async function connect(
  pod: HostedPod,
  port: number,
  byImage: (context: ContainerContext) => ContainerBehavior,
): Promise<Connection> {
  const live = asLivePod(pod);
  for (const container of live.spec.containers) {
    const { ports = {} } = byImage({ pod: live, container, restartCount: 0 });
    const listener = Object.hasOwn(ports, port) ? ports[port] : undefined;
    if (listener === undefined) continue;
    if (typeof listener === 'number') return connectLocally(listener);
    const [ours, theirs] = connectionPair();
    // What the author's function throws ends the connection.
    void Promise.resolve(ours)
      .then(listener)
      .catch(() => ours.close());
    return theirs;
  }
  const refused = 'connect: connection refused';
  throw new Error(
    `failed to connect to localhost:${port} inside namespace "simulated", IPv4: dial tcp4 127.0.0.1:${port}: ${refused} IPv6 dial tcp6 [::1]:${port}: ${refused} `,
  );
}

function contextOf({ pod, container: name, restartCount, image }: ContainerRunTarget): ContainerContext {
  const live = asLivePod(pod);
  const all: readonly LiveContainer[] = [...live.spec.containers, ...(live.spec.initContainers ?? [])];
  // Ephemeral containers are not among them.
  const container = all.find((one) => one.name === name) ?? { name, image };
  return { pod: live, container, restartCount };
}

/** The API server has validated it. */
function asLivePod(pod: HostedPod): LivePod {
  return pod as unknown as LivePod;
}

/** Prints nothing. */
async function* silent(signal: AbortSignal): AsyncGenerator<LogLine> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  yield* [];
}
