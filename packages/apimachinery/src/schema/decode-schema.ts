import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, setOwn } from '../codec/own-property.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';

/** The result of {@link decodeSchema}: the schema, or the error of the API server's decoder about its types. */
export type DecodedSchema =
  | { readonly schema: JsonSchemaProps; readonly problem?: undefined }
  | { readonly schema?: undefined; readonly problem: string };

/** Options of {@link decodeSchema}. */
export interface DecodeSchemaOptions {
  /** The path of the schema. Default: `spec.versions[0].schema.openAPIV3Schema`. */
  readonly path?: string;
  /**
   * Called with the path of every unknown keyword, such as `….properties.spec.foo`. They are
   * dropped.
   */
  readonly onUnknown?: (path: string) => void;
}

/**
 * Reads a schema from any JSON: checks the type of every keyword and drops nulls. A schema from outside must pass
 * this step before any other use. Problems are mostly worded as in the API server:
 * `json: cannot unmarshal number into Go struct field JSONSchemaProps.spec.….nullable of type bool`.
 */
export function decodeSchema(value: JsonValue, options: DecodeSchemaOptions = {}): DecodedSchema {
  const { path = 'spec.versions[0].schema.openAPIV3Schema', onUnknown } = options;
  try {
    const place: Place = { path, goPath: path.replace(/\[\d+\]/g, ''), struct: 'CustomResourceValidation' };
    // The table gives every keyword its type in JsonSchemaProps.
    return { schema: readSchema(value, place, onUnknown) };
  } catch (error) {
    if (error instanceof WrongType) return { problem: error.message };
    throw error;
  }
}

class WrongType extends Error {}

/** The type of a keyword's value. */
type KeywordType =
  | 'string'
  | 'bool'
  | 'float64'
  | 'int64'
  | 'json'
  | 'jsons'
  | 'strings'
  | 'schema'
  | 'schemas'
  | 'schema-map'
  | 'definitions'
  | 'schema-or-bool'
  | 'schema-or-list'
  | 'dependencies'
  | 'external-docs'
  | 'rules';

const keywords = (type: KeywordType, names: string): [string, KeywordType][] =>
  names.split(' ').map((name) => [name, type]);

const keywordDecoders: ReadonlyMap<string, KeywordType> = new Map([
  ...keywords(
    'string',
    'id $schema $ref description type format title pattern x-kubernetes-list-type x-kubernetes-map-type',
  ),
  ...keywords('bool', 'exclusiveMaximum exclusiveMinimum uniqueItems nullable x-kubernetes-preserve-unknown-fields'),
  ...keywords('bool', 'x-kubernetes-embedded-resource x-kubernetes-int-or-string'),
  ...keywords('float64', 'maximum minimum multipleOf'),
  ...keywords('int64', 'maxLength minLength maxItems minItems maxProperties minProperties'),
  ...keywords('json', 'default example'),
  ...keywords('jsons', 'enum'),
  ...keywords('strings', 'required x-kubernetes-list-map-keys'),
  ...keywords('schema', 'not'),
  ...keywords('schemas', 'allOf oneOf anyOf'),
  ...keywords('schema-map', 'properties patternProperties'),
  ...keywords('definitions', 'definitions'),
  ...keywords('schema-or-bool', 'additionalProperties additionalItems'),
  ...keywords('schema-or-list', 'items'),
  ...keywords('dependencies', 'dependencies'),
  ...keywords('external-docs', 'externalDocs'),
  ...keywords('rules', 'x-kubernetes-validations'),
]);

const ruleKeywords: ReadonlyMap<string, KeywordType> = new Map([
  ...keywords('string', 'rule message messageExpression reason fieldPath'),
  ...keywords('bool', 'optionalOldSelf'),
]);

const docsKeywords: ReadonlyMap<string, KeywordType> = new Map(keywords('string', 'description url'));

/** The path of a value: as warnings print it, and as messages of Go's decoder do, which name only struct fields. */
interface Place {
  readonly path: string;
  readonly goPath: string;
  /** The struct that has the last field. */
  readonly struct: string;
}

const field = ({ path, goPath }: Place, struct: string, name: string): Place => ({
  path: `${path}.${name}`,
  goPath: `${goPath}.${name}`,
  struct,
});
const element = (place: Place, key: string | number): Place => ({
  ...place,
  path: typeof key === 'number' ? `${place.path}[${key}]` : `${place.path}.${key}`,
});

