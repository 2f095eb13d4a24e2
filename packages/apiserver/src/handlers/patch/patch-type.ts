import { failureStatus, unsupportedMediaType } from '@kb/apimachinery';
import { refuse } from '../../refuse.ts';
import type { ApiRequest } from '../../context/api-request.ts';
import type { Endpoint } from '../../context/call.ts';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';

/** The four ways to patch. */
export type PatchType = typeof JSON_PATCH | typeof MERGE_PATCH | typeof STRATEGIC_PATCH | typeof APPLY_PATCH;

/**
 * Returns the type of a patch: its literal content type, up to a semicolon. Throws the StatusError of a type that the
 * endpoint does not support.
 */
export function patchTypeOf({
  request,
  endpoint,
}: {
  readonly request: Pick<ApiRequest, 'headers'>;
  readonly endpoint: Pick<Endpoint, 'resource'>;
}): PatchType {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  const { custom } = endpoint.resource;
  if (type === JSON_PATCH || type === MERGE_PATCH || type === APPLY_PATCH || (type === STRATEGIC_PATCH && !custom))
    return type;
  if (!custom)
    refuse(
      failureStatus({ code: 415, reason: 'UnsupportedMediaType', message: '415: Unsupported Media Type', details: {} }),
    );
  return refuse(unsupportedMediaType([JSON_PATCH, MERGE_PATCH, APPLY_PATCH]));
}
