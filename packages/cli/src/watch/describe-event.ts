import { type DeepReadonly, formatObjectKey, keyOf, type KubernetesObject, stringifyJson } from '@kb/apimachinery';

/** How events are printed. */
export type EventFormat = 'text' | 'json';

/** What happened to an object. */
export type EventType = 'added' | 'modified' | 'deleted';

/** The line of an event: `Pod added: default/web`; or as JSON, what the API server's watch says. */
export function describeEvent(format: EventFormat, type: EventType, object: DeepReadonly<KubernetesObject>): string {
  if (format === 'json') return stringifyJson({ type: type.toUpperCase(), object });
  return `${object.kind} ${type}: ${formatObjectKey(keyOf(object))}`;
}
