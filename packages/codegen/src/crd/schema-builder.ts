import { posix } from 'node:path';
import type { JsonSchemaProps, JsonValue } from '@kb/apimachinery';
import { type Describe, flattenEmbedded, openApiSchemaOf } from '@kb/kubernetes/data';
import type { Span } from '../diagnostic/diagnostic.ts';
import type { Reporter } from '../diagnostic/reporter.ts';
import { declaredNames, fieldsOf, isKubernetesObject, metaFields, underlying } from '../load/types/type-uses.ts';
import type {
  Field,
  Kind,
  Model,
  NamedType,
  ObjectType,
  Scalar,
  TypeId,
  TypeUse,
  UnionBranch,
  UnionType,
} from '../model/model.ts';
import { applySchemaMarkers, typeOnly } from './apply-markers.ts';
import { patchSchema } from './patch-schema.ts';
import { immutableRules, immutableRulesOfUnion, withoutImmutableRules } from './immutable-fields.ts';
import { described, withNullInEnum, without, withoutTopology, withProse } from './schema-parts.ts';
import { unionSchema } from './union-schema.ts';

/** Makes schemas of the model's types. */
export interface SchemaBuilder {
  /**
   * The schema of a named type, references resolved into branches of `allOf`s. Made once for each type: never change
   * it.
   */
  schemaOf(id: TypeId): JsonSchemaProps;
  /** The schema of a kind, parts merged; undefined where they cannot be, which is reported. */
  rootSchemaOf(kind: Kind): JsonSchemaProps | undefined;
}

/** What a {@link SchemaBuilder} needs. */
export interface SchemaBuilderOptions {
  readonly model: Model;
  readonly reporter: Reporter;
  /** Put Kubernetes' prose into the descriptions of its own types' fields, or what a function says. */
  readonly builtInDescriptions: boolean | Describe;
  /** Fields of the type ObjectMeta get its whole schema instead of a bare object. */
  readonly embeddedObjectMeta: boolean;
}

const scalars: Readonly<Record<Scalar, JsonSchemaProps>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  int: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  float32: { type: 'number' },
  float64: { type: 'number' },
  number: { type: 'number' },
  bytes: { type: 'string', format: 'byte' },
};

/**
 * Makes the builder. As in controller-gen, a declaration has its own schema with its own description and markers, and a
 * field of that type is an `allOf` of it and of what the field itself says; `flattenEmbedded` then makes one schema of
 * the two.
 */
