import type { InspectedKey, ReconcileRequest } from '@kb/runtime/inspection';
import type { ObjectRef } from '../../../protocol/index.ts';
import { isWrite, keyId, type OperatorLog, writtenId } from '../log/operator-log.ts';

/** What the runs for one key did to an object of another kind, or tried to; equal answers are one. */
export interface ObjectWrites {
  /** Another one for each kind of answer. */
  readonly id: string;
  readonly controller: string;
  readonly key: InspectedKey;
  /** How many runs. */
  readonly runs: number;
  /** The last of these runs. */
  readonly run: string;
  /** The request of that run. */
  readonly request: ReconcileRequest;
}

/** Who wrote an object or was refused: the refused first, then the last ones. Runs in `known` are left out. */
export function writesTo(
  { writingRuns }: Pick<OperatorLog, 'writingRuns'>,
  { kind: { group, resource }, namespace, name }: ObjectRef,
  known: ReadonlySet<string>,
): ObjectWrites[] {
  const found = new Map<string, ObjectWrites>();
  const wanted = writtenId({ group, resource, name, ...(namespace !== undefined && { namespace }) });
  for (const { began, steps } of writingRuns.get(wanted) ?? []) {
    const { reconcileID, controller, key } = began;
    if (known.has(reconcileID)) continue;
    for (const request of steps) {
      if (!isWrite(request) || writtenId(request) !== wanted) continue;
      const id = `${keyId(controller, key)} ${request.verb} ${request.subresource} ${request.status}`;
      const before = found.get(id);
      const isSameRun = before?.run === reconcileID;
      const count = (before?.runs ?? 0) + (isSameRun ? 0 : 1);
      found.set(id, { id, controller, key, runs: count, run: reconcileID, request });
    }
  }
  return [...found.values()].toSorted(
    (a, b) => Number(isRefused(b)) - Number(isRefused(a)) || b.request.time - a.request.time,
  );
}

/** Whether the API server refused these writes. */
export function isRefused({ request }: Pick<ObjectWrites, 'request'>): boolean {
  return request.status === undefined || request.status >= 400;
}
