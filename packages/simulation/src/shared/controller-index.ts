import { controllerOf, type DeepReadonly, type KubernetesObject } from '@kb/apimachinery';

/** The index that files objects under their controllers. */
export const CONTROLLER_INDEX = 'controller';

/** Files an object under the uid of its controller, or with {@link orphansIn} when it has none. */
export function filedByController(object: DeepReadonly<KubernetesObject>): readonly string[] {
  return [controllerOf(object)?.uid ?? orphansIn(object.metadata.namespace)];
}

/** Where {@link filedByController} files the objects of a namespace that have no controller. */
export const orphansIn = (namespace: string | undefined): string => `orphans in ${namespace ?? ''}`;
