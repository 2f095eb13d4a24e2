import { equalJson, type JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { ownProperty } from './union-shape.ts';

/** The common part of several schemas of one place, and the rest of each. */
export interface Factored {
  /** The types, the documentation, and every value validation that all schemas share. */
  readonly common: JsonSchemaProps;
  /** The value validations of each schema that not all share: the API server allows these inside `oneOf`. */
  readonly rests: readonly JsonSchemaProps[];
  /** The first keyword that must be the same in all schemas but differs. */
  readonly conflict?: Conflict;
}

/** The place where two schemas cannot be combined. */
export interface Conflict {
  /** The schema that differs from the first. */
  readonly index: number;
  /** The path of fields to that place. */
  readonly path: readonly string[];
  readonly keyword: string;
}

/** Keywords that restrict values, grouped if they only have a meaning together. */
const valueKeywords: readonly (readonly (keyof JsonSchemaProps)[])[] = [
  ['format'],
  ['enum'],
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
  ['multipleOf'],
  ['maxLength'],
  ['minLength'],
  ['pattern'],
  ['maxItems'],
  ['minItems'],
  ['uniqueItems'],
  ['maxProperties'],
  ['minProperties'],
  ['allOf'],
  ['oneOf'],
  ['anyOf'],
  ['not'],
];

const groupOf = new Map(valueKeywords.flatMap((group) => group.map((keyword) => [keyword, group] as const)));

/** The keywords in which an int-or-string states its types; these are not value validations. */
const intOrStringTypes: ReadonlySet<string> = new Set(['anyOf', 'allOf']);

const prose = ['description', 'title', 'example', 'externalDocs'] as const;

/**
 * Separates the common part of several schemas of one place from what differs, at every depth. `unite`: the union of
 * all sets of values is common, and each schema keeps its own set.
 */
export function factorOut(schemas: readonly JsonSchemaProps[], { unite }: { readonly unite: boolean }): Factored {
  const rests: JsonSchemaProps[] = schemas.map(() => ({}));
  const [only] = schemas;
  // If all schemas are the same object, keep it: a type in many places is not copied for each.
  if (only !== undefined && schemas.every((schema) => schema === only)) return { common: only, rests };
  const common: JsonSchemaProps = proseOf(schemas);
  let conflict: Conflict | undefined;

  for (const keyword of keywordsOf(schemas)) {
    if (keyword === 'properties') takeProperties();
    else if (keyword === 'items') take('items', ({ items }) => items, []);
    else if (keyword === 'required') takeRequired();
    else takeKeyword(keyword);
  }
  return { common, rests, ...(conflict !== undefined && { conflict }) };

  function takeKeyword(keyword: keyof JsonSchemaProps): void {
    const isIntOrString = schemas.some((schema) => schema['x-kubernetes-int-or-string'] === true);
    const group = isIntOrString && intOrStringTypes.has(keyword) ? undefined : groupOf.get(keyword);
    const [first = {}] = schemas;
    const differs = schemas.findIndex((schema) =>
      (group ?? [keyword]).some((key) => !equalJson(schema[key], first[key])),
    );
    if (differs === -1) Object.assign(common, { [keyword]: first[keyword] });
    else if (keyword === 'default' && unite && takeDefault()) return;
    else if (group === undefined) conflict ??= { index: differs, path: [], keyword };
    else {
      schemas.forEach((schema, index) => {
        if (schema[keyword] !== undefined) Object.assign(rests[index] ?? {}, { [keyword]: schema[keyword] });
      });
      if (keyword === 'enum' && unite) uniteEnums();
    }
  }

  /** If the values of a field distinguish the schemas, the default of one schema is the default of all. */
  function takeDefault(): boolean {
    const given = schemas.flatMap(({ default: value }) => (value === undefined ? [] : [value]));
    const isClosed = schemas.every((schema) => schema.enum !== undefined);
    if (given.length !== 1 || !isClosed) return false;
    Object.assign(common, { default: given[0] });
    return true;
  }

  function uniteEnums(): void {
    const values = new Map<string, JsonValue>();
    for (const { enum: own } of schemas) {
      if (own === undefined) return;
      for (const value of own) values.set(JSON.stringify(value), value);
    }
    common.enum = [...values.values()];
    for (const rest of rests) if (rest.enum?.length === values.size) delete rest.enum;
  }

  function takeRequired(): void {
    const lists = schemas.map(({ required = [] }) => required);
    const [first = [], ...others] = lists;
    const shared = new Set(first.filter((name) => others.every((list) => list.includes(name))));
    if (shared.size > 0) common.required = [...shared].sort();
    lists.forEach((list, index) => {
      const own = list.filter((name) => !shared.has(name));
      if (own.length > 0) Object.assign(rests[index] ?? {}, { required: own });
    });
  }

  function takeProperties(): void {
    const names = new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)));
    const properties: [string, JsonSchemaProps][] = [];
    const restProperties = rests.map((): [string, JsonSchemaProps][] => []);
    for (const name of names) {
      const parts = schemas.map((schema) => ownProperty(schema, name));
      const missing = parts.indexOf(undefined);
      if (missing !== -1) {
        conflict ??= { index: Math.max(missing, 1), path: [name], keyword: 'type' };
        continue;
      }
      const factored = factorOut(
        parts.filter((part) => part !== undefined),
        { unite },
      );
      properties.push([name, factored.common]);
      factored.rests.forEach((rest, index) => {
        if (Object.keys(rest).length > 0) restProperties[index]?.push([name, rest]);
      });
      if (factored.conflict !== undefined)
        conflict ??= { ...factored.conflict, path: [name, ...factored.conflict.path] };
    }
    common.properties = Object.fromEntries(properties);
    restProperties.forEach((entries, index) => {
      if (entries.length > 0) Object.assign(rests[index] ?? {}, { properties: Object.fromEntries(entries) });
    });
  }

  function take(
    keyword: 'items',
    read: (schema: JsonSchemaProps) => JsonSchemaProps | undefined,
    path: readonly string[],
  ): void {
    const parts = schemas.map(read);
    const missing = parts.indexOf(undefined);
    if (missing !== -1) {
      conflict ??= { index: Math.max(missing, 1), path, keyword: 'type' };
      return;
    }
    const factored = factorOut(
      parts.filter((part) => part !== undefined),
      { unite },
    );
    common[keyword] = factored.common;
    factored.rests.forEach((rest, index) => {
      if (Object.keys(rest).length > 0) Object.assign(rests[index] ?? {}, { [keyword]: rest });
    });
    if (factored.conflict !== undefined)
      conflict ??= { ...factored.conflict, path: [...path, ...factored.conflict.path] };
  }
}

function keywordsOf(schemas: readonly JsonSchemaProps[]): (keyof JsonSchemaProps)[] {
  const names = new Set(schemas.flatMap((schema) => Object.keys(schema) as (keyof JsonSchemaProps)[]));
  for (const keyword of prose) names.delete(keyword);
  return [...names];
}

/** Different descriptions are joined, each on its own line; of other documentation the first is taken. */
function proseOf(schemas: readonly JsonSchemaProps[]): JsonSchemaProps {
  const descriptions = [
    ...new Set(schemas.flatMap(({ description = '' }) => (description === '' ? [] : [description]))),
  ];
  const first = <K extends (typeof prose)[number]>(keyword: K): Pick<JsonSchemaProps, K> | undefined =>
    schemas.find((schema) => schema[keyword] !== undefined);
  const result: JsonSchemaProps = {};
  if (descriptions.length > 0) result.description = descriptions.join('\n\n');
  for (const keyword of ['title', 'example', 'externalDocs'] as const) {
    const found = first(keyword);
    if (found !== undefined) Object.assign(result, { [keyword]: found[keyword] });
  }
  return result;
}
