import type { JsonSchemaProps, JsonValue } from '@kb/apimachinery';
import type { Span } from '../diagnostic/diagnostic.ts';
import type { FolderFacts, KindFacts, RbacRule } from '../model/facts.ts';
import type { ArgumentType } from './argument-type.ts';

/** What a marker can stand on: a folder of sources (a Go package), a declaration of a type, or a property of one. */
export type MarkerTarget = 'folder' | 'type' | 'field';

/** What a marker does. */
export type MarkerEffect =
  /** Changes a schema; returns what is wrong when it does not fit. Markers of lower priority come first. `items`: of the elements of a list. */
  | {
      readonly on: 'schema';
      readonly priority: number;
      readonly items: boolean;
      readonly apply: (schema: JsonSchemaProps) => string | undefined;
    }
  /** Says whether a field is required. kubebuilder's own markers win over Kubernetes'. */
  | { readonly on: 'presence'; readonly required: boolean; readonly family: 'kubebuilder' | 'kubernetes' }
  /** The field's type is not looked at. */
  | { readonly on: 'schemaless' }
  /** Makes an interface a kind. */
  | { readonly on: 'root'; readonly root: boolean }
  /** Changes what the CRD says of a kind's version besides its schema. */
  | { readonly on: 'kind'; readonly apply: (facts: KindFacts) => string | undefined }
  /** Changes what is known of a folder. */
  | { readonly on: 'folder'; readonly apply: (facts: FolderFacts) => string | undefined }
  /** Grants something to the role. */
  | { readonly on: 'rbac'; readonly rule: RbacRule };

/** An argument of a marker with several. */
export interface NamedArgument {
  readonly name: string;
  readonly type: ArgumentType;
  readonly optional: boolean;
}

/** What a marker takes: nothing, one value after `=`, or named values. */
export type MarkerArguments =
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly type: ArgumentType; readonly optional: boolean }
  | { readonly kind: 'named'; readonly arguments: readonly NamedArgument[] };

/** A row of the table of markers: everything that kb knows of a marker, its documentation included. */
export interface MarkerDefinition {
  /** Without the `+`, such as `kubebuilder:validation:Minimum`. */
  readonly name: string;
  readonly targets: readonly MarkerTarget[];
  readonly arguments: MarkerArguments;
  /** True when a declaration may have it more than once. */
  readonly repeatable: boolean;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** How it is written, with the `+`. */
  readonly example: string;
  /** What it does with these values; keyed by argument name, by '' for a single value. A string says which value is not allowed. */
  readonly effectOf: (values: ReadonlyMap<string, JsonValue>) => MarkerEffect | string;
}

/** A marker in a source. */
export interface Marker {
  readonly name: string;
  readonly effect: MarkerEffect;
  /** What was given, keyed by argument name, by '' for a single value. */
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly span: Span;
}
