import type { JsonObject } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Kind, Model } from '../model/model.ts';
import { columnWarnings } from './columns.ts';
import type { Warning } from './warning.ts';
import { formatWarnings } from './formats.ts';
import { scaleWarnings } from './scale.ts';
import { statusWarnings } from './status.ts';

/**
 * The warnings about one version of a kind. `version` is its entry in the CustomResourceDefinition, patches included.
 */
export function versionWarnings(
  version: JsonObject,
  schema: JsonSchemaProps,
  kind: Kind,
  model: Model,
): readonly Warning[] {
  const markers = model.types.get(kind.type)?.markers ?? [];
  return [
    ...columnWarnings(version, schema, kind, markers),
    ...scaleWarnings(version, schema, kind, markers),
    ...statusWarnings(version, schema, kind, { model, markers }),
    ...formatWarnings(schema, kind, model),
  ];
}
