import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Describe } from '@kb/kubernetes/data';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Reporter } from '../../diagnostic/reporter.ts';
import type { Marker } from '../../markers/define/marker-definition.ts';
import type { Model, NamedType, TypeId, TypeUse } from '../../model/model.ts';

/** The inputs of the schemas of a model's types. */
export interface SchemaOptions {
  readonly model: Model;
  readonly reporter: Reporter;
  /** Use Kubernetes' documentation as the descriptions of its own types' fields, or what the function returns. */
  readonly builtInDescriptions: boolean | Describe;
  /** Fields of the type ObjectMeta get its whole schema instead of a bare object. */
  readonly embeddedObjectMeta: boolean;
}

/**
 * The state and functions that the modules of this folder share while they work on one model. Types contain types, so a
 * function for one sort of type calls the others through the context; each function here has the name of its module.
 */
export interface SchemaContext extends SchemaOptions {
  readonly declared: DeclaredSchemas;
  /** The schema of a declared type, from `declared-schema.ts`. Cached by type: never change it. */
  readonly declaredSchema: (id: TypeId) => JsonSchemaProps;
  /** The schema of a type by itself, from `type-schema.ts`. `span` is where problems are reported. */
  readonly typeSchema: (use: TypeUse, span: Span) => JsonSchemaProps;
  /** The schema of a type where it is used, from `used-schema.ts`. */
  readonly usedSchema: (use: TypeUse, place: UsePlace) => JsonSchemaProps;
}

/** A place where a type is used, with its description and markers: a field, a declaration, an element of a list. */
export interface UsePlace {
  /** The description; empty if there is none. */
  readonly doc: string;
  readonly markers: readonly Marker[];
  readonly span: Span;
}

/** The schemas of declared types that were built so far. */
export interface DeclaredSchemas {
  readonly schemas: Map<TypeId, JsonSchemaProps>;
  /** The same before the patches of `+kb:schema`, which are applied last. */
  readonly unpatched: Map<TypeId, JsonSchemaProps>;
  /** By the names of fields, as a JSON list: schemas, and the same without these fields. */
  readonly reduced: Map<string, WeakMap<JsonSchemaProps, JsonSchemaProps>>;
  /** The types whose schemas are being built, each contained in the one before. */
  readonly open: NamedType[];
}
