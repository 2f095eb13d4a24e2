import {
  badRequest,
  conflict,
  type FieldError,
  fieldInvalid,
  genericError,
  internalError,
  invalid,
  type JsonObject,
  notFound,
} from '@kb/apimachinery';
import {
  applyManaged,
  conflictStatus,
  entriesForScale,
  entriesFromScale,
  type ManagedEndpoint,
  updateManaged,
} from '@kb/apimachinery/managed-fields';
import { deepFreeze, isJsonObject } from '@kb/apimachinery/codec';
import { serverSchemaOf } from '@kb/kubernetes/data';
import { refuse } from '../refuse.ts';
import type { Reply } from '../answers/reply.ts';
import { readWriteOptions, type WriteOptions } from '../http/write-options.ts';
import { type ApiObject, asJson, at, type FrozenObject, own } from '../objects/api-object.ts';
import { decodeScale, scaleResource, scaleOf, type ScaleView, withReplicas } from '../resources/scale.ts';
import { groupResource } from '../resources/served-resource.ts';
import type { DecodeContext } from '../serializer/decode-context.ts';
import { customScaleColumns, scaleColumns } from '../tables/scale-columns.ts';
import { readApplyBody } from './bodies/apply-body.ts';
import type { Call } from '../context/call.ts';
import { getObject } from './get.ts';
import { patchFunction } from './patch/patch-function.ts';
import { patchTypeOf } from './patch/patch-type.ts';
import { uidMismatch } from '../pipelines/preconditions.ts';
import { readWrite } from './bodies/read-document.ts';
import { decodeObject } from './bodies/read-object.ts';
import { timeOf } from '../pipelines/time-of.ts';
import { checkIdentity, updateObject } from '../pipelines/update-object.ts';

const SCALE_VERSION = 'autoscaling/v1';

/**
 * The replicas in the Scale of a custom object without replicas, during a write: an impossible value, which shows that
 * nobody has set them.
 */
const NO_REPLICAS = -(2 ** 31);

/** Handles GET, PUT and PATCH of a scale subresource. */
export async function handleScale(call: Call): Promise<Reply> {
  const view = call.endpoint.resource.scale;
  if (!view) return refuse(notFound(groupResource(call.endpoint.resource), call.endpoint.name));
  if (call.request.method === 'GET' || call.request.method === 'HEAD') return scaleReply(getObject(call), view);
  return call.request.method === 'PUT' ? putScale(call, view) : patchScale(call, view);
}

/** Decodes and checks Scales, in place of the resource of other subresources. */
const scaleKind = {
  ...scaleResource,
  apiVersion: SCALE_VERSION,
  custom: false,
  codec: {
    decode: (value: JsonObject, context: DecodeContext) => decodeScale(value, context),
    encode: (object: ApiObject) => decodeScale(asJson(object)),
  },
  schema: () => serverSchemaOf('autoscaling/v1.Scale'),
};

async function putScale(call: Call, view: ScaleView): Promise<Reply> {
  const { request, endpoint } = call;
  const { document, options } = await readWrite(request, scaleKind, 'UpdateOptions');
  const scale = decodeObject(document, { ...endpoint.resource, ...scaleKind }, options.fieldValidation, request.warn);
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
  { server, request, endpoint }: Call,
  view: ScaleView,
  options: WriteOptions,
  change: (scale: FrozenObject) => ApiObject | JsonObject,
  operation: 'Apply' | 'Update',
): Promise<Reply> {
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
      const next =
        operation === 'Apply'
          ? applied(managed, change(scale), options.force, resource.custom)
          : updated(managed, change(scale));
      checkScale(next, live, endpoint);
      if (replicasOf(next) === NO_REPLICAS)
        refuse(badRequest(`the spec replicas field ".${view.specReplicas.join('.')}" cannot be empty`));
      const parent = withReplicas(live, view, replicasOf(next));
      const { managedFields: _, ...metadata } = parent.metadata;
      const ownership = entriesFromScale(
        live.metadata.managedFields,
        next.metadata.managedFields,
        resource.apiVersion,
        view.replicasPaths,
      );
      return {
        ...parent,
        metadata: {
          ...metadata,
          ...(ownership && { managedFields: ownership }),
          resourceVersion: next.metadata.resourceVersion ?? '',
        },
      };
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

function replicasOf(scale: ApiObject): number {
  const replicas = at(scale, 'spec', 'replicas');
  return typeof replicas === 'number' ? replicas : 0;
}

function checkScale(
  { metadata, spec }: ApiObject,
  live: FrozenObject,
  { resource, name, namespace }: Call['endpoint'],
): void {
  if (metadata.name && metadata.name !== name) {
    refuse(badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`));
  }
  if (metadata.namespace && metadata.namespace !== namespace) {
    refuse(badRequest('the namespace of the provided object does not match the namespace sent on the request'));
  }
  // The custom object's own validation reports invalid numbers.
  if (resource.custom) return;
  if (metadata.uid && metadata.uid !== live.metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: ${live.metadata.uid ?? ''}`;
    refuse(conflict({ group: resource.group, plural: `${resource.plural}/scale` }, name, why));
  }
  const replicas = isJsonObject(spec) ? spec.replicas : undefined;
  if (typeof replicas !== 'number' || replicas >= 0) return;
  const errors: FieldError[] = [fieldInvalid('spec.replicas', replicas, 'must be greater than or equal to 0')];
  refuse(invalid({ group: scaleResource.group, kind: scaleResource.kind }, name, errors));
}

function scaleOrRefuse(object: FrozenObject, view: ScaleView, absent?: number): ApiObject {
  return (
    scaleOf(object, view, absent) ??
    refuse(internalError(`the spec replicas field ".${view.specReplicas.join('.')}" does not exist`))
  );
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
