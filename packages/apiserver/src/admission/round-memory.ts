import { equalJson } from '@kb/apimachinery';
import { type ApiObject, asJson } from '../objects/api-object.ts';
import type { MutationRounds, RoundMemory } from './admission-plugin.ts';

/**
 * Returns what a plugin remembers, at the beginning of a round with an object. In the second round, an object that
 * another plugin has changed since the first makes the steps of the first due again.
 */
export function beginRound(plugin: string, object: ApiObject | undefined, rounds: MutationRounds): RoundMemory {
  let memory = rounds.memories.get(plugin);
  if (memory === undefined) {
    memory = { invoked: new Set(), again: new Set(), lastOutput: undefined };
    rounds.memories.set(plugin, memory);
  }
  const { lastOutput } = memory;
  if (rounds.isReinvoke && object && lastOutput && !equalJson(asJson(object), asJson(lastOutput)))
    repeatInvoked(memory);
  return memory;
}

/** Notes that a step has changed the object: the steps before it are due again, in a second round. */
export function noteChange(memory: RoundMemory, rounds: MutationRounds): void {
  repeatInvoked(memory);
  rounds.isDue = true;
}

/** Ends a round, which has left an object. */
export function endRound(memory: RoundMemory, object: ApiObject | undefined, { isReinvoke }: MutationRounds): void {
  // A copy, because later plugins change the object. Most webhooks and policies are never repeated, and need none.
  if (!isReinvoke && object && memory.invoked.size > 0) memory.lastOutput = structuredClone(object);
}

function repeatInvoked({ invoked, again }: RoundMemory): void {
  for (const key of invoked) again.add(key);
  invoked.clear();
}
