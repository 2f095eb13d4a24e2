import type { Clock } from '@kb/apimachinery';
import type { InspectedCause, InspectedKey, InspectionRecord } from '@kb/runtime/inspection';
import type { ObjectEvent } from '../events/dev-event.ts';
import { formatObject } from '../events/name-object.ts';

/** Why objects are reconciled: kept until a change is shown that the reconcile made. */
export interface ReconcileCauses {
  /** Learns the controllers, and the beginning and end of reconciles. */
  readonly add: (record: InspectionRecord) => void;
  /** Returns a line for each controller that reconciled one of these objects, and forgets these reconciles. */
  readonly take: (events: readonly ObjectEvent[]) => string[];
}

/** How long the causes of a reconcile that has ended are kept, in milliseconds: its changes may still be held back. */
const KEEP = 300;
const MAX_KEPT = 1000;
/** The most fields of an object in a line, and the most causes. */
const MAX_FIELDS = 3;
const MAX_SHOWN = 3;

interface Run {
  readonly controller: string;
  /** The reconciled object, as text. */
  readonly object: string;
  readonly causes: readonly InspectedCause[];
}

/** Returns the causes of reconciles, of which none is known yet. */
export function createReconcileCauses(clock: Clock): ReconcileCauses {
  const kinds = new Map<string, string>();
  const runs = new Map<string, Run>();
  return {
    add(record) {
      if (record.type === 'operator') {
        for (const { name, groupKind } of record.controllers)
          if (groupKind !== undefined) kinds.set(name, kindOf(groupKind));
      } else if (record.type === 'reconcile-began') {
        const { reconcileID, controller, key, causes } = record;
        const kind = kinds.get(controller);
        if (kind === undefined) return;
        runs.set(reconcileID, { controller, object: textOf(kind, key), causes });
        const [oldest] = runs.keys();
        if (runs.size > MAX_KEPT && oldest !== undefined) runs.delete(oldest);
      } else if (record.type === 'reconcile-ended') {
        const { reconcileID } = record;
        if (runs.has(reconcileID)) void clock.sleep(KEEP).then(() => runs.delete(reconcileID));
      }
    },
    take(events) {
      if (runs.size === 0) return [];
      const objects = new Set(events.flatMap(({ object, story }) => [formatObject(object), formatObject(story)]));
      const taken = [...runs].filter(([, { object }]) => objects.has(object));
      for (const [id] of taken) runs.delete(id);
      const byController = Map.groupBy(
        taken.map(([, run]) => run),
        ({ controller }) => controller,
      );
      return [...byController].flatMap(([controller, group]) => {
        const causes = describeCauses(
          group.flatMap((run) => run.causes),
          events,
        );
        return causes === '' ? [] : [`reconciled by ${controller}: ${causes}`];
      });
    },
  };
}

/** The kind of `Widget.example.com`. */
function kindOf(groupKind: string): string {
  return groupKind.split('.')[0] ?? groupKind;
}

function textOf(kind: string, { namespace = '', name }: InspectedKey): string {
  return formatObject({ apiVersion: '', kind, namespace, name });
}

const verbs: Readonly<Record<string, string>> = { create: 'created', update: 'updated', delete: 'deleted' };

/**
 * Describes causes, without those that say nothing beside the changes that are shown. The operator's own writes are
 * named only where nothing else is a cause.
 */
function describeCauses(causes: readonly InspectedCause[], events: readonly ObjectEvent[]): string {
  const shown = new Set(events.map(({ object, change }) => `${formatObject(object)} ${change}`));
  const fields = new Map<string, Set<string>>();
  const relevant = causes.filter(({ initial, resync }) => !initial && !resync);
  const others = relevant.filter(({ writtenBy }) => writtenBy === undefined);
  for (const { type, kind, object, changed, writtenBy, text } of others.length > 0 ? others : relevant) {
    const verb = verbs[type];
    const own = writtenBy === undefined ? '' : ' (own write)';
    const name = kind === undefined || object === undefined ? undefined : textOf(kind, object);
    const what = name === undefined || verb === undefined ? text : `${name} ${verb}${own}`;
    // An update has fields that a change does not show.
    if (type !== 'update' && shown.has(`${name} ${verb}`)) continue;
    const known = fields.get(what) ?? new Set();
    for (const path of changed) known.add(path);
    fields.set(what, known);
  }
  const described = [...fields].map(([what, paths]) =>
    paths.size === 0 ? what : `${what}: ${firstOf([...paths], MAX_FIELDS).join(', ')}`,
  );
  return firstOf(described, MAX_SHOWN).join('; ');
}

/** The first texts, and how many more there are. */
function firstOf(texts: readonly string[], count: number): string[] {
  const more = texts.length - count;
  return more > 0 ? [...texts.slice(0, count), `and ${more} more`] : [...texts];
}
