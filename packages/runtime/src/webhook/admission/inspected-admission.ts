import {
  formatGroupKind,
  type JsonObject,
  messageOfThrown,
  monotonicNow,
  type ResourceDefinition,
} from '@kb/apimachinery';
import { applyJsonPatch, type CreatedJsonPatchOperation } from '@kb/apimachinery/patch';
import { inspectedChanges } from '../../inspection/inspected-changes.ts';
import type { InspectedChange } from '../../inspection/inspected-values.ts';
import type { Inspector } from '../../inspection/inspector.ts';
import { cutText, roomOfRecord } from '../../inspection/plain-value.ts';
import { inspectedKey } from '../../inspection/run-recorder.ts';
import type { AdmissionHandler } from './admission-handler.ts';
import type { AdmissionRequest } from './admission-request.ts';
import { type AdmissionResponse, errored } from './admission-response.ts';

const MAX_WARNINGS = 10;

/** Returns the handler of a webhook, which also publishes its calls while someone subscribes. */
export function inspectedAdmission(
  inspector: Inspector,
  resource: Pick<ResourceDefinition, 'group' | 'kind'>,
  webhook: { readonly handler: AdmissionHandler; readonly path: string; readonly type: 'mutating' | 'validating' },
): AdmissionHandler {
  const { handler, path, type } = webhook;
  const { clock } = inspector;
  return async (request, context) => {
    if (!inspector.active) return handler(request, context);
    const time = clock.now();
    const began = monotonicNow(clock);
    const tell = (response: AdmissionResponse): void =>
      inspector.publish(() => ({
        type: 'webhook-call',
        time,
        durationMs: monotonicNow(clock) - began,
        path,
        kind: type,
        groupKind: formatGroupKind(resource),
        ...aboutRequest(request),
        ...aboutResponse(request, resource, response),
      }));
    try {
      const response = await handler(request, context);
      tell(response);
      return response;
    } catch (error) {
      tell(errored(500, messageOfThrown(error)));
      throw error;
    }
  };
}

function aboutRequest({ operation, subResource, name, namespace, userInfo, dryRun }: AdmissionRequest) {
  const { username } = userInfo;
  return {
    operation,
    ...(subResource !== '' && { subresource: subResource }),
    ...(name !== '' && { object: inspectedKey({ namespace, name }) }),
    ...(username !== '' && { user: cutText(username, roomOfRecord()) }),
    dryRun,
  };
}

function aboutResponse(
  { object }: AdmissionRequest,
  resource: Pick<ResourceDefinition, 'group' | 'kind'>,
  { allowed, status, warnings = [], patches = [] }: AdmissionResponse,
) {
  const room = roomOfRecord();
  return {
    allowed,
    ...(status?.message && { message: cutText(status.message, room, 4096) }),
    warnings: warnings.slice(0, MAX_WARNINGS).map((text) => cutText(text, room)),
    changes: object && patches.length > 0 ? patchedFields(resource, object, patches) : [],
  };
}

/** Returns what a patch changes; nothing when it cannot be applied, which the API server tells its client. */
function patchedFields(
  resource: Pick<ResourceDefinition, 'group' | 'kind'>,
  object: JsonObject,
  patches: readonly CreatedJsonPatchOperation[],
): readonly InspectedChange[] {
  try {
    return inspectedChanges(resource, object, applyJsonPatch(object, patches));
  } catch {
    return [];
  }
}
