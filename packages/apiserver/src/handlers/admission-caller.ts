import type { JsonObject } from '@kb/apimachinery';
import type { AdmissionCaller } from '../admission/admission-attributes.ts';
import type { ApiRequest } from '../context/api-request.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { DeleteOptions } from '../pipelines/delete-object.ts';
import { namedGoType } from '../serializer/compile-go-type.ts';
import { DecodeContext } from '../serializer/decode-context.ts';

const API_VERSION = 'meta.k8s.io/v1';

/**
 * What admission webhooks learn of a write; a patch has the options of the create or update that it is. Undefined if
 * the server has no webhooks.
 */
export function writeCaller(
  { admission, clock }: ServerContext,
  request: ApiRequest,
  kind: 'CreateOptions' | 'UpdateOptions',
): AdmissionCaller | undefined {
  if (!admission.isActive()) return undefined;
  const { query } = request;
  const dryRun = query.getAll('dryRun');
  const [fieldManager, fieldValidation] = [query.get('fieldManager'), query.get('fieldValidation')];
  const options: JsonObject = {
    kind,
    apiVersion: API_VERSION,
    ...(dryRun.length > 0 && { dryRun }),
    ...(fieldManager && { fieldManager }),
    ...(fieldValidation && { fieldValidation }),
  };
  return callerWith(request, options, dryRun.length > 0, clock.now());
}

/** What admission webhooks learn of a deletion. */
export function deleteCaller(
  { clock }: Pick<ServerContext, 'clock'>,
  request: ApiRequest,
  { sent, dryRun }: DeleteOptions,
): AdmissionCaller {
  const options = { ...sent, kind: 'DeleteOptions', apiVersion: API_VERSION };
  // In the order of the fields in Go.
  const ordered = namedGoType('meta/v1.DeleteOptions').decode(options, new DecodeContext()) as JsonObject;
  return callerWith(request, ordered, dryRun, clock.now());
}

function callerWith(
  { user, timeout, warn, annotate, signal }: ApiRequest,
  options: JsonObject,
  dryRun: boolean,
  now: number,
): AdmissionCaller {
  return { user, options, dryRun, warn, annotate, deadline: now + timeout, signal };
}
