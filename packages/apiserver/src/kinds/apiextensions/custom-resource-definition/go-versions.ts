import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { goSchema } from '@kb/apimachinery/schema';
import { objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import type { Hoisted } from './validate-version.ts';

/** Versions as kube-apiserver prints its internal type, which has the common parts of all versions elsewhere. */
export function goVersions(versions: readonly JsonObject[], common: Hoisted): JsonObject[] {
  return versions.map((version) => {
    const { name, served, storage, deprecated, deprecationWarning } = version;
    return {
      Name: stringOf(name),
      Served: served === true,
      Storage: storage === true,
      Deprecated: deprecated === true,
      DeprecationWarning: typeof deprecationWarning === 'string' ? deprecationWarning : null,
      Schema: common.schema ? null : goValidation(version.schema),
      Subresources: common.subresources ? null : goSubresources(version.subresources),
      AdditionalPrinterColumns: common.additionalPrinterColumns ? null : goColumns(version.additionalPrinterColumns),
      SelectableFields: common.selectableFields ? null : goFields(version.selectableFields),
    };
  });
}

function goValidation(schema: JsonValue | undefined): JsonValue {
  if (!isJsonObject(schema)) return null;
  const validation = schema.openAPIV3Schema;
  return { OpenAPIV3Schema: isJsonObject(validation) ? goSchema(validation) : null };
}

function goSubresources(subresources: JsonValue | undefined): JsonValue {
  if (!isJsonObject(subresources)) return null;
  const { status, scale } = subresources;
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = isJsonObject(scale) ? scale : {};
  return {
    Status: isJsonObject(status) ? {} : null,
    Scale: isJsonObject(scale)
      ? {
          SpecReplicasPath: stringOf(specReplicasPath),
          StatusReplicasPath: stringOf(statusReplicasPath),
          LabelSelectorPath: labelSelectorPath ?? null,
        }
      : null,
  };
}

function goColumns(columns: JsonValue | undefined): JsonValue {
  if (!Array.isArray(columns)) return null;
  return objectsIn(columns).map((column) => ({
    Name: stringOf(column.name),
    Type: stringOf(column.type),
    Format: stringOf(column.format),
    Description: stringOf(column.description),
    Priority: column.priority ?? 0,
    JSONPath: stringOf(column.jsonPath),
  }));
}

function goFields(fields: JsonValue | undefined): JsonValue {
  if (!Array.isArray(fields)) return null;
  return objectsIn(fields).map((field) => ({ JSONPath: stringOf(own(field, 'jsonPath')) }));
}
