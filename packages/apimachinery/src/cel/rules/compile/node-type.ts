import type { JsonSchemaProps } from '../../../schema/json-schema-props.ts';
import { type DeclType, declTypeOf } from '../../schema-types/decl-type.ts';
import { escapeName } from '../../schema-types/escape-name.ts';

/** How a schema is reached from its parent. */
export type Step = { readonly property: string } | 'items' | 'additionalProperties';

/** A schema inside a definition, as its rules are validated. */
export interface TypedNode {
  readonly schema: JsonSchemaProps;
  readonly parent?: TypedNode;
  readonly step?: Step;
  /** Whether this schema or one around it has rules. */
  readonly isInScope: boolean;
  /** What {@link nodeType} found. */
  found?: NodeType;
}

/** A schema in another one, and how it is reached. */
export interface ChildNode {
  readonly step: Step;
  readonly schema: JsonSchemaProps;
}

/** The schemas in a schema that may have rules, in the order in which definitions are validated. */
export function childNodes({ additionalProperties, properties = {}, items }: JsonSchemaProps): ChildNode[] {
  return [
    ...(typeof additionalProperties === 'object'
      ? [{ step: 'additionalProperties', schema: additionalProperties } as const]
      : []),
    ...Object.entries(properties).map(([property, schema]) => ({ step: { property }, schema })),
    ...(items === undefined ? [] : [{ step: 'items', schema: items } as const]),
  ];
}

/** The outermost schema, or one inside of another. */
export function nodeOf(schema: JsonSchemaProps, parent?: TypedNode, step?: Step): TypedNode {
  const isInScope = parent?.isInScope === true || isRuled(schema);
  const node: TypedNode = { schema, isInScope, ...(parent && { parent }), ...(step && { step }) };
  // From the outside in, so that no call waits for those of all schemas around it.
  if (isInScope) nodeType(node);
  return node;
}

/** Whether a schema has rules of its own. */
export function isRuled({ 'x-kubernetes-validations': rules = [] }: JsonSchemaProps): boolean {
  return rules.length > 0;
}

/** The type that the rules of a schema know; or why there is none. */
export type NodeType =
  { readonly type: DeclType | undefined; readonly error?: never } | { readonly type?: never; readonly error: string };

/**
 * The type of a schema as kube-apiserver finds it when it validates a definition: as a part of the type of the schema
 * around it, if that has rules. So the metadata of an object has its names only; and where the type around it cannot
 * be expressed, its own cannot, either.
 */
export function nodeType(node: TypedNode): NodeType {
  node.found ??= find(node);
  return node.found;
}

function find({ schema, parent, step }: TypedNode): NodeType {
  if (parent?.isInScope === true && step !== undefined) {
    const around = nodeType(parent);
    if (around.error !== undefined) return around;
    const part = partOf(around.type, step);
    if (part !== undefined) return part;
  }
  const isRoot = parent === undefined || schema['x-kubernetes-embedded-resource'] === true;
  const type = declTypeOf(schema, isRoot);
  return type === undefined ? { error: 'unable to convert structural schema to CEL declarations' } : { type };
}

/** The type of what is in a value; undefined: it has no such part, or expressions cannot name it. */
function partOf(type: DeclType | undefined, step: Step): NodeType | undefined {
  if (typeof step === 'string')
    return { type: type?.kind === 'list' || type?.kind === 'map' ? type.element : undefined };
  const name = escapeName(step.property);
  const field = name === undefined || type?.kind !== 'object' ? undefined : type.fields.get(name);
  return field && { type: field };
}
