import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { getOwn, isJsonObject } from '@kb/apimachinery/codec';
import type { Client } from '@kb/client';
import type { KindRef } from '../../protocol/index.ts';
import { listAt, textAt } from '../health/read-fields.ts';

const REF = '#/components/schemas/';
/** Schemas contain themselves (JSONSchemaProps), and a form never goes this deep. */
const MAX_DEPTH = 24;

/** Fetches the OpenAPI schema of a kind with its references replaced by what they refer to. */
export async function kindSchema(client: Client, kind: KindRef, signal: AbortSignal): Promise<JsonValue> {
  const root = kind.group === '' ? 'api' : `apis/${kind.group}`;
  const document = await client.getJson(`/openapi/v3/${root}/${kind.version}`, { signal });
  const components = isJsonObject(document) ? getOwn(document, 'components') : undefined;
  const schemas = isJsonObject(components) ? getOwn(components, 'schemas') : undefined;
  const found = isJsonObject(schemas)
    ? Object.entries(schemas).find(([, schema]) => describes(schema, kind))
    : undefined;
  if (!isJsonObject(schemas) || found === undefined)
    throw new Error(`The API server has no schema of ${kind.kind} in ${kind.group || 'the core group'}.`);
  return resolved(found[1], schemas, [found[0]]);
}

function describes(schema: JsonValue, { group, version, kind }: KindRef): boolean {
  return listAt(schema, 'x-kubernetes-group-version-kind').some(
    (each) => textAt(each, 'group') === group && textAt(each, 'version') === version && textAt(each, 'kind') === kind,
  );
}

/** Replaces references. `within` are the names of the schemas around: one that contains itself ends as any value. */
function resolved(value: JsonValue, schemas: JsonObject, within: readonly string[]): JsonValue {
  if (Array.isArray(value)) return value.map((item) => resolved(item, schemas, within));
  if (!isJsonObject(value)) return value;
  const reference = getOwn(value, '$ref');
  if (typeof reference === 'string' && reference.startsWith(REF)) {
    const name = reference.slice(REF.length);
    const target = getOwn(schemas, name);
    const { $ref: _ref, ...beside } = value;
    if (target === undefined || within.includes(name) || within.length >= MAX_DEPTH) return beside;
    const whole = resolved(target, schemas, [...within, name]);
    return isJsonObject(whole) ? { ...whole, ...beside } : whole;
  }
  // kube-apiserver wraps a reference that has a description or a default beside it.
  const all = getOwn(value, 'allOf');
  if (Array.isArray(all) && all.length === 1) {
    const { allOf: _allOf, ...beside } = value;
    const [inner] = all.map((item) => resolved(item, schemas, within));
    if (isJsonObject(inner)) return { ...inner, ...beside };
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, schemas, within)]));
}
