import type { JsonValue } from '../json.ts';

/**
 * A schema of a CustomResourceDefinition: apiextensions v1 JSONSchemaProps. Built-in kinds are described by the
 * same type (made from the data file of `@kb/kubernetes`), so that validation, defaulting, pruning, patches and
 * server-side apply need only one schema type. Subtrees may be shared between schemas: never change one.
 */
export interface JsonSchemaProps {
  $ref?: string;
  type?: string;
  format?: string;
  title?: string;
  description?: string;
  default?: JsonValue;
  nullable?: boolean;
  enum?: JsonValue[];
  maximum?: number;
  exclusiveMaximum?: boolean;
  minimum?: number;
  exclusiveMinimum?: boolean;
  multipleOf?: number;
  maxLength?: number | bigint;
  minLength?: number | bigint;
  pattern?: string;
  maxItems?: number | bigint;
  minItems?: number | bigint;
  uniqueItems?: boolean;
  maxProperties?: number | bigint;
  minProperties?: number | bigint;
  required?: string[];
  items?: JsonSchemaProps;
  properties?: { [name: string]: JsonSchemaProps };
  additionalProperties?: JsonSchemaProps | boolean;
  allOf?: JsonSchemaProps[];
  oneOf?: JsonSchemaProps[];
  anyOf?: JsonSchemaProps[];
  not?: JsonSchemaProps;
  externalDocs?: { description?: string; url?: string };
  example?: JsonValue;
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  'x-kubernetes-embedded-resource'?: boolean;
  'x-kubernetes-int-or-string'?: boolean;
  'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  'x-kubernetes-list-map-keys'?: string[];
  'x-kubernetes-map-type'?: 'atomic' | 'granular';
  'x-kubernetes-validations'?: ValidationRule[];
  /**
   * Built-in kinds only: how a strategic merge patch treats this list or object (`merge`, `replace`, `retainKeys`,
   * comma-separated).
   */
  'x-kubernetes-patch-strategy'?: string;
  /** Built-in kinds only: the key by which a strategic merge patch merges this list. */
  'x-kubernetes-patch-merge-key'?: string;
}

/** A CEL rule: apiextensions v1 ValidationRule. */
export interface ValidationRule {
  rule: string;
  message?: string;
  messageExpression?: string;
  reason?: 'FieldValueInvalid' | 'FieldValueForbidden' | 'FieldValueRequired' | 'FieldValueDuplicate';
  fieldPath?: string;
  optionalOldSelf?: boolean;
}
