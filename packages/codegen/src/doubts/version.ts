import type { JsonObject, JsonSchemaProps } from '@kb/apimachinery';
import type { Kind, Model } from '../model/model.ts';
import { columnDoubts } from './columns.ts';
import type { Doubt } from './doubt.ts';
import { formatDoubts } from './formats.ts';
import { scaleDoubts } from './scale.ts';
import { statusDoubts } from './status.ts';

/** What is doubtful about one version of a kind. `version` is what the CustomResourceDefinition says of it, patches included; `schema` is its schema. */
export function versionDoubts(
  version: JsonObject,
  schema: JsonSchemaProps,
  kind: Kind,
  model: Model,
): readonly Doubt[] {
  const markers = model.types.get(kind.type)?.markers ?? [];
  return [
    ...columnDoubts(version, schema, kind, markers),
    ...scaleDoubts(version, schema, kind, markers),
    ...statusDoubts(version, schema, kind, { model, markers }),
    ...formatDoubts(schema, kind, model),
  ];
}
