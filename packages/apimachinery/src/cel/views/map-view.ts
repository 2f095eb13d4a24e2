import { equalJson } from '../../json/equal-json.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { withMetadata } from '../schema-types/decl-type.ts';
import { escapeName, unescapeName } from '../schema-types/escape-name.ts';
import { equalValues } from '../values/equal.ts';
import { type CelError, type CelMap, type CelValue, isKind, noSuchOverload } from '../values/value.ts';
import { spend } from '../values/work.ts';
import { dynamicView } from './dynamic-view.ts';
import { typeError } from './type-error.ts';

/** Makes a view of a value by its schema. */
export type MakeView = (value: JsonValue, schema: JsonSchemaProps) => CelValue;

/** A view of an object. */
export function mapView(value: JsonValue, schema: JsonSchemaProps, viewOf: MakeView): CelValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return typeError(schema, '');
  const isResource = schema['x-kubernetes-embedded-resource'] === true;
  const { properties, additionalProperties } = isResource ? withMetadata(schema) : schema;
  const additional = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return new MapView(value, properties, additional, viewOf);
}

type Properties = NonNullable<JsonSchemaProps['properties']>;

/** The nanoseconds that it takes to look at a name of an object. */
const NAME_WORK = 150;

class MapView implements CelMap {
  readonly kind = 'map';
  readonly json: JsonObject;
  private readonly properties: Properties | undefined;
  private readonly additional: JsonSchemaProps | undefined;
  private readonly viewOf: MakeView;

  constructor(
    json: JsonObject,
    properties: Properties | undefined,
    additional: JsonSchemaProps | undefined,
    viewOf: MakeView,
  ) {
    this.json = json;
    this.properties = properties;
    this.additional = additional;
    this.viewOf = viewOf;
  }

  get size(): number {
    return this.names().length;
  }

  private names(): string[] {
    const names = Object.keys(this.json);
    spend(names.length * NAME_WORK);
    return names;
  }

  private schemaOf(name: string): JsonSchemaProps | undefined {
    if (this.properties === undefined) return this.additional;
    return Object.hasOwn(this.properties, name) ? this.properties[name] : undefined;
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return noSuchOverload(key);
    const name = this.properties === undefined ? key : unescapeName(key);
    if (name === undefined || !Object.hasOwn(this.json, name)) return undefined;
    const value = this.json[name] ?? null;
    // A field that is null is as one that is absent.
    if (value === null && this.properties !== undefined) return undefined;
    const schema = this.schemaOf(name);
    return schema === undefined ? undefined : this.viewOf(value, schema);
  }

  keys(): readonly CelValue[] {
    const names = this.names().filter((name) => this.schemaOf(name) !== undefined);
    return this.properties === undefined ? names : names.map((name) => escapeName(name) ?? name);
  }

  equals(other: CelValue): boolean | CelError {
    if (!isKind(other, 'map')) return noSuchOverload(other);
    if (this.size !== other.size) return false;
    for (const name of this.names()) {
      const value = this.json[name] ?? null;
      const result =
        this.schemaOf(name) === undefined ? isSameUnknown(name, value, other) : this.isSameKnown(name, other);
      if (result !== true) return result;
    }
    return true;
  }

  private isSameKnown(name: string, other: CelMap): boolean | CelError {
    const value = this.find(name);
    const otherValue = other.find(name);
    if (value === undefined || otherValue === undefined) return value === otherValue;
    return equalValues(value, otherValue);
  }

  native(): CelMap {
    const native = dynamicView(this.json);
    return isKind(native, 'map') ? native : this;
  }
}

/** Compares a field that the schema does not have. Kubernetes does not see that it is absent from the other. */
function isSameUnknown(name: string, value: JsonValue, other: CelMap): boolean | CelError {
  if (!(other instanceof MapView)) return noSuchOverload(other);
  return !Object.hasOwn(other.json, name) || equalJson(value, other.json[name]);
}
