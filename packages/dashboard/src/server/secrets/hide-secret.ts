import type { KubernetesObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { ShownObject } from '../../protocol/index.ts';

/** An object as it may be shown. */
export interface HiddenSecret {
  readonly object: ShownObject;
  /** Whether values are hidden in it. */
  readonly hidden: boolean;
}

const HIDDEN = /^hidden, \d+ bytes$/;

/** Annotations in which tools keep the whole object that was applied. */
const APPLIED = /(?:last-applied-configuration|\/original|\/applied)$/;

/** Whether an object is a Secret. */
export function isSecret({ apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>): boolean {
  return apiVersion === 'v1' && kind === 'Secret';
}

/**
 * Replaces the values of a Secret by their lengths, also those that annotations repeat. Everything else is returned as
 * it is.
 */
export function hideSecret(object: KubernetesObject): HiddenSecret {
  if (!isSecret(object)) return { object, hidden: false };
  const whole: Record<string, unknown> = { ...object };
  for (const field of ['data', 'stringData']) {
    const values = whole[field];
    if (values !== undefined) whole[field] = mapValues(values, (value) => hiddenText(lengthOf(field, value)));
  }
  const { annotations } = object.metadata;
  const metadata = annotations
    ? { ...object.metadata, annotations: mapValues(annotations, (text, name) => hideCopy(name, text)) }
    : object.metadata;
  return { object: { ...whole, metadata } as ShownObject, hidden: true };
}

/** Whether an object has values that {@link hideSecret} has hidden, so that storing it would lose them. */
export function hasHiddenValues(object: unknown): boolean {
  if (!isJsonObject(object)) return false;
  const { metadata, data, stringData } = object;
  return [data, stringData, isJsonObject(metadata) ? metadata.annotations : undefined].some(
    (values) =>
      isJsonObject(values) && Object.values(values).some((value) => typeof value === 'string' && HIDDEN.test(value)),
  );
}

const hiddenText = (bytes: number): string => `hidden, ${bytes} bytes`;

function lengthOf(field: string, value: unknown): number {
  return typeof value === 'string' ? Buffer.from(value, field === 'data' ? 'base64' : 'utf8').length : 0;
}

function hideCopy(name: string, text: unknown): unknown {
  const isCopy = typeof text === 'string' && (APPLIED.test(name) || /"(?:data|stringData)"/.test(text));
  return isCopy ? hiddenText(Buffer.byteLength(text)) : text;
}

function mapValues(values: unknown, map: (value: unknown, name: string) => unknown): unknown {
  if (!isJsonObject(values)) return values;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}
