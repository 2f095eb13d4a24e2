import { internalError, type JsonObject } from '@kb/apimachinery';
import { serverSchemaOf } from '@kb/kubernetes/data';
import { type ApiObject, asJson, type FrozenObject } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { decodeScale, scaleOf, scaleResource, type ScaleView } from '../../resources/scale.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import type { DecodeContext } from '../../serializer/decode-context.ts';

/** The version of every Scale. */
export const SCALE_VERSION = 'autoscaling/v1';

/**
 * The replicas in the Scale of a custom object without replicas, during a write: an impossible value, which shows that
 * nobody has set them.
 */
export const NO_REPLICAS: number = -(2 ** 31);

/** Decodes and checks Scales, in place of the resource of other subresources. */
export const scaleKind: Pick<
  ServedResource,
  'group' | 'version' | 'kind' | 'apiVersion' | 'custom' | 'codec' | 'schema'
> = {
  ...scaleResource,
  apiVersion: SCALE_VERSION,
  custom: false,
  codec: {
    decode: (value: JsonObject, context: DecodeContext) => decodeScale(value, context),
    encode: (object: ApiObject) => decodeScale(asJson(object)),
  },
  schema: () => serverSchemaOf('autoscaling/v1.Scale'),
};

/** The Scale of an object. `absent`: its replicas if the object has none. Throws a StatusError if there are none. */
export function scaleOrRefuse(object: FrozenObject, view: ScaleView, absent?: number): ApiObject {
  return (
    scaleOf(object, view, absent) ??
    refuse(internalError(`the spec replicas field ".${view.specReplicas.join('.')}" does not exist`))
  );
}
