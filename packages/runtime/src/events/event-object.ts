import {
  type DeepReadonly,
  formatMicroTime,
  type KubernetesObject,
  type ObjectInput,
  type Random,
} from '@kb/apimachinery';
import { trimBothOf } from '@kb/apimachinery/codec';
import { isQualifiedName } from '@kb/apimachinery/server';
import type { Event } from '@kb/kubernetes/events/v1';
import type { EventContent } from './event-recorder.ts';

/** The reporter of events. */
export interface EventSource {
  /** The controller's name: `reportingController`. */
  readonly controller: string;
  /** The process: `reportingInstance`, `<controller>-<hostname>`. */
  readonly instance: string;
}

/**
 * Makes the reporter for a controller on a host. The server accepts only qualified names as reporters: other characters
 * become dashes.
 */
export function eventSource(controller: string, hostname: string): EventSource {
  const isName = isQualifiedName(controller).length === 0;
  const reporter = isName ? controller : controller.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 63);
  return {
    controller: isName ? reporter : trimBothOf(reporter, '-._') || 'controller',
    instance: `${controller}-${hostname}`,
  };
}

/**
 * Makes the reference of an event to an object. It leaves out the resource version: with it, no two events about a
 * changing object would be the same.
 */
function objectReference(object: DeepReadonly<KubernetesObject>): {
  apiVersion: string;
  kind: string;
  name: string;
  namespace?: string;
  uid: string;
} {
  const { name, namespace, uid } = object.metadata;
  return { apiVersion: object.apiVersion, kind: object.kind, name, ...(namespace && { namespace }), uid };
}

/** Makes the Event for the first occurrence. Events about cluster-scoped objects are in the namespace `default`. */
export function eventObject(
  source: EventSource,
  regarding: DeepReadonly<KubernetesObject>,
  content: EventContent,
  now: number,
  random: Random,
): ObjectInput<Event> {
  const { reason, action, note, type, related, annotations } = content;
  return {
    metadata: {
      name: eventName(regarding.metadata.name, now, random),
      namespace: regarding.metadata.namespace ?? 'default',
      ...(annotations && { annotations: { ...annotations } }),
    },
    eventTime: formatMicroTime(now),
    reportingController: source.controller,
    reportingInstance: cut(source.instance, 128),
    action: cut(action ?? reason, 128),
    reason: cut(reason, 128),
    regarding: objectReference(regarding),
    ...(related && { related: objectReference(related) }),
    note: cut(note, 1024),
    type: type ?? 'Normal',
  };
}

/** Makes the key that all occurrences of the same event have in common. */
export function eventKey(
  source: EventSource,
  regarding: DeepReadonly<KubernetesObject>,
  content: EventContent,
): string {
  const { type, reason, action, related } = content;
  return JSON.stringify([
    source.controller,
    type ?? 'Normal',
    reason,
    action ?? reason,
    objectReference(regarding),
    related ? objectReference(related) : null,
  ]);
}

/**
 * `<object>.<hexadecimal nanoseconds>`, as client-go names events; digits below a millisecond are random. An Event's
 * name must be a DNS name, and not every object's name is one: names of roles are only path segments (`system:node`,
 * `a:.b`, `a..b`). Characters that are not allowed become dashes, or are left out at the ends of a label.
 */
function eventName(name: string, now: number, random: Random): string {
  const nanoseconds = BigInt(Math.floor(now)) * 1_000_000n + BigInt(Math.floor(random() * 1_000_000));
  const suffix = `.${nanoseconds.toString(16)}`;
  const parts = name
    .toLowerCase()
    .replace(/[^a-z0-9.-]/g, '-')
    .slice(0, 253 - suffix.length)
    .split('.')
    .map((part) => trimBothOf(part, '-._'))
    .filter((part) => part !== '');
  return `${parts.join('.') || 'event'}${suffix}`;
}

/** Cuts a text to at most `bytes` bytes of UTF-8; a cut text ends in an ellipsis. */
function cut(text: string, bytes: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= bytes) return text;
  const room = new Uint8Array(bytes - 3);
  const { read } = encoder.encodeInto(text, room);
  return `${text.slice(0, read)}…`;
}
