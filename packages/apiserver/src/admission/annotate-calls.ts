import type { JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { ignoreAnnotation } from '../audit/audit-annotations.ts';
import { writeJson } from '../objects/object-text.ts';
import type { AdmissionCaller } from './admission-attributes.ts';
import type { AdmissionHook } from './admission-hook.ts';

/** The place of a call among those of a request. */
export interface CallPlace {
  readonly hook: Pick<AdmissionHook, 'name' | 'configuration'>;
  /** 1 if the webhooks are called again because the object has changed, else 0. */
  readonly round: 0 | 1;
  /** The place of the webhook in its list. */
  readonly index: number;
}

type Annotated = Pick<AdmissionCaller, 'annotate'>;

/** Annotates the audit event with what a webhook says of the request: keys begin with the webhook's name. */
export function annotateResponse(
  { annotate }: Annotated,
  { name }: Pick<AdmissionHook, 'name'>,
  annotations: Readonly<Record<string, string>>,
): void {
  for (const [key, value] of Object.entries(annotations)) annotate(`${name}/${key}`, value);
}

/** Annotates the audit event with whether a mutating webhook has changed the object. */
export function annotateMutation({ annotate }: Annotated, place: CallPlace, mutated: boolean): void {
  if (annotate === ignoreAnnotation) return;
  const { configuration, name: webhook } = place.hook;
  annotate(`mutation.webhook.admission.k8s.io/${placeText(place)}`, writeJson({ configuration, webhook, mutated }));
}

/** Annotates the audit event with the patch of a mutating webhook, for events that show bodies. */
export function annotatePatch({ annotate }: Annotated, place: CallPlace, operations: JsonValue): void {
  if (annotate === ignoreAnnotation || !Array.isArray(operations)) return;
  const { configuration, name: webhook } = place.hook;
  const patch = operations.map((operation) =>
    isJsonObject(operation)
      ? Object.fromEntries(Object.entries(operation).sort(([a], [b]) => (a < b ? -1 : 1)))
      : operation,
  );
  const value = writeJson({ configuration, webhook, patch, patchType: 'JSONPatch' });
  annotate(`patch.webhook.admission.k8s.io/${placeText(place)}`, value, 'Request');
}

/** Annotates the audit event with a call that failed without consequence: the webhook's failures are ignored. */
export function annotateFailedOpen({ annotate }: Annotated, type: 'mutation' | 'validating', place: CallPlace): void {
  annotate(`failed-open.${type}.webhook.admission.k8s.io/${placeText(place)}`, place.hook.name);
}

const placeText = ({ round, index }: CallPlace): string => `round_${round}_index_${index}`;
