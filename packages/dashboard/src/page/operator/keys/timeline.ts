import type { EventNotQueued, InspectedKey } from '@kb/runtime/inspection';
import type { OperatorLog, Run } from '../log/operator-log.ts';

/** What happened to a key: a run, or an event that woke nothing. */
export type TimelineEntry =
  | { readonly type: 'run'; readonly time: number; readonly run: Run }
  | { readonly type: 'not-called'; readonly time: number; readonly event: EventNotQueued };

/** Whose time line: the key of a controller, or an object of any controller. */
export interface TimelineOf {
  readonly controller?: string | undefined;
  readonly key: InspectedKey;
  /** Only runs of controllers that reconcile this kind, and events of its objects. */
  readonly groupKind?: string | undefined;
}

/** The runs and the events that woke nothing, newest first. */
export function timelineOf(log: OperatorLog, { controller, key, groupKind }: TimelineOf): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  for (const known of log.keys.values()) {
    if (!sameKey(known.key, key) || (controller !== undefined && known.controller !== controller)) continue;
    if (groupKind !== undefined && kindOfController(log, known.controller) !== groupKind) continue;
    for (const run of known.runs) entries.push({ type: 'run', time: run.began.time, run });
  }
  for (const event of log.notQueued) {
    if (!event.object || !sameKey(event.object, key)) continue;
    if (controller !== undefined && event.controller !== controller) continue;
    if (groupKind !== undefined && event.kind !== undefined && event.kind !== groupKind.split('.', 1)[0]) continue;
    entries.push({ type: 'not-called', time: event.time, event });
  }
  return entries.toSorted((a, b) => b.time - a.time);
}

function kindOfController({ description }: OperatorLog, name: string): string | undefined {
  return description?.controllers.find((controller) => controller.name === name)?.groupKind;
}

function sameKey(a: InspectedKey, b: InspectedKey): boolean {
  return a.name === b.name && a.namespace === b.namespace;
}
