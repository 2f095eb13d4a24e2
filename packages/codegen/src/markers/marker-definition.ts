import type { JsonObject, JsonSchemaProps, JsonValue } from '@kb/apimachinery';
import type { Span } from '../diagnostic/diagnostic.ts';
import type { FolderFacts, KindFacts, RbacRule } from '../model/facts.ts';
import type { WebhookConfigurationFacts, WebhookFacts } from '../model/webhook-facts.ts';
import type { ArgumentType } from './argument-type.ts';

/** What a marker can stand on: a folder of sources (a Go package), a declaration of a type, or a property of one. */
export type MarkerTarget = 'folder' | 'type' | 'field';

/** What a marker does. */
export type MarkerEffect =
  /**
   * Changes a schema; returns what is wrong when it does not fit. Markers of lower priority come first. `items`: of the
   * elements of a list.
   */
  | {
      readonly on: 'schema';
      readonly priority: number;
      readonly items: boolean;
      /**
       * `whole` is the schema, or its `allOf` with that of the declared type that the marker stands on: only to look
       * at.
       */
      readonly apply: (schema: JsonSchemaProps, whole: JsonSchemaProps) => string | undefined;
      /** The field keeps its first value: the object that has it gets a rule too, so that it does not go away. */
      readonly immutable?: true;
    }
  /** Changes the schema that everything else makes, last of all. */
  | { readonly on: 'schemaPatch'; readonly patch: JsonObject }
  /** Is the description; empty: there is none. */
  | { readonly on: 'description'; readonly text: string }
  /** Stands at the end of each line of the comment but the last. */
  | { readonly on: 'lineEnds'; readonly text: string }
  /** Keeps blank lines of the comment that follow each other. */
  | { readonly on: 'blankLines' }
  /** Says whether a field is required. kubebuilder's own markers win over Kubernetes'. */
  | { readonly on: 'presence'; readonly required: boolean; readonly family: 'kubebuilder' | 'kubernetes' }
  /** The field's type is not looked at. */
  | { readonly on: 'schemaless' }
  /** Makes an interface a kind. */
  | { readonly on: 'root'; readonly root: boolean }
  /** Changes what the CRD says of a kind's version besides its schema. `span` is the marker's. */
  | { readonly on: 'kind'; readonly apply: (facts: KindFacts, span: Span) => string | undefined }
  /** Changes what is known of a folder. */
  | { readonly on: 'folder'; readonly apply: (facts: FolderFacts) => string | undefined }
  /** Says whether an interface for server-side apply is made of a type. */
  | { readonly on: 'applyInterface'; readonly generate: boolean }
  /** Has a meaning in Go only. */
  | { readonly on: 'nothing' }
  /** Grants something to the role. */
  | { readonly on: 'rbac'; readonly rule: RbacRule }
  /** Asks for an admission webhook. */
  | { readonly on: 'webhook'; readonly webhook: WebhookFacts }
  /** Names the object that webhooks are in. */
  | { readonly on: 'webhookConfiguration'; readonly configuration: WebhookConfigurationFacts };

/** An argument of a marker with several. */
export interface NamedArgument {
  readonly name: string;
  readonly type: ArgumentType;
  readonly optional: boolean;
  /** What it is for. */
  readonly summary: string;
}

/** What a marker takes: nothing, one value after `=`, or named values. */
export type MarkerArguments =
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly type: ArgumentType; readonly optional: boolean }
  | { readonly kind: 'named'; readonly arguments: readonly NamedArgument[] };

/** What a marker decides. */
export interface Decision {
  /** Such as `listType`: the same for every marker that decides it. */
  readonly on: string;
  /** How it decides that with its values; undefined: with these it does not. Without this, by the values themselves. */
  readonly as?: (values: ReadonlyMap<string, JsonValue>) => string | undefined;
}

/**
 * What is wrong with the values of a marker: one sentence, and the argument that it is about, where it is about one.
 * Without a hint, an example is the way out.
 */
export type ValueProblem = string | { readonly argument: string; readonly message: string; readonly hint?: string };

/** A row of the table of markers: everything that kb knows of a marker, its documentation included. */
export interface MarkerDefinition {
  /** Without the `+`, such as `kubebuilder:validation:Minimum`. */
  readonly name: string;
  readonly targets: readonly MarkerTarget[];
  readonly arguments: MarkerArguments;
  /** True when a declaration may have it more than once. */
  readonly repeatable: boolean;
  /** What it decides, where markers of other names decide the same: two that decide it differently are an error. */
  readonly decides?: Decision;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** How it is written, with the `+`. */
  readonly example: string;
  /** What it does with these values; keyed by argument name, by '' for a single value. Or what is wrong with them. */
  readonly effectOf: (values: ReadonlyMap<string, JsonValue>) => MarkerEffect | ValueProblem;
  /** What looks wrong with values that have an effect all the same: a sentence, for a warning. */
  readonly doubtOf?: (values: ReadonlyMap<string, JsonValue>) => string | undefined;
}

/** A marker in a source, or a JSDoc tag that says what a marker says. */
export interface Marker {
  readonly name: string;
  /** The tag that it was written as, without the `@`. Undefined: it was written as a marker. */
  readonly tag?: string;
  readonly effect: MarkerEffect;
  /** What was given, keyed by argument name, by '' for a single value. */
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly span: Span;
  /** Where each of them is, name and value, by the same keys. */
  readonly argumentSpans: ReadonlyMap<string, Span>;
}

/** The name of a marker as it is written: with its `+`, or the tag with its `@`. */
export function writtenName({ name, tag }: Pick<Marker, 'name' | 'tag'>): string {
  return tag === undefined ? `+${name}` : `@${tag}`;
}
