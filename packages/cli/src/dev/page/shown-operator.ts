import type { Clock } from '@kb/apimachinery';
import { createRecordStore, type OperatorSource } from '@kb/dashboard/server';
import type { DevEvent, Tell } from '../events/dev-event.ts';
import type { Place } from '../events/place.ts';
import type { DevSession } from '../session/dev-session.ts';

/** The operator of a session, for its page. */
export interface ShownOperator {
  /** Reports an event, and learns from it how the operator does. */
  readonly tell: Tell;
  readonly source: OperatorSource;
}

type ProcessState = ReturnType<OperatorSource['process']>;

/** Creates a {@link ShownOperator}. `session` returns the session once it exists. */
export function createShownOperator(tell: Tell, clock: Clock, session: () => DevSession | undefined): ShownOperator {
  const records = createRecordStore();
  const watchers = new Set<() => void>();
  let process: ProcessState = { state: 'starting', since: clock.now() };
  return {
    tell: (event) => {
      tell(event);
      if (event.event === 'inspection') records.add([event.record]);
      const next = stateAfter(event, process, clock.now());
      if (next === undefined) return;
      process = next;
      for (const watcher of watchers) watcher();
    },
    source: {
      records: () => records.all(),
      subscribe: (listener) => records.subscribe(listener),
      process: () => process,
      onProcess: (watcher) => {
        watchers.add(watcher);
        return () => void watchers.delete(watcher);
      },
      control: async (action) => {
        const running = session();
        if (running === undefined) throw new Error('The session is not ready yet.');
        if (action === 'pause') await running.operator.pause();
        else await running.restart(action === 'resume' ? 'resumed' : 'asked', action === 'restart');
      },
    },
  };
}

/** How the operator does after an event; undefined if the event says nothing about that. */
function stateAfter(event: DevEvent, before: ProcessState, now: number): ProcessState | undefined {
  switch (event.event) {
    case 'operator-started':
      return { state: 'starting', since: now };
    case 'operator-ready':
      return { state: 'running', since: now };
    case 'operator-paused':
      return { state: 'paused', since: now };
    case 'operator-ended':
      return { state: 'backing-off', since: now, detail: detailOf(event) || `ended with exit code ${event.code}` };
    case 'operator-hangs':
      return { ...before, hanging: { since: now - event.milliseconds, reconciles: event.reconciles } };
    case 'operator-answers': {
      const { hanging: _hanging, ...answering } = before;
      return answering;
    }
    case 'operator-not-loaded':
      // The code before still runs, and who saved expects the new one.
      if (event.running) return { ...before, notLoaded: detailOf(event) };
      return { state: 'backing-off', since: now, detail: detailOf(event) };
    default:
      return undefined;
  }
}

/** An error with its place in front, as far as it is known. */
function detailOf({ message, place }: { readonly message: string; readonly place?: Place | undefined }): string {
  const at = place === undefined ? '' : `${[place.file, place.line, place.column].filter(Boolean).join(':')} `;
  return `${at}${message}`;
}
