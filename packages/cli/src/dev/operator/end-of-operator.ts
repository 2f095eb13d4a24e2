import type { Clock } from '@kb/apimachinery';
import { codeFrame } from '../events/code-frame.ts';
import type { Tell } from '../events/dev-event.ts';
import type { Place } from '../events/place.ts';
import { findError } from './find-error.ts';
import type { OperatorCandidate } from './operator-candidate.ts';

/** Why an operator ended. */
export interface OperatorFailure {
  readonly message: string;
  readonly place: Place | undefined;
  readonly frame: readonly string[];
}

/** Reads why an operator ended from what it printed last. `otherwise`: the message if that has no error. */
export function failureOf(operator: OperatorCandidate, root: string, otherwise: string): OperatorFailure {
  const error = findError(operator.lines(), root);
  const place = error?.place;
  return { message: error?.message ?? otherwise, place, frame: place === undefined ? [] : codeFrame(root, place) };
}

/** Ends an operator with SIGTERM, and after `grace` milliseconds with SIGKILL, which is reported. */
export async function endInOrder(
  { process }: OperatorCandidate,
  { clock, grace, tell }: { readonly clock: Clock; readonly grace: number; readonly tell: Tell },
): Promise<void> {
  const ended = new AbortController();
  void clock.sleep(grace, ended.signal).then(
    () => tell({ event: 'operator-killed', pid: process.pid }),
    () => undefined,
  );
  await process.stop(grace);
  ended.abort();
}

/** When an operator that does not work yet is mentioned, in milliseconds: longer than a start on a busy machine. */
const LATE = 15_000;

/** Tells once if none of an operator's controllers works for long, unless it has ended, or the signal is aborted. */
export async function tellIfLate(
  { ready, process }: OperatorCandidate,
  { clock, tell, signal }: { readonly clock: Clock; readonly tell: Tell; readonly signal: AbortSignal },
): Promise<void> {
  const over = new AbortController();
  void Promise.race([ready, process.exited]).then(() => over.abort());
  const isLate = await clock.sleep(LATE, AbortSignal.any([over.signal, signal])).then(
    () => true,
    () => false,
  );
  if (isLate) tell({ event: 'operator-not-ready', pid: process.pid, milliseconds: LATE });
}
