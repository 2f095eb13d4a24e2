import { monotonicNow, type ObjectKey, parseObjectKey, shortened } from '@kb/apimachinery';
import { describeError } from '../log/describe-error.ts';
import type { InspectedKey } from './inspected-values.ts';
import type { Inspector } from './inspector.ts';
import { cutText, plainValue, type Room, roomOfRecord } from './plain-value.ts';
import type {
  InspectedError,
  ReconcileBegan,
  ReconcileEnded,
  ReconcileRead,
  ReconcileRequest,
} from './reconcile-records.ts';
import type { ReportedLine } from './reporting-logger.ts';

/** How many lines of one run are published, and how many reads and requests: many lines do not hide what it wrote. */
const MAX_LINES = 300;
const MAX_CALLS = 300;
const MAX_NAME = 512;
const MAX_MESSAGE = 4096;
const MAX_STACK = 8192;

/** What the recorder adds to each record. */
type Added = 'type' | 'time' | 'reconcileID' | 'controller' | 'key';

/** How a run ended. */
export interface RunOutcome extends Pick<ReconcileEnded, 'result' | 'requeueAfterMs' | 'retryAfterMs'> {
  /** What was thrown. */
  readonly thrown?: { readonly error: unknown };
}

/** Records one run of a reconciler. Nothing that it gets makes it throw. */
export interface RunRecorder {
  began(make: () => Omit<ReconcileBegan, Added>): void;
  read(read: Omit<ReconcileRead, Added>): void;
  /** Begins the record of a request: the returned function publishes it. */
  request(): (make: (room: Room) => Omit<ReconcileRequest, Added | 'durationMs'>) => void;
  line(line: ReportedLine): void;
  ended(outcome: RunOutcome): void;
  /** Remembers that this run wrote a version of an object. */
  wrote(uid: string, resourceVersion: string): void;
}

/** Creates the recorder of a run that is about to begin. */
export function createRunRecorder(
  inspector: Inspector,
  run: { readonly reconcileID: string; readonly controller: string; readonly item: string },
): RunRecorder {
  const { clock, writers } = inspector;
  const { reconcileID, controller } = run;
  const key = inspectedItem(run.item);
  const began = monotonicNow(clock);
  const publishedReads = new Set<string>();
  let lines = 0;
  let calls = 0;
  let leftOut = 0;

  const isWithin = (count: number, most: number): boolean => {
    if (count <= most) return true;
    leftOut += 1;
    inspector.drop();
    return false;
  };
  const mayPublishCall = (): boolean => isWithin((calls += 1), MAX_CALLS);

  return {
    began: (make) =>
      inspector.publishOfRun(() => ({
        type: 'reconcile-began',
        time: clock.now(),
        reconcileID,
        controller,
        key,
        ...make(),
      })),
    read: (read) => {
      const { verb, groupKind, namespace, name, selector } = read;
      const same = `${verb} ${groupKind} ${namespace} ${name} ${selector}`;
      if (publishedReads.has(same) || !mayPublishCall()) return;
      publishedReads.add(same);
      inspector.publishOfRun(() => ({ type: 'reconcile-read', time: clock.now(), reconcileID, ...read }));
    },
    request: () => {
      const time = clock.now();
      const sent = monotonicNow(clock);
      return (make) => {
        if (!mayPublishCall()) return;
        const durationMs = monotonicNow(clock) - sent;
        inspector.publishOfRun(() => ({
          type: 'reconcile-request',
          time,
          reconcileID,
          durationMs,
          ...make(roomOfRecord()),
        }));
      };
    },
    line: ({ level, logger, message, values, thrown }) => {
      if (!isWithin((lines += 1), MAX_LINES)) return;
      inspector.publishOfRun(() => {
        const room = roomOfRecord();
        return {
          type: 'reconcile-line',
          time: clock.now(),
          reconcileID,
          level,
          ...(logger !== undefined && { logger: cutText(logger, room) }),
          message: cutText(message, room, MAX_MESSAGE),
          ...(thrown && { error: inspectedError(thrown.error, room) }),
          values: plainValues(values, room),
        };
      });
    },
    ended: ({ thrown, ...outcome }) =>
      inspector.publishOfRun(() => ({
        type: 'reconcile-ended',
        time: clock.now(),
        reconcileID,
        controller,
        key,
        durationMs: monotonicNow(clock) - began,
        ...outcome,
        ...(leftOut > 0 && { leftOut }),
        ...(thrown && { error: inspectedError(thrown.error, roomOfRecord()) }),
      })),
    wrote: (uid, resourceVersion) => writers.note(uid, resourceVersion, reconcileID),
  };
}

/** Describes what was thrown, shortened. */
function inspectedError(error: unknown, room: Room): InspectedError {
  const { message, stack } = describeError(error);
  return {
    message: cutText(message, room, MAX_MESSAGE),
    ...(stack !== undefined && { stack: cutText(stack, room, MAX_STACK) }),
  };
}

/** Returns a key without other members, and without a namespace if it is empty. Keys of outside things may be long. */
export function inspectedKey({ namespace, name }: ObjectKey): InspectedKey {
  const own = { name: shortened(name, MAX_NAME) };
  return namespace ? { namespace: shortened(namespace, MAX_NAME), ...own } : own;
}

/** Returns the key that an item of a queue stands for. An outside source may have made one that is not a key. */
export function inspectedItem(item: string): InspectedKey {
  try {
    return inspectedKey(parseObjectKey(item));
  } catch {
    return { name: shortened(item, MAX_NAME) };
  }
}

/** Returns the values of a line as plain JSON; none when they cannot be read. */
function plainValues(values: () => Readonly<Record<string, unknown>>, room: Room): Readonly<Record<string, unknown>> {
  const read = (): unknown => {
    try {
      return values();
    } catch {
      return {};
    }
  };
  const plain = plainValue(read(), room, { namesObjects: true });
  return typeof plain === 'object' && plain !== null && !Array.isArray(plain) ? plain : {};
}
