import { conditionOf, listAt, numberAt, textAt } from './read-fields.ts';
import { type HealthVerdict, verdict } from './health-verdict.ts';

/** Reasons for which a container waits that do not pass on their own. */
const badWaits = new Set([
  'CrashLoopBackOff',
  'CreateContainerConfigError',
  'CreateContainerError',
  'ErrImageNeverPull',
  'ErrImagePull',
  'ImageInspectError',
  'ImagePullBackOff',
  'InvalidImageName',
  'RunContainerError',
]);

/** How a Pod does: by its phase, the reasons for which containers wait, and whether it is ready. */
export function podHealth(pod: unknown): HealthVerdict {
  const phase = textAt(pod, 'status', 'phase');
  const statuses = [...listAt(pod, 'status', 'initContainerStatuses'), ...listAt(pod, 'status', 'containerStatuses')];
  for (const status of statuses) {
    const waiting = textAt(status, 'state', 'waiting', 'reason');
    if (badWaits.has(waiting)) return verdict('degraded', waiting);
  }
  if (phase === 'Succeeded') return verdict('healthy', 'completed');
  if (phase === 'Failed') return verdict('degraded', textAt(pod, 'status', 'reason') || lastEnd(statuses));
  const total = listAt(pod, 'spec', 'containers').length;
  const ready = listAt(pod, 'status', 'containerStatuses').filter((status) => isReady(status)).length;
  if (phase === 'Running' && textAt(conditionOf(pod, 'Ready'), 'status') === 'True')
    return verdict('healthy', `${ready}/${total} ready`);
  const scheduled = conditionOf(pod, 'PodScheduled');
  if (textAt(scheduled, 'reason') === 'Unschedulable') return verdict('degraded', 'Unschedulable');
  return verdict('progressing', phase === 'Running' ? `${ready}/${total} ready` : phase || 'Pending');
}

const isReady = (status: unknown): boolean =>
  typeof status === 'object' && status !== null && 'ready' in status && status.ready === true;

function lastEnd(statuses: readonly unknown[]): string {
  for (const status of statuses) {
    const code = numberAt(status, ['state', 'terminated', 'exitCode']);
    if (code !== 0) return `exit code ${code}`;
  }
  return 'failed';
}
