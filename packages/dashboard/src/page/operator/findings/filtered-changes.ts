import type { EventNotQueued } from '@kb/runtime/inspection';
import { keyId, type OperatorLog } from '../log/operator-log.ts';
import { isStatusOnly } from '../not-called/status-only.ts';

/**
 * The last change of each object that a predicate kept from a controller of its kind, by {@link keyId}, if no run has
 * begun since. Changes of the status alone do not count: mostly the operator wrote them.
 */
export function filteredChanges({
  notQueued,
  keys,
  description,
}: Pick<OperatorLog, 'notQueued' | 'keys' | 'description'>): ReadonlyMap<string, EventNotQueued> {
  const kinds = new Map(description?.controllers.map(({ name, groupKind }) => [name, groupKind?.split('.', 1)[0]]));
  const changes = new Map<string, EventNotQueued>();
  for (const event of notQueued) {
    const { object, controller, kind, reason, changed } = event;
    if (reason !== 'filtered' || event.event !== 'update' || !object || isStatusOnly(changed)) continue;
    if (kind !== undefined && kinds.get(controller) === kind) changes.set(keyId(controller, object), event);
  }
  for (const [id, { time }] of changes) {
    const run = keys.get(id)?.runs.at(-1);
    if (run && run.began.time > time) changes.delete(id);
  }
  return changes;
}

/** `filtered by generationChanged of widget`. */
export function filteredBy({ detail = 'a predicate', controller }: EventNotQueued): string {
  return `filtered by ${detail} of ${controller}`;
}
