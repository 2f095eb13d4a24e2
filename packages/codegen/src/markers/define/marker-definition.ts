import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { FolderFacts, KindFacts, RbacRule } from '../../facts/facts.ts';
import type { WebhookConfigurationFacts, WebhookFacts } from '../../facts/webhook-facts.ts';
import type { ArgumentType } from './argument-type.ts';

/** Where a marker can be: on a folder of sources (a Go package), the declaration of a type, or a field of one. */
export type MarkerTarget = 'folder' | 'type' | 'field';

/** What a marker does. */
export type MarkerEffect =
  /**
   * Changes a schema, or returns the problem when it does not fit. Markers of lower priority come first. `items`: it
   * applies to the elements of a list.
   */
  | {
      readonly on: 'schema';
      readonly priority: number;
      readonly items: boolean;
      /**
       * `whole` is the schema, or its `allOf` with the schema of the declared type that the marker is on: read only.
       */
      readonly apply: (schema: JsonSchemaProps, whole: JsonSchemaProps) => string | undefined;
      /** The field keeps its first value: the object with the field gets a rule too, which forbids removing it. */
      readonly immutable?: true;
    }
  /** Changes the schema after all other markers. */
  | { readonly on: 'schemaPatch'; readonly patch: JsonObject }
  /** Sets the description; empty: removes it. */
  | { readonly on: 'description'; readonly text: string }
  /** Is added to the end of each line of the comment but the last. */
  | { readonly on: 'lineEnds'; readonly text: string }
  /** Keeps blank lines of the comment that follow each other. */
  | { readonly on: 'blankLines' }
  /** Says whether a field is required. kubebuilder's own markers win over Kubernetes'. */
  | { readonly on: 'presence'; readonly required: boolean; readonly family: 'kubebuilder' | 'kubernetes' }
  /** Ignores the field's type. */
  | { readonly on: 'schemaless' }
  /** Makes an interface a kind. */
  | { readonly on: 'root'; readonly root: boolean }
  /** Changes the CRD's entry of a kind's version besides the schema. `span` is the marker's. */
  | { readonly on: 'kind'; readonly apply: (facts: KindFacts, span: Span) => string | undefined }
  /** Changes the facts of a folder. */
  | { readonly on: 'folder'; readonly apply: (facts: FolderFacts) => string | undefined }
  /** Says whether an interface for server-side apply is made of a type. */
  | { readonly on: 'applyInterface'; readonly generate: boolean }
  /** Has a meaning in Go only. */
  | { readonly on: 'nothing' }
  /** Grants something to the role. */
  | { readonly on: 'rbac'; readonly rule: RbacRule }
  /** Declares an admission webhook. */
  | { readonly on: 'webhook'; readonly webhook: WebhookFacts }
  /** Names the object that contains the webhooks. */
  | { readonly on: 'webhookConfiguration'; readonly configuration: WebhookConfigurationFacts };

/** An argument of a marker with several. */
export interface NamedArgument {
  readonly name: string;
  readonly type: ArgumentType;
  readonly optional: boolean;
  /** What it is for. */
  readonly summary: string;
}

/** The arguments of a marker: none, one value after `=`, or named values. */
export type MarkerArguments =
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly type: ArgumentType; readonly optional: boolean }
  | { readonly kind: 'named'; readonly arguments: readonly NamedArgument[] };

/** The property that a marker decides. */
export interface Decision {
  /** The name of the property, such as `listType`: the same for every marker that decides it. */
  readonly on: string;
  /** The decision for the marker's values; undefined: none. Default: the values themselves. */
  readonly as?: (values: ReadonlyMap<string, JsonValue>) => string | undefined;
}

/**
 * The problem of a marker's values: one sentence, and the argument that it is about, if it is about one. Without a
 * hint, the hint is an example of the marker.
 */
export type ValueProblem = string | { readonly argument: string; readonly message: string; readonly hint?: string };

/** A row of the table of markers: a marker's behaviour and its documentation. */
export interface MarkerDefinition {
  /** Without the `+`, such as `kubebuilder:validation:Minimum`. */
  readonly name: string;
  readonly targets: readonly MarkerTarget[];
  readonly arguments: MarkerArguments;
  /** True when a declaration may have it more than once. */
  readonly repeatable: boolean;
  /** The property that it decides, if markers of other names decide it too: different decisions are an error. */
  readonly decides?: Decision;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** An example, with the `+`. */
  readonly example: string;
  /**
   * Its effect with these values, keyed by argument name, or by '' for a single value; or the problem of the values.
   */
  readonly effectOf: (values: ReadonlyMap<string, JsonValue>) => MarkerEffect | ValueProblem;
  /** A sentence for a warning about values that have an effect, but look wrong. */
  readonly doubtOf?: (values: ReadonlyMap<string, JsonValue>) => string | undefined;
}

/** A marker in a source, or a JSDoc tag that has the effect of a marker. */
export interface Marker {
  readonly name: string;
  /** The tag that it was written as, without the `@`. Undefined: it was written as a marker. */
  readonly tag?: string;
  readonly effect: MarkerEffect;
  /** The given values, keyed by argument name, or by '' for a single value. */
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly span: Span;
  /** Where each argument is, name and value, by the same keys. */
  readonly argumentSpans: ReadonlyMap<string, Span>;
}

/** The name of a marker in the source: with its `+`, or the tag with its `@`. */
export function writtenName({ name, tag }: Pick<Marker, 'name' | 'tag'>): string {
  return tag === undefined ? `+${name}` : `@${tag}`;
}