export function createSchemaBuilder({
  model,
  reporter,
  builtInDescriptions,
  embeddedObjectMeta,
}: SchemaBuilderOptions): SchemaBuilder {
  /** As types are without the last of what is said of them: a patch. */
  const unpatched = new Map<TypeId, JsonSchemaProps>();
  const done = new Map<TypeId, JsonSchemaProps>();
  const open: NamedType[] = [];

  function schemaOf(id: TypeId): JsonSchemaProps {
    const present = done.get(id);
    if (present !== undefined) return present;
    const type = model.types.get(id);
    if (type === undefined) return {};
    if (open.includes(type)) {
      reportCycle(type);
      return {};
    }
    const schema = patched(unpatchedOf(type), type);
    done.set(id, schema);
    return schema;
  }

  function unpatchedOf(type: NamedType): JsonSchemaProps {
    const present = unpatched.get(type.id);
    if (present !== undefined) return present;
    open.push(type);
    const schema = beforePatch(type.type, type.doc, type.markers, type.span);
    open.pop();
    unpatched.set(type.id, schema);
    return schema;
  }

  function rootSchemaOf({ type: id, name, span, facts }: Kind): JsonSchemaProps | undefined {
    const type = model.types.get(id);
    if (type === undefined) return undefined;
    try {
      const schema = withoutCommentOfMetadata(flattenEmbedded(unpatchedOf(type)), type);
      return patched(withInheritedMeta(schema, type.type, facts.withoutTypeMeta), type);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ConflictingTypesError') throw error;
      reporter.report(span, {
        code: 'KB_CONFLICTING_TYPES',
        message: `${name} has parts of different types: ${error.message}`,
        hint: 'a field that several parts have must have the same type in all',
      });
      return undefined;
    }
  }

  /**
   * As in controller-gen, what a comment says of a kind's metadata is for readers of the source: the API server refuses
   * to have it described.
   */
  function withoutCommentOfMetadata(schema: JsonSchemaProps, { type, span }: NamedType): JsonSchemaProps {
    const metadata = schema.properties?.['metadata'];
    const field = fieldsOf(model.types, type, span)?.find(({ name }) => name === 'metadata');
    const isExact = field?.markers.some(({ effect }) => effect.on === 'description') === true;
    if (metadata?.description === undefined || isExact) return schema;
    const { description: _, ...rest } = metadata;
    return { ...schema, properties: { ...schema.properties, metadata: rest } };
  }

  /**
   * The API server knows by itself what every object has. What a kind inherits of that says no more, and nothing where
   * it is left out; what it declares itself is its own.
   */
  function withInheritedMeta(schema: JsonSchemaProps, type: TypeUse, leftOut: boolean): JsonSchemaProps {
    const { properties: all = {}, ...rest } = schema;
    const declared = declaredNames(model.types, type);
    const properties = Object.entries(all).flatMap(([name, property]): [string, JsonSchemaProps][] => {
      if (declared.has(name) || !metaFields.has(name)) return [[name, property]];
      return leftOut ? [] : [[name, name === 'metadata' ? { type: 'object' } : property]];
    });
    return properties.length === 0 ? rest : { ...rest, properties: Object.fromEntries(properties) };
  }

  /**
   * The schema of a use of a type, with what the place of its use says: its description, its markers, and last a patch.
   */
  function referring(use: TypeUse, doc: string, markers: NamedType['markers'], span: Span): JsonSchemaProps {
    return patched(beforePatch(use, doc, markers, span), { markers, span });
  }

  /** A schema as a marker changes it last; parts of it are merged for that. */
  function patched(schema: JsonSchemaProps, { markers, span }: Pick<NamedType, 'markers' | 'span'>): JsonSchemaProps {
    // Declarations of one name have a patch each.
    const patches = markers.flatMap(({ effect }) => (effect.on === 'schemaPatch' ? [effect.patch] : []));
    if (patches.length === 0) return schema;
    return mergeable([schema], span).length === 0 ? {} : patches.reduce(patchSchema, flattenEmbedded(schema));
  }

  function beforePatch(use: TypeUse, doc: string, markers: NamedType['markers'], span: Span): JsonSchemaProps {
    return described(unpatchedUse(use, doc, markers, span), markers);
  }

  function unpatchedUse(use: TypeUse, doc: string, markers: NamedType['markers'], span: Span): JsonSchemaProps {
    const target = targetOf(use, span);
    if (target === undefined) {
      const schema = { ...inline(use, span) };
      if (doc !== '') schema.description = doc;
      // What has no schema was reported: that no marker fits it says nothing more.
      const isSchemaless = markers.some(({ effect }) => effect.on === 'schemaless');
      if (use.kind !== 'unknown' || isSchemaless) applySchemaMarkers(schema, markers, reporter);
      if (schema.allOf !== undefined) schema.allOf = schema.allOf.map((parent) => withoutTopology(parent, schema));
      return use.kind === 'nullable' ? withNullInEnum(schema) : schema;
    }
    const own = ownPart(
      use.kind === 'nullable' ? { ...target, nullable: true } : target,
      markers,
      span,
      isOfFolder(use, span.file),
    );
    if (use.kind !== 'nullable') return withProse({ allOf: [target, own] }, own, target, doc);
    own.nullable = true;
    return withProse({ allOf: [withNullInEnum(target), withNullInEnum(own)] }, own, target, doc);
  }

  /** True for a type that is declared in the folder in which it is used. */
  function isOfFolder(use: TypeUse, file: string): boolean {
    if (use.kind === 'nullable') return isOfFolder(use.of, file);
    const declared = use.kind === 'named' ? model.types.get(use.id) : undefined;
    return declared !== undefined && posix.dirname(declared.file) === posix.dirname(file);
  }

  /**
   * What markers say beside a reference. They see the type that they stand on, as if it were written here. As in
   * controller-gen, the format of a type of the same folder (`isLocal`) stands here again: it shows where the
   * declarations on the way to it have different ones.
   */
  function ownPart(
    target: JsonSchemaProps,
    markers: NamedType['markers'],
    span: Span,
    isLocal: boolean,
  ): JsonSchemaProps {
    const seen = typeOnly(target);
    const own = { ...seen };
    applySchemaMarkers(own, markers, reporter, target);
    if (own.type !== seen.type && seen.type !== undefined) {
      const marker = markers.find(({ name }) => name === 'kubebuilder:validation:Type');
      reporter.report(marker?.span ?? span, {
        code: 'KB_CONFLICTING_TYPES',
        message: `the type is ${seen.type}, and +kubebuilder:validation:Type says ${own.type ?? 'nothing'}`,
        hint: 'put the marker on the declaration of the type',
      });
    }
    for (const [key, value] of Object.entries(seen)) {
      if (key === 'format' && isLocal) continue;
      if (own[key as keyof JsonSchemaProps] === value || key === 'type') delete own[key as keyof JsonSchemaProps];
    }
    return own;
  }

  /** The schema of a declared or built-in type; undefined for a type that is written in place. */
  function targetOf(use: TypeUse, span: Span): JsonSchemaProps | undefined {
    switch (use.kind) {
      case 'named':
        return schemaOf(use.id);
      case 'builtIn':
        return builtIn(use.name, span);
      case 'builtInField':
        return builtIn(use.owner, span).properties?.[use.field] ?? {};
      case 'pattern':
        // Beside it, so that a marker with another pattern does not replace it.
        return { type: 'string', pattern: `^${use.source}$` };
      case 'nullable':
        return targetOf(use.of, span);
      default:
        return undefined;
    }
  }

  function inline(use: TypeUse, span: Span): JsonSchemaProps {
    switch (use.kind) {
      case 'scalar':
        return scalars[use.scalar];
      case 'list':
        return {
          type: 'array',
          items: referring(use.items, '', [], span),
          ...(use.minItems !== undefined && { minItems: use.minItems }),
          ...(use.maxItems !== undefined && { maxItems: use.maxItems }),
        };
      case 'map':
        return use.values.kind === 'json'
          ? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
          : { type: 'object', additionalProperties: referring(use.values, '', [], span) };
      case 'enum':
        return { type: typeOfValues(use.values), enum: [...use.values] };
      case 'nullable':
        return { ...inline(use.of, span), nullable: true };
      case 'json':
        return { 'x-kubernetes-preserve-unknown-fields': true };
      case 'kubernetesObject':
        return kubernetesObject(span);
      case 'object':
        return objectSchema(use, span);
      case 'union':
        return union(use);
      case 'unknown':
        return {};
      case 'named':
      case 'builtIn':
      case 'builtInField':
      case 'pattern':
        return targetOf(use, span) ?? {};
    }
  }

  function objectSchema({ fields, parents, open: keepsUnknown }: ObjectType, span: Span): JsonSchemaProps {
    const own = new Set(fields.map(({ name }) => name));
    const inherited = parents.map((parent) => without(targetOf(parent, span) ?? inline(parent, span), own));
    const allOf = inherited.length > 1 ? mergeable(inherited, span) : inherited;
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    const isObject = parents.some((parent) => isKubernetesObject(model.types, parent));
    const properties = fields.map(
      (field) => [field.name, fieldSchema(isObject ? bareMetadata(field) : field)] as const,
    );
    const rules = immutableRules(fields, reporter);
    return {
      type: 'object',
      ...(allOf.length > 0 && { allOf }),
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(required.length > 0 && { required: required.sort() }),
      ...(rules.length > 0 && { 'x-kubernetes-validations': rules }),
      ...(keepsUnknown && { 'x-kubernetes-preserve-unknown-fields': true }),
    };
  }

  function union({ branches, span }: UnionType): JsonSchemaProps {
    const fields = branches.flatMap((branch) => fieldsOf(model.types, branch.type, branch.span) ?? []);
    const names = new Set(fields.map(({ name }) => name));
    const shapes = branches.map((branch) => ({
      name: branch.name,
      span: branch.span,
      schema: withoutImmutableRules(flattened(branch), names),
    }));
    const schema = unionSchema(shapes, span, reporter);
    const rules = immutableRulesOfUnion(fields, schema.required ?? [], reporter);
    return rules.length === 0
      ? schema
      : { ...schema, 'x-kubernetes-validations': [...rules, ...(schema['x-kubernetes-validations'] ?? [])] };
  }

  function flattened({ type, span }: UnionBranch): JsonSchemaProps {
    const schema = targetOf(type, span) ?? inline(type, span);
    return mergeable([schema], span).length === 0 ? {} : flattenEmbedded(schema);
  }

  /** Schemas that can become one; none, with a report, when parts of them have different types. */
  function mergeable(allOf: JsonSchemaProps[], span: Span): JsonSchemaProps[] {
    try {
      flattenEmbedded({ allOf });
      return allOf;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ConflictingTypesError') throw error;
      reporter.report(span, {
        code: 'KB_CONFLICTING_TYPES',
        message: `this type has parts of different types: ${error.message}`,
        hint: 'a field that several parts have must have the same type in all: leave it out of one with Omit',
      });
      return [];
    }
  }

  /** A kind's own metadata: the API server knows its fields by itself. */
  function bareMetadata(field: Field): Field {
    const type = underlying(model.types, field.type);
    const isPlain = field.name === 'metadata' && type.kind === 'builtIn' && type.name === 'meta/v1.ObjectMeta';
    return isPlain ? { ...field, type: { kind: 'object', parents: [], fields: [], open: false } } : field;
  }

  function fieldSchema({ type, doc, markers, span }: Field): JsonSchemaProps {
    return referring(type, doc, markers, span);
  }

  function kubernetesObject(span: Span): JsonSchemaProps {
    const { apiVersion = {}, kind = {} } = builtIn('meta/v1.TypeMeta', span).properties ?? {};
    return { type: 'object', properties: { apiVersion, kind, metadata: builtIn('meta/v1.ObjectMeta', span) } };
  }

  function builtIn(name: string, span: Span): JsonSchemaProps {
    try {
      return openApiSchemaOf(name, {
        descriptions: builtInDescriptions,
        generateEmbeddedObjectMeta: embeddedObjectMeta,
      });
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'RefusedTypeError') throw error;
      reporter.report(span, { code: 'KB_NO_SCHEMA', message: error.message, hint: 'use a type that JSON can express' });
      return {};
    }
  }

  function reportCycle(type: NamedType): void {
    const cycle = [...open.slice(open.indexOf(type)), type].map(({ name }) => name).join(' → ');
    reporter.report(type.span, {
      code: 'KB_RECURSIVE_TYPE',
      message: `a CRD cannot express a type that contains itself: ${cycle}`,
      hint: 'mark one field on the way with +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
    });
  }

  return { schemaOf, rootSchemaOf };
}

function typeOfValues(values: readonly JsonValue[]): string {
  const [first] = values;
  if (typeof first === 'boolean') return 'boolean';
  if (typeof first !== 'number') return 'string';
  return values.every((value) => Number.isInteger(value)) ? 'integer' : 'number';
}
