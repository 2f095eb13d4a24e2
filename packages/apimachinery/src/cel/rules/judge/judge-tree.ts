import type { JsonSchemaProps } from '../../../schema/json-schema-props.ts';
import { hasRules } from '../../../schema/schema-walk.ts';
import { type DeclType, declTypeOf, withMetadata } from '../../schema-types/decl-type.ts';
import { escapeName } from '../../schema-types/escape-name.ts';
import { type CompiledRule, compileRules } from '../compile/compile-rules.ts';

/** A schema with rules, or with rules somewhere in it. Schemas without any are not in the tree. */
export interface RuleNode {
  /** By which expressions see values: of a resource, with its apiVersion, kind and names. */
  readonly schema: JsonSchemaProps;
  /** `untyped`: there are rules, but values of this schema have no type, and the rules cannot run. */
  readonly rules: readonly CompiledRule[] | 'untyped';
  /** The schemas of `allOf`, whose rules are about the same value. */
  readonly allOf: readonly RuleNode[];
  readonly items?: RuleNode;
  /** In the order of the schema. */
  readonly properties?: ReadonlyMap<string, RuleNode>;
  readonly additional?: RuleNode;
}

interface Trees {
  readonly whole: WeakMap<JsonSchemaProps, RuleNode | null>;
  readonly part: WeakMap<JsonSchemaProps, RuleNode | null>;
}

const trees: Trees = { whole: new WeakMap(), part: new WeakMap() };

/**
 * The rules of a schema, made once for each; undefined without rules. As in kube-apiserver, rules in `allOf` count only
 * if there are others, too.
 */
export function ruleTree(schema: JsonSchemaProps, isResourceRoot: boolean): RuleNode | undefined {
  const known = isResourceRoot ? trees.whole : trees.part;
  const before = known.get(schema);
  if (before !== undefined) return before ?? undefined;
  const tree = hasRules(schema)
    ? nodeOf({ rulesOf: schema, schema, isResourceRoot, type: declTypeOf(schema, isResourceRoot) })
    : undefined;
  known.set(schema, tree ?? null);
  return tree;
}

/** A schema with its type, and the schema whose rules are about its values: itself, or one of its `allOf`. */
interface Source {
  readonly rulesOf: JsonSchemaProps;
  readonly schema: JsonSchemaProps;
  readonly isResourceRoot: boolean;
  readonly type: DeclType | undefined;
}

function nodeOf(source: Source): RuleNode | undefined {
  const { rulesOf, schema, isResourceRoot, type } = source;
  const rules = rulesAt(source);
  const element = type?.kind === 'list' || type?.kind === 'map' ? type.element : undefined;
  const items = childOf(rulesOf.items, schema.items, element);
  const additional = childOf(objectOf(rulesOf.additionalProperties), objectOf(schema.additionalProperties), element);
  const properties = propertiesOf(source);
  const allOf = (rulesOf.allOf ?? []).flatMap((branch) => nodeOf({ ...source, rulesOf: branch }) ?? []);
  if (rules.length === 0 && items === undefined && additional === undefined && properties.size + allOf.length === 0)
    return undefined;
  return {
    schema: isResourceRoot ? withMetadata(schema) : schema,
    rules,
    allOf,
    ...(items !== undefined && { items }),
    ...(additional !== undefined && { additional }),
    ...(properties.size > 0 && { properties }),
  };
}

function rulesAt({ rulesOf, schema, type }: Source): readonly CompiledRule[] | 'untyped' {
  const rules = rulesOf['x-kubernetes-validations'] ?? [];
  if (rules.length === 0) return [];
  if (type === undefined) return 'untyped';
  return compileRules(rulesOf === schema ? schema : { ...schema, 'x-kubernetes-validations': rules }, type);
}

function objectOf(schema: JsonSchemaProps | boolean | undefined): JsonSchemaProps | undefined {
  return typeof schema === 'object' ? schema : undefined;
}

function childOf(
  rulesOf: JsonSchemaProps | undefined,
  schema: JsonSchemaProps | undefined,
  type: DeclType | undefined,
): RuleNode | undefined {
  if (rulesOf === undefined || schema === undefined) return undefined;
  return nodeOf({ rulesOf, schema, isResourceRoot: isEmbedded(schema), type });
}

function isEmbedded(schema: JsonSchemaProps): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

function propertiesOf({ rulesOf, schema, type }: Source): ReadonlyMap<string, RuleNode> {
  const nodes = new Map<string, RuleNode>();
  const known = schema.properties ?? {};
  for (const [name, inRules] of Object.entries(rulesOf.properties ?? {})) {
    const property = Object.hasOwn(known, name) ? known[name] : undefined;
    const propertyType = property === undefined ? undefined : typeOfProperty(name, property, type);
    // Rules about values that expressions cannot see never run.
    if (propertyType === undefined) continue;
    const node = childOf(inRules, property, propertyType);
    if (node !== undefined) nodes.set(name, node);
  }
  return nodes;
}

function typeOfProperty(name: string, property: JsonSchemaProps, type: DeclType | undefined): DeclType | undefined {
  const escaped = escapeName(name);
  if (escaped === undefined) return declTypeOf(property, isEmbedded(property));
  return type?.kind === 'object' ? type.fields.get(escaped) : undefined;
}
