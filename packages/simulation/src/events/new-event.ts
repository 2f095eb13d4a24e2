import { type Clock, type DeepReadonly, formatTime, type KubernetesObject } from '@kb/apimachinery';
import type { Event } from '@kb/kubernetes/core/v1';

/** An Event before it has a name. */
export type NewEvent = Omit<Event, 'apiVersion' | 'kind' | 'metadata'>;

/** What an Event says about an object. */
export interface EventText {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** The part of the object that it is about, such as `spec.containers{web}`. */
  readonly fieldPath?: string;
}

/** Creates an Event of a component, with the fields that client-go's recorder sets. */
export function newEvent(
  clock: Clock,
  { component, host }: { readonly component: string; readonly host: string },
  about: DeepReadonly<KubernetesObject>,
  { type, reason, message, fieldPath }: EventText,
): NewEvent {
  const { namespace, name, uid, resourceVersion } = about.metadata;
  const time = formatTime(clock.now());
  return {
    involvedObject: {
      apiVersion: about.apiVersion,
      kind: about.kind,
      ...(namespace !== undefined && { namespace }),
      name,
      ...(uid !== '' && { uid }),
      ...(resourceVersion !== '' && { resourceVersion }),
      ...(fieldPath !== undefined && { fieldPath }),
    },
    reason,
    message,
    type,
    source: { component, ...(host !== '' && { host }) },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    reportingComponent: component,
    reportingInstance: host,
  };
}
