import type { JsonObject, JsonSchemaProps } from '@kb/apimachinery';
import { packageOf, serverSchemaOf, type TypeData, type TypeName, typeOf, type TypeRef } from '@kb/kubernetes/data';
import type { GroupVersionKind } from '../resources/served-resource.ts';

/** Types that are no structs on the wire. */
const opaque: Readonly<Record<TypeName, JsonObject>> = {
  'meta/v1.Time': { type: 'string', format: 'date-time' },
  'meta/v1.MicroTime': { type: 'string', format: 'date-time' },
  'meta/v1.Duration': { type: 'string' },
  'meta/v1.FieldsV1': { type: 'object' },
  'resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'intstr.IntOrString': { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  'runtime.RawExtension': { type: 'object' },
  'apiextensions/v1.JSON': {},
};

const scalarSchemas: Readonly<Record<string, JsonObject>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  uint64: { type: 'integer', format: 'int64' },
  float32: { type: 'number', format: 'float' },
  float64: { type: 'number', format: 'double' },
};

/** Collects the schemas of one document, each once, with all that they refer to. */
export class Components {
  private readonly byName = new Map<string, JsonObject>();

  /** Adds a built-in type, and all that it refers to; answers its name. */
  add(type: TypeName, gvk?: GroupVersionKind): string {
    const name = componentName(type);
    if (!this.byName.has(name)) {
      // Before its fields: types refer to each other in circles.
      this.byName.set(name, {});
      this.byName.set(name, this.schemaOfType(type));
    }
    const schema = this.byName.get(name);
    if (gvk && schema) schema['x-kubernetes-group-version-kind'] = [{ ...gvk }];
    return name;
  }

  /** Adds a schema under a name of its own. */
  set(name: string, schema: JsonObject): void {
    this.byName.set(name, schema);
  }

  /** All schemas, by name. */
  schemas(): JsonObject {
    return Object.fromEntries([...this.byName].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private schemaOfType(type: TypeName): JsonObject {
    const known = opaque[type];
    if (known) return { ...known };
    const data = typeOf(type);
    if (!data) throw new RangeError(`the data file has no type "${type}"`);
    if (!data.struct) return data.type ? this.schemaOf(data.type) : {};
    const properties: JsonObject = {};
    const required: string[] = [];
    this.collect(data, properties, required, serverSchemaOf(type));
    return {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      ...extensionsOf(serverSchemaOf(type)),
    };
  }

  /** The fields of a struct and of what it embeds. What the server knows of a field beyond its type comes from the server's schema. */
  private collect(data: TypeData, properties: JsonObject, required: string[], schema: JsonSchemaProps): void {
    for (const { type } of data.inline) {
      const inline = type.kind === 'named' ? typeOf(type.name) : undefined;
      if (inline) this.collect(inline, properties, required, schema);
    }
    for (const { name, type, required: isRequired } of data.fields) {
      const known = schema.properties?.[name];
      properties[name] = { ...this.schemaOf(type), ...(known && fieldKeywords(known)) };
      if (isRequired) required.push(name);
    }
  }

  private schemaOf(ref: TypeRef): JsonObject {
    switch (ref.kind) {
      case 'scalar':
        return scalarSchemas[ref.name] ?? { type: 'integer', format: 'int32' };
      case 'bytes':
        return { type: 'string', format: 'byte' };
      case 'any':
        return {};
      case 'list':
        return { type: 'array', items: this.schemaOf(ref.items) };
      case 'map':
        return { type: 'object', additionalProperties: this.schemaOf(ref.values) };
      case 'named': {
        const data = typeOf(ref.name);
        if (data && !data.struct && data.type && !opaque[ref.name]) return this.schemaOf(data.type);
        return { allOf: [{ $ref: `#/components/schemas/${this.add(ref.name)}` }] };
      }
    }
  }
}

const FIELD_KEYWORDS = ['default', 'enum', 'x-kubernetes-patch-strategy', 'x-kubernetes-patch-merge-key'] as const;
const EXTENSIONS = ['x-kubernetes-list-type', 'x-kubernetes-list-map-keys', 'x-kubernetes-map-type'] as const;

function fieldKeywords(schema: JsonSchemaProps): JsonObject {
  const keywords = extensionsOf(schema);
  for (const keyword of FIELD_KEYWORDS) {
    const value = schema[keyword];
    if (value !== undefined) keywords[keyword] = value;
  }
  return keywords;
}

function extensionsOf(schema: JsonSchemaProps): JsonObject {
  const extensions: JsonObject = {};
  for (const keyword of EXTENSIONS) {
    const value = schema[keyword];
    if (value !== undefined) extensions[keyword] = value;
  }
  return extensions;
}

/** `apps/v1.Deployment` as documents name it: `io.k8s.api.apps.v1.Deployment`. */
export function componentName(type: TypeName): string {
  const dot = type.lastIndexOf('.');
  const data = packageOf(type.slice(0, dot));
  if (!data) throw new RangeError(`the data file has no package of "${type}"`);
  const [host = '', ...path] = data.goPackage.split('/');
  return [...host.split('.').reverse(), ...path, type.slice(dot + 1)].join('.');
}
