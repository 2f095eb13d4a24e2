import { type Clock, monotonicNow } from '@kb/apimachinery';
import type { Tell } from '../events/dev-event.ts';
import type { OperatorCandidate } from './operator-candidate.ts';

/** How often a running operator is asked for an answer, in milliseconds. */
const INTERVAL = 1000;
/** After how long without an answer an operator counts as one that hangs, in milliseconds. */
const LIMIT = 5000;

/**
 * Asks a running operator again and again for an answer, which its event loop gives, and reports when none comes, and
 * when one comes at last. One that still starts, and one that a debugger may have stopped, is not reported.
 * `isRunning`: false from when it is asked to end.
 */
export function watchAnswers(
  { process, ready, isDebugged }: Pick<OperatorCandidate, 'process' | 'ready' | 'isDebugged'>,
  { clock, tell, isRunning }: { readonly clock: Clock; readonly tell: Tell; readonly isRunning: () => boolean },
): void {
  const { pid } = process;
  let hasStarted = false;
  let isAsked = false;
  let isTold = false;
  let silent = 0;
  let last = monotonicNow(clock);
  let cancel = clock.after(INTERVAL, tick);
  void process.exited.then(() => cancel());
  void ready.then(() => {
    countSilence();
    hasStarted = true;
  });

  /** Adds the time since the last call, but not that in which kb itself was blocked, or the machine slept. */
  function countSilence(): void {
    const now = monotonicNow(clock);
    if (hasStarted) silent += Math.min(now - last, 2 * INTERVAL);
    last = now;
  }

  function tick(): void {
    if (!isRunning()) return;
    cancel = clock.after(INTERVAL, tick);
    countSilence();
    if (!isAsked) {
      isAsked = true;
      silent = 0;
      void process.ping().then(answered);
    } else if (silent >= LIMIT && !isTold && !isDebugged()) {
      isTold = true;
      const reconciles = process.reconciles?.() ?? [];
      tell({ event: 'operator-hangs', pid, milliseconds: Math.round(silent), reconciles });
    }
  }

  function answered(): void {
    if (!isRunning()) return;
    countSilence();
    if (isTold) tell({ event: 'operator-answers', pid, milliseconds: Math.round(silent) });
    isAsked = false;
    isTold = false;
    hasStarted = true;
  }
}
