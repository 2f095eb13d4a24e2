import { conflict, genericError, type JsonObject, notFound } from '@kb/apimachinery';
import {
  applyManaged,
  conflictStatus,
  entriesForScale,
  type ManagedEndpoint,
  updateManaged,
} from '@kb/apimachinery/managed-fields';
import { deepFreeze } from '@kb/apimachinery/codec';
import { serverSchemaOf } from '@kb/kubernetes/data';
import { refuse } from '../../refuse.ts';
import type { Reply } from '../../answers/reply.ts';
import type { Call } from '../../context/call.ts';
import { readWriteOptions, type WriteOptions } from '../../http/write-options.ts';
import { type ApiObject, asJson, type FrozenObject, own } from '../../objects/api-object.ts';
import { uidMismatch } from '../../pipelines/preconditions.ts';
import { timeOf } from '../../pipelines/time-of.ts';
import { checkIdentity } from '../../pipelines/check-identity.ts';
import { updateObject } from '../../pipelines/update-object.ts';
import { decodeScale, type ScaleView } from '../../resources/scale.ts';
import { groupResource } from '../../resources/served-resource.ts';
import { customScaleColumns, scaleColumns } from '../../tables/scale-columns.ts';
import { readApplyBody } from '../bodies/apply-body.ts';
import { readWrite } from '../bodies/read-document.ts';
import { decodeSent } from '../bodies/read-object.ts';
import { getObject } from '../get.ts';
import { patchFunction } from '../patch/patch-function.ts';
import { patchTypeOf } from '../patch/patch-type.ts';
import { admitScale } from './admit-scale.ts';
import { NO_REPLICAS, SCALE_VERSION, scaleKind, scaleOrRefuse } from './scale-kind.ts';
import { withScale } from './with-scale.ts';

/** Handles GET, PUT and PATCH of a scale subresource. */
export async function handleScale(call: Call): Promise<Reply> {
  const view = call.endpoint.resource.scale;
  if (!view) return refuse(notFound(groupResource(call.endpoint.resource), call.endpoint.name));
  if (call.request.method === 'GET' || call.request.method === 'HEAD') return scaleReply(getObject(call), view);
  return call.request.method === 'PUT' ? putScale(call, view) : patchScale(call, view);
}

async function putScale(call: Call, view: ScaleView): Promise<Reply> {
  const { request, endpoint } = call;
  const { document, options } = await readWrite(request, scaleKind, 'UpdateOptions');
  const scale = decodeSent(request, document, { ...endpoint.resource, ...scaleKind }, options.fieldValidation);
  checkIdentity(scale, endpoint);
  const { resource, name } = endpoint;
  const replace = (shown: FrozenObject): ApiObject => {
    const { uid } = scale.metadata;
    if (uid && uid !== shown.metadata.uid)
      refuse(conflict(groupResource(resource), name, uidMismatch(resource, shown, uid, options.dryRun)));
    return scale;
  };
  return writeScale(call, view, options, replace, 'Update');
}

async function patchScale(call: Call, view: ScaleView): Promise<Reply> {
  const { server, request, endpoint } = call;
  const type = patchTypeOf(call);
  if (type === 'application/apply-patch+yaml') {
    const options = readWriteOptions(request, 'PatchOptions', true);
    const config = await readApplyBody(request, options.fieldValidation);
    return writeScale(call, view, options, () => config, 'Apply');
  }
  const options = readWriteOptions(request, 'PatchOptions');
  const body = await request.body();
  const patch = patchFunction(type, body, {
    resource: { ...scaleKind, custom: endpoint.resource.custom },
    registry: server.registry,
    options,
    warn: request.warn,
  });
  return writeScale(call, view, options, (scale) => patch(scale), 'Update');
}

/** Writes the replicas of a Scale into its object, on behalf of a manager of the Scale. */
async function writeScale(
  call: Call,
  view: ScaleView,
  options: WriteOptions,
  change: (scale: FrozenObject) => ApiObject | JsonObject,
  operation: 'Apply' | 'Update',
): Promise<Reply> {
  const { server, request, endpoint } = call;
  const { resource, namespace, name } = endpoint;
  const { object } = await updateObject({
    server,
    resource,
    subresource: 'scale',
    namespace,
    name,
    dryRun: options.dryRun,
    warn: request.warn,
    fromLive: true,
    transform: (live) => {
      const scale = scaleOrRefuse(live, view, view.replicasOptional ? undefined : NO_REPLICAS);
      const entries = entriesForScale(live.metadata.managedFields, view.replicasPaths);
      if (entries) scale.metadata.managedFields = entries;
      const managed = { ...scaleEndpoint(), live: asJson(scale), manager: options.manager, now: timeOf(server) };
      const changed =
        operation === 'Apply'
          ? applied(managed, change(scale), options.force, resource.custom)
          : updated(managed, change(scale));
      const admitted = admitScale(call, view, live, changed);
      return admitted instanceof Promise
        ? admitted.then((next) => withScale(live, next, view, endpoint))
        : withScale(live, admitted, view, endpoint);
    },
  });
  // What the schema does not have is not there once it is written.
  return scaleReply(object, view, 0);
}

function scaleEndpoint(): ManagedEndpoint {
  return {
    apiVersion: SCALE_VERSION,
    kind: 'Scale',
    subresource: 'scale',
    schema: serverSchemaOf('autoscaling/v1.Scale'),
  };
}

type Managed = ManagedEndpoint & {
  readonly live: ReturnType<typeof asJson>;
  readonly manager: string;
  readonly now: string;
};

function applied(managed: Managed, config: ApiObject | JsonObject, force: boolean, custom: boolean): ApiObject {
  const document = asJson(config as ApiObject);
  const tracked = own(managed.live.metadata, 'managedFields') !== undefined;
  const result = tracked || !custom ? applyManaged({ ...managed, config: document, force }) : undefined;
  if (result?.conflicts.length) return refuse(conflictStatus(result.conflicts));
  // kube-apiserver cannot convert the merged Scale of a custom object, nor one from before field managers were tracked.
  if (!result) return refuse(genericError(`failed to create manager for existing fields: ${unconverted('live', {})}`));
  if (custom && result.changed) return refuse(genericError(unconverted('new', document)));
  return decodeScale(result.object ?? {});
}

function unconverted(which: 'live' | 'new', { metadata }: JsonObject): string {
  const name = [own(metadata, 'namespace'), own(metadata, 'name')].map((part) =>
    typeof part === 'string' ? part : '',
  );
  return `failed to convert ${which} object (${name.join('/')}; ${SCALE_VERSION}, Kind=Scale) to proper version: request to convert CR to an invalid group/version: ${SCALE_VERSION}`;
}

function updated(managed: Managed, next: ApiObject | JsonObject): ApiObject {
  return decodeScale(updateManaged({ ...managed, next: asJson(next as ApiObject) }));
}

function scaleReply(object: FrozenObject, view: ScaleView, absent?: number): Reply {
  return {
    type: 'object',
    status: 200,
    object: deepFreeze(scaleOrRefuse(object, view, absent)),
    columns: view.replicasOptional ? scaleColumns : customScaleColumns,
    custom: false,
  };
}
