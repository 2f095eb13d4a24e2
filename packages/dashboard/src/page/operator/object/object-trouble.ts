import type { EventNotQueued, InspectedKey } from '@kb/runtime/inspection';
import { filteredChanges } from '../findings/filtered-changes.ts';
import { type FailingProblem, keyProblems, type LoopProblem } from '../findings/find-problems.ts';
import { keyText, type OperatorLog } from '../log/operator-log.ts';

/** What the operator does wrong with an object: runs that fail or never end, and no run for its last change. */
export type ObjectTrouble = LoopProblem | FailingProblem | FilteredChange;

/** A change that woke nothing. */
export interface FilteredChange {
  readonly kind: 'filtered';
  readonly controller: string;
  readonly event: EventNotQueued;
}

/** The troubles of all objects, by {@link troubleId}. */
export type Troubles = ReadonlyMap<string, readonly ObjectTrouble[]>;

const last = new WeakMap<OperatorLog['keys'], { readonly time: number; readonly troubles: Troubles }>();

/** The troubles at a time; looked for once for each time. */
export function troublesAt(log: Pick<OperatorLog, 'keys' | 'description' | 'notQueued'>, time: number): Troubles {
  const { keys, description } = log;
  const known = last.get(keys);
  if (known?.time === time) return known.troubles;
  const troubles = new Map<string, readonly ObjectTrouble[]>();
  const kinds = new Map(description?.controllers.map((controller) => [controller.name, controller.groupKind]));
  const add = (controller: string, key: InspectedKey, found: readonly ObjectTrouble[]): void => {
    const kind = kinds.get(controller);
    if (found.length === 0 || kind === undefined) return;
    const id = troubleId(kind, key);
    troubles.set(id, [...(troubles.get(id) ?? []), ...found]);
  };
  for (const each of keys.values()) add(each.controller, each.key, keyProblems(each, time));
  for (const event of filteredChanges(log).values()) {
    const { controller, object } = event;
    if (object) add(controller, object, [{ kind: 'filtered', controller, event }]);
  }
  last.set(keys, { time, troubles });
  return troubles;
}

/** An object as the key of {@link Troubles}. */
export function troubleId(
  kind: string,
  key: { readonly namespace?: string | undefined; readonly name: string },
): string {
  const { namespace, name } = key;
  return `${kind} ${keyText({ name, ...(namespace !== undefined && { namespace }) })}`;
}
