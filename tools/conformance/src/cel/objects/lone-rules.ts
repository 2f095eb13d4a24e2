import { judgeRules } from '@kb/apimachinery/cel';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Random } from '../../random.ts';
import type { SchemaCase } from '../types/compare-declarations.ts';
import type { ObjectCase } from './compare-objects.ts';
import { objectMaker } from './random-object.ts';

/** Objects for the rules of definitions, and what the rules were seen to say about them. */
export interface RuleObjects {
  readonly cases: readonly ObjectCase[];
  readonly rules: number;
  /** How many rules hold for one of the objects, and how many are broken by one. */
  readonly held: number;
  readonly broken: number;
}

/** Looks for an object that each rule accepts and one that it refuses, in this number of tries each. */
export function objectsForRules(random: Random, schemas: readonly SchemaCase[], tries: number): RuleObjects {
  const found = schemas
    .flatMap(({ name, schema }) => loneRules(schema).map((lone) => ({ name, lone })))
    .map(({ name, lone }) => objectsFor(random, name, lone, tries));
  return {
    cases: found.flatMap(({ held, broken }) => [...held, ...broken]),
    rules: found.length,
    held: found.filter(({ held }) => held.length > 0).length,
    broken: found.filter(({ broken }) => broken.length > 0).length,
  };
}

/** Of each rule a schema with only this rule, and only what is around and in its values. */
function loneRules(schema: JsonSchemaProps): JsonSchemaProps[] {
  const { 'x-kubernetes-validations': rules = [], properties = {}, items, additionalProperties } = schema;
  const own = withoutRules(schema);
  const { properties: _, ...bare } = own;
  return [
    ...rules.map((rule) => ({ ...own, 'x-kubernetes-validations': [rule] })),
    ...Object.entries(properties).flatMap(([name, property]) =>
      loneRules(property).map((lone) => ({ ...bare, properties: { [name]: lone } })),
    ),
    ...(items === undefined ? [] : loneRules(items).map((lone) => ({ ...own, items: lone }))),
    ...(typeof additionalProperties === 'object'
      ? loneRules(additionalProperties).map((lone) => ({ ...own, additionalProperties: lone }))
      : []),
  ];
}

function withoutRules(schema: JsonSchemaProps): JsonSchemaProps {
  const { 'x-kubernetes-validations': _, properties, items, additionalProperties, ...own } = schema;
  return {
    ...own,
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, withoutRules(child)])),
    }),
    ...(items !== undefined && { items: withoutRules(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? withoutRules(additionalProperties) : additionalProperties,
    }),
  };
}

interface Found {
  readonly held: ObjectCase[];
  readonly broken: ObjectCase[];
}

function objectsFor(random: Random, name: string, schema: JsonSchemaProps, tries: number): Found {
  const found: Found = { held: [], broken: [] };
  const maker = objectMaker(random, schema);
  const look = (each: ObjectCase): void => {
    const said = saidOf(each);
    if (said !== 'nothing' && found[said].length === 0) found[said].push(each);
  };
  for (let count = 0; count < tries && (found.held.length === 0 || found.broken.length === 0); count += 1) {
    const object = maker.make();
    look({ name, schema, object });
    look({ name: `${name}, changed`, schema, object: maker.change(object), old: object });
  }
  return found;
}

function saidOf({ schema, object, old }: ObjectCase): keyof Found | 'nothing' {
  const budget = 10_000_000;
  const judged = judgeRules({ schema, isResourceRoot: true, value: object, oldValue: old, ratchets: true, budget });
  if (judged.errors.length + judged.warnings.length > 0) return 'broken';
  return judged.budget === budget ? 'nothing' : 'held';
}
