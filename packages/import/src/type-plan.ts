import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { TypeReference } from './declaration.ts';
import type { CustomResourceDefinition } from './read/custom-resource-definition.ts';

/** The declarations of a folder of imported types, which is one group version. */
export interface FolderPlan {
  readonly group: string;
  readonly version: string;
  /** Sorted by name. Names of types are unique in the folder. */
  readonly files: readonly FilePlan[];
  /**
   * The type to use for a schema, identified by the schema object in the definition. Undefined: neither a declared nor
   * a built-in type, so the schema is inline. The root of a kind is not a use of it.
   */
  readonly useOf: (schema: JsonSchemaProps) => TypePlanUse | undefined;
}

/** A file of declared types. */
export interface FilePlan {
  /**
   * `certificate.types.ts` for a kind and the types that only it uses, `shared.types.ts` for types that several kinds
   * use.
   */
  readonly name: string;
  /** In the order of declaration: the kind first, then the types that it uses, in the order of first use. */
  readonly types: readonly PlannedType[];
}

/** A declared type. */
export interface PlannedType {
  /** In PascalCase, unique in its folder. */
  readonly name: string;
  /**
   * The schema of the type itself, without the keywords that belong to the place of use (description, default,
   * nullable, title, example, externalDocs). If uses differ in rules and limits, only those that all of them have; the
   * uses have the rest. Its properties are those of one of the uses, and known to `useOf`. For a kind: the complete
   * root schema.
   */
  readonly schema: JsonSchemaProps;
  /**
   * The description of the type: that of most lists and maps of it, or one that several fields share. Undefined: its
   * fields have their own.
   */
  readonly doc: string | undefined;
  /** Set if the type is the root of a kind. */
  readonly kind?: PlannedKind;
  readonly parent?: PlannedParent;
}

/**
 * The type of Kubernetes that a local interface extends: one with exactly its structure, or one that it is a changed
 * copy of. The interface redeclares the fields with another description or another schema.
 */
export interface PlannedParent {
  readonly to: TypeReference;
  /** True if it extends `WithQuantities` of the type. */
  readonly withQuantities: boolean;
  /** The fields that the interface inherits unchanged. */
  readonly inherited: ReadonlySet<string>;
  /** The choice of the parent's fields. Undefined: all. */
  readonly choice?: { readonly choose: 'Pick' | 'Omit'; readonly fields: readonly string[] };
}

/** The kind that a type is the root of. */
export interface PlannedKind {
  readonly definition: CustomResourceDefinition;
  /** The entry of `spec.versions`. */
  readonly version: CustomResourceDefinition['spec']['versions'][number];
}

/** The type to use in place of a schema. */
export type TypePlanUse =
  | { readonly kind: 'declared'; readonly type: PlannedType }
  /**
   * A type of Kubernetes, with the same structure and descriptions. `schema` is what the generator makes of it, with
   * its description.
   */
  | {
      readonly kind: 'builtIn';
      readonly to: TypeReference;
      /** True if only `WithQuantities` of it accepts the values of the schema. */
      readonly withQuantities: boolean;
      readonly schema: JsonSchemaProps;
    };