type OnUnknown = ((path: string) => void) | undefined;

function readSchema(value: JsonValue, place: Place, onUnknown: OnUnknown): JsonObject {
  return readStruct(value, keywordDecoders, place, 'JSONSchemaProps', onUnknown);
}

function readStruct(
  value: JsonValue,
  fields: ReadonlyMap<string, KeywordType>,
  place: Place,
  struct: string,
  onUnknown: OnUnknown,
): JsonObject {
  if (!isJsonObject(value)) return fail(value, place, `v1.${struct}`);
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    const child = value[key];
    if (child === undefined) continue;
    const type = fields.get(key);
    if (type === undefined) onUnknown?.(`${place.path}.${key}`);
    else if (child !== null) {
      const read = readField(child, type, field(place, struct, key), onUnknown);
      if (read !== undefined) setOwn(result, key, read);
    }
  }
  return result;
}

function readField(value: JsonValue, type: KeywordType, place: Place, onUnknown: OnUnknown): JsonValue | undefined {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : fail(value, place, 'string');
    case 'bool':
      return typeof value === 'boolean' ? value : fail(value, place, 'bool');
    case 'float64':
      return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : fail(value, place, 'float64');
    case 'int64':
      return readInt64(value, place);
    case 'json':
      return value;
    case 'jsons':
      return Array.isArray(value) ? value : fail(value, place, '[]v1.JSON');
    case 'strings':
      if (!Array.isArray(value)) return fail(value, place, '[]string');
      return value.map((item) => (typeof item === 'string' ? item : fail(item, place, 'string')));
    case 'schema':
      return readSchema(value, place, onUnknown);
    case 'schemas':
      return Array.isArray(value) ? readSchemas(value, place, onUnknown) : fail(value, place, '[]v1.JSONSchemaProps');
    case 'schema-map':
      return readSchemaMap(value, place, onUnknown, 'map[string]v1.JSONSchemaProps');
    case 'definitions':
      return readSchemaMap(value, place, onUnknown, 'v1.JSONSchemaDefinitions');
    case 'schema-or-bool':
      if (typeof value === 'boolean') return value;
      if (!isJsonObject(value)) throw new WrongType('boolean or JSON schema expected');
      return readSchema(value, place, onUnknown);
    case 'schema-or-list':
      if (Array.isArray(value)) return value.length === 0 ? undefined : readSchemas(value, place, onUnknown);
      // Any other value counts as absent.
      return isJsonObject(value) ? readSchema(value, place, onUnknown) : undefined;
    case 'dependencies':
      // They are refused everywhere, so their content does not matter.
      return isJsonObject(value) ? value : fail(value, place, 'v1.JSONSchemaDependencies');
    case 'external-docs':
      return readStruct(value, docsKeywords, place, 'ExternalDocumentation', onUnknown);
    case 'rules':
      if (!Array.isArray(value)) return fail(value, place, 'v1.ValidationRules');
      return value.map((item, index) => ({
        rule: '',
        ...readStruct(item ?? {}, ruleKeywords, element(place, index), 'ValidationRule', onUnknown),
      }));
  }
}

function readSchemas(list: readonly JsonValue[], place: Place, onUnknown: OnUnknown): JsonObject[] {
  return list.map((item, index) => readSchema(item ?? {}, element(place, index), onUnknown));
}

function readSchemaMap(value: JsonValue, place: Place, onUnknown: OnUnknown, want: string): JsonObject {
  if (!isJsonObject(value)) return fail(value, place, want);
  const result: JsonObject = {};
  for (const [name, child] of Object.entries(value))
    setOwn(result, name, readSchema(child ?? {}, element(place, name), onUnknown));
  return result;
}

function readInt64(value: JsonValue, place: Place): number | bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'number') return fail(value, place, 'int64');
  // Larger integers are floats for Go.
  if (Number.isSafeInteger(value)) return value;
  throw new WrongType(
    `json: cannot unmarshal number ${value} into Go struct field ${place.struct}.${place.goPath} of type int64`,
  );
}

function fail(value: JsonValue, { struct, goPath }: Place, want: string): never {
  const found = Array.isArray(value)
    ? 'array'
    : typeof value === 'boolean'
      ? 'bool'
      : typeof value === 'bigint'
        ? 'number'
        : typeof value;
  throw new WrongType(`json: cannot unmarshal ${found} into Go struct field ${struct}.${goPath} of type ${want}`);
}
