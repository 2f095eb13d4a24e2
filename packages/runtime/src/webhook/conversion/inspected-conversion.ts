import { formatGroupKind, type JsonObject, monotonicNow } from '@kb/apimachinery';
import { isRecord } from '@kb/apimachinery/codec';
import type { Inspector } from '../../inspection/inspector.ts';
import { cutText, roomOfRecord } from '../../inspection/plain-value.ts';
import { inspectedKey } from '../../inspection/run-recorder.ts';

/** Where conversions are published. */
export interface ConversionInspection {
  readonly inspector: Inspector;
  /** The path of the webhook. */
  readonly path: string;
}

/** Begins the record of a conversion. The returned function tells it, with the error if it failed. */
export function beginConversion(
  { inspector, path }: ConversionInspection,
  objects: readonly JsonObject[],
  desired: string,
): (error?: string) => void {
  const { clock } = inspector;
  const time = clock.now();
  const began = monotonicNow(clock);
  return (error) =>
    inspector.publish(() => {
      const what = `${objects.length} ${objects.length === 1 ? 'object' : 'objects'} to ${desired}`;
      return {
        type: 'webhook-call',
        time,
        durationMs: monotonicNow(clock) - began,
        path,
        kind: 'conversion',
        ...aboutFirst(objects[0]),
        dryRun: false,
        allowed: error === undefined,
        message: cutText(error === undefined ? what : `${what}: ${error}`, roomOfRecord(), 4096),
        warnings: [],
        changes: [],
      };
    });
}

function aboutFirst(object: JsonObject | undefined) {
  const { apiVersion, kind, metadata } = object ?? {};
  const { name, namespace } = isRecord(metadata) ? metadata : {};
  const [group = ''] = typeof apiVersion === 'string' && apiVersion.includes('/') ? apiVersion.split('/') : [];
  return {
    ...(typeof kind === 'string' && { groupKind: formatGroupKind({ group, kind }) }),
    ...(typeof name === 'string' && {
      object: inspectedKey({ name, ...(typeof namespace === 'string' && { namespace }) }),
    }),
  };
}
