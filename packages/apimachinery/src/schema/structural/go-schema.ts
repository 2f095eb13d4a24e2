import { sortedJson } from '../../codec/sorted-json.ts';
import { compareUtf8 } from '../../codec/stringify-json.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import type { JsonSchemaProps, ValidationRule } from '../json-schema-props.ts';
import { raw, type RawSchema } from './raw-schema.ts';

/**
 * A schema as kube-apiserver's messages show it: its internal Go struct as JSON, every field of it, in the struct's
 * order.
 */
export function goSchema(schema: JsonSchemaProps): JsonObject {
  const source = raw(schema);
  const list = (schemas: readonly JsonSchemaProps[] | undefined): JsonValue => schemas?.map(goSchema) ?? null;
  const map = (schemas: { readonly [name: string]: JsonSchemaProps } | undefined): JsonValue => {
    if (schemas === undefined) return null;
    const names = Object.keys(schemas).sort(compareUtf8);
    return Object.fromEntries(names.map((name) => [name, goSchema(schemas[name] ?? {})]));
  };
  const orBool = (value: JsonSchemaProps | boolean | undefined): JsonValue => {
    if (value === undefined) return null;
    return typeof value === 'boolean' ? { Allows: value, Schema: null } : { Allows: true, Schema: goSchema(value) };
  };
  return {
    ID: source.id ?? '',
    Schema: source.$schema ?? '',
    Ref: source.$ref ?? null,
    Description: source.description ?? '',
    Type: source.type ?? '',
    Nullable: source.nullable ?? false,
    Format: source.format ?? '',
    Title: source.title ?? '',
    Default: sorted(source.default),
    Maximum: source.maximum ?? null,
    ExclusiveMaximum: source.exclusiveMaximum ?? false,
    Minimum: source.minimum ?? null,
    ExclusiveMinimum: source.exclusiveMinimum ?? false,
    MaxLength: source.maxLength ?? null,
    MinLength: source.minLength ?? null,
    Pattern: source.pattern ?? '',
    MaxItems: source.maxItems ?? null,
    MinItems: source.minItems ?? null,
    UniqueItems: source.uniqueItems ?? false,
    MultipleOf: source.multipleOf ?? null,
    Enum: sorted(source.enum),
    MaxProperties: source.maxProperties ?? null,
    MinProperties: source.minProperties ?? null,
    Required: source.required ?? null,
    Items: itemsOf(source.items),
    AllOf: list(source.allOf),
    OneOf: list(source.oneOf),
    AnyOf: list(source.anyOf),
    Not: source.not === undefined ? null : goSchema(source.not),
    Properties: map(source.properties),
    AdditionalProperties: orBool(source.additionalProperties),
    PatternProperties: map(source.patternProperties),
    Dependencies: dependenciesOf(source.dependencies),
    AdditionalItems: orBool(source.additionalItems),
    Definitions: map(source.definitions),
    ExternalDocs: source.externalDocs
      ? { Description: source.externalDocs.description ?? '', URL: source.externalDocs.url ?? '' }
      : null,
    Example: sorted(source.example),
    XPreserveUnknownFields: source['x-kubernetes-preserve-unknown-fields'] ?? null,
    XEmbeddedResource: source['x-kubernetes-embedded-resource'] ?? false,
    XIntOrString: source['x-kubernetes-int-or-string'] ?? false,
    XListMapKeys: source['x-kubernetes-list-map-keys'] ?? null,
    XListType: source['x-kubernetes-list-type'] ?? null,
    XMapType: source['x-kubernetes-map-type'] ?? null,
    XValidations: source['x-kubernetes-validations']?.map(goRule) ?? null,
  };
}

function dependenciesOf(dependencies: RawSchema['dependencies']): JsonValue {
  if (dependencies === undefined) return null;
  const names = Object.keys(dependencies).sort(compareUtf8);
  return Object.fromEntries(
    names.map((name) => {
      const dependency = dependencies[name] ?? {};
      return [
        name,
        isNames(dependency)
          ? { Schema: null, Property: [...dependency] }
          : { Schema: goSchema(dependency), Property: null },
      ];
    }),
  );
}

const isNames = (dependency: readonly string[] | JsonSchemaProps): dependency is readonly string[] =>
  Array.isArray(dependency);

/** Items may be a list of schemas, which is refused, but shown. */
function itemsOf(items: JsonSchemaProps | readonly JsonSchemaProps[] | undefined): JsonValue {
  if (items === undefined) return null;
  return Array.isArray(items)
    ? { Schema: null, JSONSchemas: items.map(goSchema) }
    : { Schema: goSchema(items as JsonSchemaProps), JSONSchemas: null };
}

/** A JSON value with the keys of its objects sorted, as Go writes maps. */
function sorted(value: JsonValue | undefined): JsonValue {
  return value === undefined ? null : sortedJson(value);
}

/** A CEL rule in the same form. */
export function goRule(rule: ValidationRule): JsonObject {
  return {
    Rule: rule.rule,
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  };
}
