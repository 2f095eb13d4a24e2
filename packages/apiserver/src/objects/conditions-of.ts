import type { Condition, DeepReadonly } from '@kb/apimachinery';
import { at, type FrozenObject, objectsIn } from './api-object.ts';

/** `status.conditions` of an object. Those that a client wrote may lack any of their members. */
export function conditionsOf(object: FrozenObject): readonly DeepReadonly<Condition>[] {
  return objectsIn(at(object, 'status', 'conditions')) as unknown as Condition[];
}
