import { controllerOf, type DeepReadonly, type KubernetesObject } from '@kb/apimachinery';

/** The name of the index of objects by their controller. */
export const CONTROLLER_INDEX = 'controller';

/** Returns the index key of an object: the uid of its controller, or {@link orphansIn} if it has none. */
export function filedByController(object: DeepReadonly<KubernetesObject>): readonly string[] {
  return [controllerOf(object)?.uid ?? orphansIn(object.metadata.namespace)];
}

/** The index key of the objects in a namespace that have no controller. */
export const orphansIn = (namespace: string | undefined): string => `orphans in ${namespace ?? ''}`;
