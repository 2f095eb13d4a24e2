import { badRequest, type JsonObject } from '@kb/apimachinery';
import { isJsonObject, JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';
import { refuse } from '../../refuse.ts';
import type { ApiRequest } from '../../context/api-request.ts';
import type { FieldValidation } from '../../http/write-options.ts';
import { parseYaml, YamlError, type YamlDocument } from '../../yaml/parse-yaml.ts';
import { yamlText } from '../../yaml/reader/yaml-text.ts';
import { jsonTypeName } from '../../serializer/json-type-name.ts';

/** Reads the body of a server-side apply: YAML, which includes JSON. Throws a StatusError. */
export async function readApplyBody(request: ApiRequest, fieldValidation: FieldValidation): Promise<JsonObject> {
  const bytes = await request.body();
  const { value, duplicates } = readAsJson(bytes) ?? (await readAsYaml(bytes));
  if (duplicates.length > 0 && fieldValidation === 'Strict') {
    const lines = duplicates.join('\n  ');
    refuse(
      badRequest(`error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  ${lines}`),
    );
  }
  if (fieldValidation === 'Warn') for (const duplicate of duplicates) request.warn(duplicate);
  if (value === null) return {};
  if (isJsonObject(value)) return value;
  return refuse(
    badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`,
    ),
  );
}

/** Clients send JSON; everything else, and JSON with duplicate keys, is read as YAML. */
function readAsJson(bytes: Uint8Array): YamlDocument | undefined {
  let repeated = false;
  try {
    const value = parseJson(bytes, { onDuplicateKey: () => (repeated = true) });
    return repeated ? undefined : { value, duplicates: [] };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

async function readAsYaml(bytes: Uint8Array): Promise<YamlDocument> {
  try {
    return await parseYaml(yamlText(bytes));
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return refuse(badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`));
  }
}
