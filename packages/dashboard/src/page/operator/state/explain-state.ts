import type { InspectedController, InspectedKey } from '@kb/runtime/inspection';
import { groupKind } from '../../kinds/find-kind.ts';
import type { KindRef } from '../../../protocol/index.ts';
import { keyId, type OperatorLog } from '../log/operator-log.ts';

/** Why no run was for an object of a kind, as far as it is known. */
export function whyNoRuns(
  { process, description }: Pick<OperatorLog, 'process' | 'description'>,
  kind: KindRef,
): string {
  if (process?.hanging !== undefined)
    return 'The operator hangs: nothing is reconciled while its event loop is blocked.';
  switch (process?.state) {
    case undefined:
      return 'What the operator does is not known yet.';
    case 'starting':
      return 'The operator is starting.';
    case 'paused':
      return 'The operator is paused: nothing is reconciled until it is resumed.';
    case 'backing-off':
      return 'The operator crashed, and starts again soon.';
    case 'ended':
      return 'The operator has ended.';
    case 'running':
      return description
        ? whyNotByRunning(description.controllers, kind)
        : 'The operator runs, and has not said yet what it watches.';
  }
}

function whyNotByRunning(controllers: readonly InspectedController[], kind: KindRef): string {
  const reconciling = controllers.filter((each) => each.groupKind === groupKind(kind)).map(({ name }) => name);
  if (reconciling.length > 0)
    return `The operator runs, and ${reconciling.join(' and ')} reconciles ${kind.kind}: no event of this object has come since the operator started.`;
  const watching = controllers.filter(({ sources }) => sources.some((source) => isOf(source, kind)));
  if (watching.length === 0)
    return `The operator runs, and none of its controllers reconciles or watches ${kind.kind}.`;
  const names = watching.map(
    ({ name, groupKind: reconciled }) => `${name} (reconciles ${reconciled ?? 'what its sources name'})`,
  );
  return `The operator runs. Its events lead to reconcile requests for other objects: those of ${names.join(' and ')}.`;
}

/** Sources of other clusters name the cluster after the kind. */
function isOf(source: string, { kind }: KindRef): boolean {
  const name = `watch source: ${kind}`;
  return source === name || source.startsWith(`${name} of cluster `);
}

/** Why a key that did not fail waits for its next run. */
export function whyWaiting({ keys }: Pick<OperatorLog, 'keys'>, controller: string, key: InspectedKey): string {
  const known = keys.get(keyId(controller, key));
  const last = known?.runs.findLast(({ ended }) => ended)?.ended;
  if (last?.result === 'requeue-after' || last?.result === 'requeue') return 'its last run asked for it';
  const isOwn = known?.runs.at(-1)?.began.causes.some(({ writtenBy }) => writtenBy !== undefined) ?? false;
  if (known?.loop || isOwn) return 'woken by its own write, and held back because it wakes itself';
  return 'a source added it for later';
}
