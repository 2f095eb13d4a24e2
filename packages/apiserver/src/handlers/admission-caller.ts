import type { JsonObject } from '@kb/apimachinery';
import type { AdmissionCaller } from '../admission/admission-attributes.ts';
import type { ApiRequest } from '../context/api-request.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { DeleteOptions } from '../pipelines/delete-object.ts';
import { namedGoType } from '../serializer/compile-go-type.ts';
import { DecodeContext } from '../serializer/decode-context.ts';

const API_VERSION = 'meta.k8s.io/v1';

/** What admission learns of a write; a patch has the options of the create or update that it is. */
export function writeCaller(
  { clock, authorizer }: Pick<ServerContext, 'clock' | 'authorizer'>,
  request: ApiRequest,
  kind: 'CreateOptions' | 'UpdateOptions',
): AdmissionCaller {
  const { user, requestedName, warn, annotate, measure, signal, timeout, query } = request;
  return {
    user,
    authorizer,
    requestedName,
    dryRun: query.has('dryRun'),
    warn,
    annotate,
    waited: measure.waited,
    deadline: clock.now() + timeout,
    signal,
    // Few writes need them.
    get options() {
      return writeOptions(query, kind);
    },
  };
}

function writeOptions(query: URLSearchParams, kind: string): JsonObject {
  const dryRun = query.getAll('dryRun');
  const [fieldManager, fieldValidation] = [query.get('fieldManager'), query.get('fieldValidation')];
  return {
    kind,
    apiVersion: API_VERSION,
    ...(dryRun.length > 0 && { dryRun }),
    ...(fieldManager && { fieldManager }),
    ...(fieldValidation && { fieldValidation }),
  };
}

/** What admission learns of a connection: it has no options but its object, and no dry run. */
export function connectCaller(
  { clock, authorizer }: Pick<ServerContext, 'clock' | 'authorizer'>,
  { user, requestedName, timeout, warn, annotate, signal }: ApiRequest,
): AdmissionCaller {
  const deadline = clock.now() + timeout;
  return { user, authorizer, requestedName, options: null, dryRun: false, warn, annotate, deadline, signal };
}

/** What admission learns of a deletion. */
export function deleteCaller(
  { clock, authorizer }: Pick<ServerContext, 'clock' | 'authorizer'>,
  { user, timeout, warn, annotate, measure, signal }: ApiRequest,
  { sent, dryRun }: DeleteOptions,
): AdmissionCaller {
  const options = { ...sent, kind: 'DeleteOptions', apiVersion: API_VERSION };
  // In the order of the fields in Go.
  const ordered = namedGoType('meta/v1.DeleteOptions').decode(options, new DecodeContext()) as JsonObject;
  const deadline = clock.now() + timeout;
  const { waited } = measure;
  return { user, authorizer, options: ordered, dryRun, warn, annotate, waited, deadline, signal };
}
