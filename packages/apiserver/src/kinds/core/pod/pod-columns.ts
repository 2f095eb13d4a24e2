import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { at, type FrozenObject, objectsIn, own } from '../../../objects/api-object.ts';
import { conditionOf, NONE, text } from '../../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../../tables/columns.ts';
import { ageOf } from '../../../tables/duration.ts';
import type { TableColumns } from '../../../resources/table-columns.ts';
import { scalarText } from '../../../objects/scalar-text.ts';

/** The columns of Pods. Their status is computed from those of their containers. */
export const podColumns: TableColumns = {
  ...columns(
    nameColumn,
    column('Ready', (pod) => {
      const { ready, total } = readinessOf(pod);
      return `${ready}/${total}`;
    }),
    column('Status', statusOf),
    column('Restarts', restartsOf),
    ageColumn,
    column('IP*', (pod) => {
      const [first] = objectsIn(at(pod, 'status', 'podIPs'));
      return typeof first?.ip === 'string' ? first.ip : NONE;
    }),
    column('Node*', text('spec.nodeName', NONE)),
    column('Nominated Node*', text('status.nominatedNodeName', NONE)),
    column('Readiness Gates*', readinessGatesOf),
  ),
  conditions: (pod) => {
    const phase = at(pod, 'status', 'phase');
    if (phase === 'Succeeded') return [completed('Succeeded', 'The pod has completed successfully.')];
    return phase === 'Failed' ? [completed('Failed', 'The pod failed.')] : undefined;
  },
};

function completed(reason: string, message: string): JsonObject {
  return { type: 'Completed', status: 'True', reason, message };
}

/** An init container that keeps running beside the others. */
const isSidecar = (container: JsonObject | undefined): boolean => container?.restartPolicy === 'Always';

function specsByName(pod: FrozenObject): Map<JsonValue | undefined, JsonObject> {
  return new Map(objectsIn(at(pod, 'spec', 'initContainers')).map((container) => [container.name, container]));
}

function readinessOf(pod: FrozenObject): { ready: number; total: number } {
  const initContainers = specsByName(pod);
  const { seen, status: initializing } = initProgressOf(pod);
  const counted =
    initializing !== undefined && !isInitialized(pod) ? [] : objectsIn(at(pod, 'status', 'containerStatuses'));
  const ready =
    counted.filter((status) => status.ready === true && own(status.state, 'running') !== undefined).length +
    seen.filter(({ name, started, ready }) => isSidecar(initContainers.get(name)) && started === true && ready === true)
      .length;
  const total = objectsIn(at(pod, 'spec', 'containers')).length + [...initContainers.values()].filter(isSidecar).length;
  return { ready, total };
}

const isInitialized = (pod: FrozenObject): boolean => conditionOf(pod, 'Initialized')?.status === 'True';

function statusOf(pod: FrozenObject): string {
  const phase = scalarText(at(pod, 'status', 'phase') ?? '');
  const reason = scalarText(at(pod, 'status', 'reason') ?? '');
  if (pod.metadata.deletionTimestamp !== undefined) {
    if (reason === 'NodeLost') return 'Unknown';
    if (phase !== 'Succeeded' && phase !== 'Failed') return 'Terminating';
  }
  const gated = conditionOf(pod, 'PodScheduled')?.reason === 'SchedulingGated';
  const start = gated ? 'SchedulingGated' : reason || phase;
  const { status: initializing } = initProgressOf(pod);
  if (initializing !== undefined && !isInitialized(pod)) return initializing;
  return containersStatus(pod, initializing ?? start);
}

/** The progress of the init containers, up to the first that is not complete, and its status. */
interface InitProgress {
  readonly seen: readonly JsonObject[];
  /** Absent if all are complete. */
  readonly status?: string;
}

function initProgressOf(pod: FrozenObject): InitProgress {
  const specs = specsByName(pod);
  const statuses = objectsIn(at(pod, 'status', 'initContainerStatuses'));
  for (const [index, { name, state, started }] of statuses.entries()) {
    const seen = statuses.slice(0, index + 1);
    const terminated = own(state, 'terminated');
    if (isJsonObject(terminated) && Number(terminated.exitCode ?? 0) === 0) continue;
    if (isSidecar(specs.get(name)) && started === true) continue;
    if (isJsonObject(terminated)) return { seen, status: `Init:${terminationOf(terminated)}` };
    const waiting = own(own(state, 'waiting'), 'reason');
    if (typeof waiting === 'string' && waiting !== '' && waiting !== 'PodInitializing')
      return { seen, status: `Init:${waiting}` };
    return { seen, status: `Init:${index}/${specs.size}` };
  }
  return { seen: statuses };
}

function containersStatus(pod: FrozenObject, start: string): string {
  let result = start;
  let running = false;
  let failure: string | undefined;
  // From the last to the first, because the first one decides.
  for (const { state, ready } of objectsIn(at(pod, 'status', 'containerStatuses')).reverse()) {
    const waiting = own(own(state, 'waiting'), 'reason');
    const terminated = own(state, 'terminated');
    if (typeof waiting === 'string' && waiting !== '') result = waiting;
    else if (isJsonObject(terminated)) {
      result = terminationOf(terminated);
      if (Number(terminated.exitCode ?? 0) !== 0) failure = result;
    } else if (ready === true && own(state, 'running') !== undefined) running = true;
  }
  if (result !== 'Completed') return result;
  if (running && conditionOf(pod, 'Ready')?.status === 'True') return 'Running';
  return failure ?? (running ? 'NotReady' : result);
}

function terminationOf({ reason, signal, exitCode }: JsonObject): string {
  if (typeof reason === 'string' && reason !== '') return reason;
  return typeof signal === 'number' && signal !== 0 ? `Signal:${signal}` : `ExitCode:${Number(exitCode ?? 0)}`;
}

function restartsOf(pod: FrozenObject, now: number): string {
  const specs = specsByName(pod);
  const { seen, status } = initProgressOf(pod);
  const counted =
    status !== undefined && !isInitialized(pod)
      ? seen
      : [
          ...seen.filter(({ name }) => isSidecar(specs.get(name))),
          ...objectsIn(at(pod, 'status', 'containerStatuses')),
        ];
  let restarts = 0;
  let last = '';
  for (const container of counted) {
    restarts += Number(container.restartCount ?? 0);
    const finished = at(container, 'lastState', 'terminated', 'finishedAt');
    if (typeof finished === 'string' && finished > last) last = finished;
  }
  return restarts > 0 && last !== '' ? `${restarts} (${ageOf(last, now)} ago)` : String(restarts);
}

function readinessGatesOf(pod: FrozenObject): string {
  const gates = objectsIn(at(pod, 'spec', 'readinessGates'));
  if (gates.length === 0) return NONE;
  const ready = gates.filter(
    ({ conditionType }) => conditionOf(pod, scalarText(conditionType))?.status === 'True',
  ).length;
  return `${ready}/${gates.length}`;
}
