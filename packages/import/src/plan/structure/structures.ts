import { stringifyJson } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/** Numbers that are equal for schemas with the same structure, among all schemas of one {@link createStructures}. */
export interface Structure {
  /**
   * The keywords of a declared type: all except those of a place of use ({@link useKeywords}) and those that it can add
   * ({@link addedKeywords}). Descriptions of fields count.
   */
  readonly shape: number;
  /** The schema's own keywords, whatever its place of use has: `shape` and {@link addedKeywords}. */
  readonly own: number;
  /** `own` without descriptions at any depth. */
  readonly bare: number;
  /** The whole schema. */
  readonly whole: number;
  /** `whole` without descriptions at any depth. */
  readonly bareWhole: number;
}

/** Keywords that belong to the place of use, not to the type there. */
export const useKeywords: ReadonlySet<string> = new Set([
  'description',
  'default',
  'nullable',
  'title',
  'example',
  'externalDocs',
]);

/** Keywords that a place of use can add without making another type. */
export const addedKeywords: ReadonlySet<string> = new Set([
  'minProperties',
  'maxProperties',
  'x-kubernetes-map-type',
  'x-kubernetes-validations',
]);

/** Keywords for readers only. */
const prose: ReadonlySet<string> = new Set(['description', 'title', 'example', 'externalDocs']);

/** Structures of schemas, for several {@link createStructures} to begin with. */
export interface StructureTable {
  readonly known: ReadonlyMap<JsonSchemaProps, Structure>;
  /** The number of each text in them. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Identifies the structures of schemas, and of everything in them. */
export function structureTable(schemas: readonly JsonSchemaProps[]): StructureTable {
  const table = { known: new Map<JsonSchemaProps, Structure>(), numbers: new Map<string, number>() };
  const structureOf = structuresIn(table, emptyTable);
  for (const schema of schemas) structureOf(schema);
  return table;
}

const emptyTable: StructureTable = { known: new Map(), numbers: new Map() };

/**
 * Creates a function that identifies schemas of the same structure, in linear time: every schema object is visited
 * once. Schemas of the table are not visited again, and others can have the same structure as they.
 */
export function createStructures(table: StructureTable = emptyTable): (schema: JsonSchemaProps) => Structure {
  return structuresIn({ known: new Map(), numbers: new Map() }, table);
}

function structuresIn(
  { known, numbers }: { known: Map<JsonSchemaProps, Structure>; numbers: Map<string, number> },
  table: StructureTable,
): (schema: JsonSchemaProps) => Structure {
  /** The number of a text: equal for equal texts. */
  function numberOf(text: string): number {
    let number = table.numbers.get(text) ?? numbers.get(text);
    if (number === undefined) {
      number = table.numbers.size + numbers.size;
      numbers.set(text, number);
    }
    return number;
  }

  function structureOf(schema: JsonSchemaProps): Structure {
    const present = table.known.get(schema) ?? known.get(schema);
    if (present !== undefined) return present;
    let shape = '';
    let added = '';
    let used = '';
    let bare = '';
    let bareUsed = '';
    for (const keyword of Object.keys(schema).sort()) {
      const value: unknown = Reflect.get(schema, keyword);
      if (value === undefined) continue;
      const [text, bareText] = partOf(keyword, value);
      if (useKeywords.has(keyword)) {
        used += text;
        if (!prose.has(keyword)) bareUsed += bareText;
        continue;
      }
      bare += bareText;
      if (addedKeywords.has(keyword)) added += text;
      else shape += text;
    }
    const shapeNumber = numberOf(`shape ${shape}`);
    const own = numberOf(`own ${shapeNumber} ${added}`);
    const bareNumber = numberOf(`bare ${bare}`);
    const structure: Structure = {
      shape: shapeNumber,
      own,
      bare: bareNumber,
      whole: used === '' ? own : numberOf(`whole ${own} ${used}`),
      bareWhole: bareUsed === '' ? bareNumber : numberOf(`whole ${bareNumber} ${bareUsed}`),
    };
    known.set(schema, structure);
    return structure;
  }

  /** A keyword and its value as texts, with descriptions and without. */
  function partOf(keyword: string, value: unknown): readonly [string, string] {
    switch (keyword) {
      case 'properties':
        if (isRecord(value)) return propertiesPart(value);
        break;
      case 'items':
      case 'additionalProperties':
        if (isRecord(value)) {
          const { whole, bareWhole } = structureOf(value);
          return [`${keyword}:${whole};`, `${keyword}:${bareWhole};`];
        }
        break;
      case 'description':
        // Long and often repeated, so its number replaces it.
        return typeof value === 'string' ? [`description:${numberOf(value)};`, ''] : ['', ''];
    }
    const text = `${JSON.stringify(keyword)}:${textOf(value)};`;
    return [text, text];
  }

  function propertiesPart(properties: Readonly<Record<string, unknown>>): readonly [string, string] {
    let text = 'properties:';
    let bareText = 'properties:';
    for (const name of Object.keys(properties).sort()) {
      const property = properties[name];
      const { whole, bareWhole } = isRecord(property) ? structureOf(property) : structureOf({});
      const key = JSON.stringify(name);
      text += `${key}:${whole},`;
      bareText += `${key}:${bareWhole},`;
    }
    return [`${text};`, `${bareText};`];
  }

  return structureOf;
}

function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return stringifyJson(value, { sortKeys: true });
  }
}

function isRecord(value: unknown): value is JsonSchemaProps & Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
