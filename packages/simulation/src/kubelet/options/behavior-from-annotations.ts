import type { ContainerBehavior, ContainerContext } from './container-behavior.ts';

/** Annotations that set the behavior of a Pod's containers, usually in its template. They may change at any time. */
const PREFIX = 'simulated-node/';

/**
 * Reads the behavior of a container from the annotations of its Pod, so that a test can have slow, stuck and failing
 * Pods on any simulated node:
 *
 * - `simulated-node/start-ms`, such as `5000`: it starts after that time;
 * - `simulated-node/exit-code`, such as `1`, or `1,0`: its process exits with 1, or first with 1 and then with 0;
 * - `simulated-node/exit-after-ms`, such as `5000`: its process exits after that time, with code 0 by default;
 * - `simulated-node/runs`, `true`: it runs until it is stopped;
 * - `simulated-node/ready`, `false`: it runs and is not ready;
 * - `simulated-node/started`, `false`: its startup probe fails;
 * - `simulated-node/unhealthy-after-ms`, such as `5000`: its liveness and readiness probes fail after that time;
 * - `simulated-node/oom-after-ms`, such as `5000`: it is killed after that time for using too much memory;
 * - `simulated-node/pull-error`, such as `not found`: its image cannot be pulled;
 * - `simulated-node/start-error`, such as `no such file`: its process cannot be started;
 * - `simulated-node/termination-message`, such as `done`: what it writes before it exits;
 * - `simulated-node/stop-ms`, such as `5000`: it takes that time to stop;
 * - `simulated-node/post-start-ms`, `simulated-node/pre-stop-ms`: its hooks take that time;
 * - `simulated-node/post-start-error`, `simulated-node/pre-stop-error`, such as `exit 1`: its hooks fail;
 * - `simulated-node/cpu` and `simulated-node/memory`, such as `250m` and `64Mi`: it uses that much;
 * - `simulated-node/waiting`, such as `CreateContainerError`: it waits for that reason.
 *
 * They apply to the containers of the Pod that are not init containers; with the name of a container, as in
 * `simulated-node/exit-code.migrate`, to that container only. Values of another form are ignored.
 */
export function behaviorFromAnnotations({ pod, container }: Omit<ContainerContext, 'restartCount'>): ContainerBehavior {
  const { annotations } = pod.metadata;
  if (annotations === undefined) return {};
  const isMain = pod.spec.containers.some(({ name }) => name === container.name);
  const read = (key: string): string =>
    annotations[`${PREFIX}${key}.${container.name}`] ?? (isMain ? annotations[`${PREFIX}${key}`] : undefined) ?? '';
  const times = readAll(timesByAnnotation, (key) => milliseconds(read(key)));
  const texts = readAll(textsByAnnotation, (key) => read(key) || undefined);
  const exitCode = exitCodes(read('exit-code')) ?? (times.exitAfterMs === undefined ? undefined : 0);
  const reason = read('waiting');
  const [cpu, memory] = [read('cpu'), read('memory')];
  const usage = { ...(cpu !== '' && { cpu }), ...(memory !== '' && { memory }) };
  return {
    ...times,
    ...texts,
    ...(exitCode !== undefined && { exitCode }),
    ...(read('runs') === 'true' && { runs: true }),
    ...(read('ready') === 'false' && { unready: true }),
    ...(read('started') === 'false' && { neverStarted: true }),
    ...(Object.keys(usage).length > 0 && { usage }),
    ...(reason !== '' && { waiting: { reason } }),
  };
}

const timesByAnnotation = {
  startMs: 'start-ms',
  exitAfterMs: 'exit-after-ms',
  unhealthyAfterMs: 'unhealthy-after-ms',
  oomAfterMs: 'oom-after-ms',
  stopMs: 'stop-ms',
  postStartMs: 'post-start-ms',
  preStopMs: 'pre-stop-ms',
} as const;

const textsByAnnotation = {
  pullError: 'pull-error',
  startError: 'start-error',
  terminationMessage: 'termination-message',
  postStartError: 'post-start-error',
  preStopError: 'pre-stop-error',
} as const;

/** Reads the fields whose annotations have a value. */
function readAll<Field extends string, Value>(
  annotations: Readonly<Record<Field, string>>,
  read: (annotation: string) => Value | undefined,
): Partial<Record<Field, Value>> {
  const found: Partial<Record<Field, Value>> = {};
  for (const field in annotations) {
    const value = read(annotations[field]);
    if (value !== undefined) found[field] = value;
  }
  return found;
}

const milliseconds = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

const exitCodes = (text: string): readonly number[] | undefined =>
  /^\d{1,3}(?:,\d{1,3}){0,99}$/.test(text) ? text.split(',').map(Number) : undefined;
