import { equalJson, type JsonSchemaProps, type JsonValue } from '@kb/apimachinery';

/** What several schemas of one place have in common, and what each says besides. */
export interface Factored {
  /** Types, prose, and every value validation that all have. */
  readonly common: JsonSchemaProps;
  /** For each schema the value validations that not all have: what the API server allows inside `oneOf`. */
  readonly rests: readonly JsonSchemaProps[];
  /** The first thing that cannot differ, and does: the schemas do not fit together. */
  readonly conflict?: Conflict;
}

/** Where two schemas cannot be brought together. */
export interface Conflict {
  /** The schema that differs from the first. */
  readonly index: number;
  /** The fields on the way there. */
  readonly path: readonly string[];
  readonly keyword: string;
}

/** Keywords that restrict values, those together that mean nothing alone. */
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

/** What an int-or-string says of its types, which is no value validation. */
const intOrStringTypes: ReadonlySet<string> = new Set(['anyOf', 'allOf']);

const prose = ['description', 'title', 'example', 'externalDocs'] as const;

/**
 * Takes apart what is said of one place by several schemas, at every depth. `unite`: sets of values become one set of
 * them all, and each schema keeps its own.
 */
export function factorOut(schemas: readonly JsonSchemaProps[], { unite }: { readonly unite: boolean }): Factored {
  const common: JsonSchemaProps = proseOf(schemas);
  const rests: JsonSchemaProps[] = schemas.map(() => ({}));
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

  /** Of a field whose values tell the schemas apart, the default of one is that of all. */
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

/**
 * True when no value fits both: of some field that one of them requires, none of the values that both allow is the
 * same.
 */
export function areDisjoint(a: JsonSchemaProps, b: JsonSchemaProps): boolean {
  if (a.enum !== undefined && b.enum !== undefined) {
    const others = new Set(b.enum);
    return a.nullable !== true && b.nullable !== true && a.enum.every((value) => !others.has(value));
  }
  if (a.nullable === true && b.nullable === true) return false;
  const required = new Set([...(a.required ?? []), ...(b.required ?? [])]);
  return [...required].some((name) => {
    const ours = ownProperty(a, name);
    const theirs = ownProperty(b, name);
    return ours !== undefined && theirs !== undefined && areDisjoint(ours, theirs);
  });
}

function ownProperty({ properties }: JsonSchemaProps, name: string): JsonSchemaProps | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function keywordsOf(schemas: readonly JsonSchemaProps[]): (keyof JsonSchemaProps)[] {
  const names = new Set(schemas.flatMap((schema) => Object.keys(schema) as (keyof JsonSchemaProps)[]));
  for (const keyword of prose) names.delete(keyword);
  return [...names];
}

/** Descriptions that differ stand below each other; of other prose the first is taken. */
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
