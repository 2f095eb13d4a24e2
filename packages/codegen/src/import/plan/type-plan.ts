import type { JsonSchemaProps } from '@kb/apimachinery';
import type { TypeReference } from '../declaration.ts';
import type { CustomResourceDefinition } from '../read/custom-resource-definition.ts';

/** What a folder of imported types declares: one group version. */
export interface FolderPlan {
  readonly group: string;
  readonly version: string;
  /** Sorted by name. Names of types are unique in the folder. */
  readonly files: readonly FilePlan[];
  /**
   * What stands where this schema stands, by the identity of the schema object in the definition. Undefined: nothing
   * that is declared or built in; the schema is written in place. The root of a kind is no use of it.
   */
  readonly useOf: (schema: JsonSchemaProps) => TypePlanUse | undefined;
}

/** A file of declared types. */
export interface FilePlan {
  /** `certificate.types.ts` for a kind and what only it uses, `shared.types.ts` for what several kinds use. */
  readonly name: string;
  /** In the order in which they are declared: the kind first, what it uses after it, in the order of the first use. */
  readonly types: readonly PlannedType[];
}

/** A type that is declared. */
export interface PlannedType {
  /** In PascalCase, unique in its folder. */
  readonly name: string;
  /**
   * What the type says itself: its keywords without those that belong to the place of use (description, default,
   * nullable, title, example, externalDocs). Where uses differ in rules and bounds, only what all of them say; a use
   * says the rest. Its properties are those of one of the uses, and known to `useOf`. Of a kind: the root schema,
   * whole.
   */
  readonly schema: JsonSchemaProps;
  /**
   * The description of the type: what most lists and maps of it say, or what several fields say in the same words.
   * Undefined: none; its fields say theirs.
   */
  readonly doc: string | undefined;
  /** Set: the type is the root of a kind. */
  readonly kind?: PlannedKind;
  readonly parent?: PlannedParent;
}

/**
 * The type of Kubernetes that a local interface extends: one of exactly its structure, or one that it is a copy of with
 * changes. The interface says the fields again that have other words or another schema.
 */
export interface PlannedParent {
  readonly to: TypeReference;
  /** True: `WithQuantities` of it. */
  readonly withQuantities: boolean;
  /** The fields that the interface has from there, and does not say again. */
  readonly inherited: ReadonlySet<string>;
  /** Which fields of the parent stay. Undefined: all. */
  readonly choice?: { readonly choose: 'Pick' | 'Omit'; readonly fields: readonly string[] };
}

/** Which kind a type is the root of. */
export interface PlannedKind {
  readonly definition: CustomResourceDefinition;
  /** The entry of `spec.versions`. */
  readonly version: CustomResourceDefinition['spec']['versions'][number];
}

/** What stands where a schema stands. */
export type TypePlanUse =
  | { readonly kind: 'declared'; readonly type: PlannedType }
  /**
   * A type of Kubernetes itself: structure and words are its own. `schema` is what the generator makes of it, with its
   * description.
   */
  | {
      readonly kind: 'builtIn';
      readonly to: TypeReference;
      /** True: `WithQuantities` of it takes what the schema takes. */
      readonly withQuantities: boolean;
      readonly schema: JsonSchemaProps;
    };
