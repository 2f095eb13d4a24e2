import type { Condition, DeepReadonly } from '@kb/apimachinery';
import { at, type FrozenObject, objectsIn } from './api-object.ts';

/** The `status.conditions` of an object. Those that a client wrote may lack any member. */
export function conditionsOf(object: FrozenObject): readonly DeepReadonly<Condition>[] {
  return objectsIn(at(object, 'status', 'conditions')) as unknown as Condition[];
}
