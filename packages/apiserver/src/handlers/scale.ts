import {
  applyManaged,
  badRequest,
  conflict,
  conflictStatus,
  entriesForScale,
  entriesFromScale,
  type FieldError,
  fieldInvalid,
  internalError,
  invalid,
  type JsonObject,
  type ManagedEndpoint,
  notFound,
  updateManaged,
} from '@kb/apimachinery';
import { serverSchemaOf } from '@kb/kubernetes/data';
import { refuse } from '../http/api-error.ts';
import type { Reply } from '../http/reply.ts';
import { readWriteOptions, type WriteOptions } from '../http/write-options.ts';
import { type ApiObject, asJson, at, type FrozenObject, isJsonObject } from '../resources/api-object.ts';
import { decodeScale, SCALE, scaleOf, type ScaleView, withReplicas } from '../resources/scale.ts';
import { groupResource } from '../resources/served-resource.ts';
import type { DecodeContext } from '../serializer/decode-context.ts';
import { deepFreeze } from '../storage/deep-freeze.ts';
import { scaleColumns } from '../tables/scale-columns.ts';
import { readApplyBody } from './apply-body.ts';
import type { Call } from './endpoint.ts';
import { getObject } from './get.ts';
import { patchTypeOf } from './patch.ts';
import { patchFunction } from './patch-body.ts';
import { uidMismatch } from './preconditions.ts';
import { decodeObject, readDocument } from './read-object.ts';
import { timeOf } from './time-of.ts';
import { updateObject } from './update-object.ts';

const SCALE_VERSION = 'autoscaling/v1';

/** GET, PUT and PATCH of a scale subresource. */
export async function handleScale(call: Call): Promise<Reply> {
  const view = call.endpoint.resource.scale;
  if (!view) return refuse(notFound(groupResource(call.endpoint.resource), call.endpoint.name));
  if (call.request.method === 'GET') return scaleReply(getObject(call), view);
  return call.request.method === 'PUT' ? putScale(call, view) : patchScale(call, view);
}

/** What decodes and checks Scales where other subresources have their resource. */
const scaleKind = {
  ...SCALE,
  apiVersion: SCALE_VERSION,
  custom: false,
  codec: {
    decode: (value: JsonObject, context: DecodeContext) => decodeScale(value, context),
    encode: (object: ApiObject) => decodeScale(asJson(object)),
  },
  schema: () => serverSchemaOf('autoscaling/v1.Scale'),
};

async function putScale(call: Call, view: ScaleView): Promise<Reply> {
  const { server, request, endpoint } = call;
  const document = await readDocument(request, 'Scale');
  const options = readWriteOptions(request, 'UpdateOptions');
  const scale = decodeObject(
    document,
    { ...endpoint.resource, ...scaleKind },
    server.registry,
    options.fieldValidation,
    request.warn,
  );
  return writeScale(call, view, options, () => scale, 'Update');
}

async function patchScale(call: Call, view: ScaleView): Promise<Reply> {
  const { request, endpoint } = call;
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
      const scale = scaleOrRefuse(live, view);
      const entries = entriesForScale(live.metadata.managedFields, view.replicasPaths);
      if (entries) scale.metadata.managedFields = entries;
      const managed = { ...scaleEndpoint(), live: asJson(scale), manager: options.manager, now: timeOf(server) };
      const next =
        operation === 'Apply' ? applied(managed, change(scale), options.force) : updated(managed, change(scale));
      checkScale(next, live, endpoint);
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
  return scaleReply(object, view);
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

function applied(managed: Managed, config: ApiObject | JsonObject, force: boolean): ApiObject {
  const result = applyManaged({ ...managed, config: asJson(config as ApiObject), force });
  if (!result.object) return refuse(conflictStatus(result.conflicts));
  return decodeScale(result.object);
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
  if (metadata.uid && metadata.uid !== live.metadata.uid)
    refuse(conflict(groupResource(resource), name, uidMismatch(resource, live, metadata.uid)));
  const replicas = isJsonObject(spec) ? spec.replicas : undefined;
  if (typeof replicas !== 'number' || replicas >= 0) return;
  const errors: FieldError[] = [fieldInvalid('spec.replicas', replicas, 'must be greater than or equal to 0')];
  refuse(invalid({ group: SCALE.group, kind: SCALE.kind }, name, errors));
}

function scaleOrRefuse(object: FrozenObject, view: ScaleView): ApiObject {
  return (
    scaleOf(object, view) ??
    refuse(internalError(`the spec replicas field ".${view.specReplicas.join('.')}" does not exist`))
  );
}

function scaleReply(object: FrozenObject, view: ScaleView): Reply {
  return { type: 'object', status: 200, object: deepFreeze(scaleOrRefuse(object, view)), columns: scaleColumns };
}
