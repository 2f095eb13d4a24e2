import { stringifyJson } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/**
 * What is the same in two schemas. Each number stands for one structure, of all schemas that one {@link
 * createStructures} has seen.
 */
export interface Structure {
  /**
   * What a declared type of it has to say: all but what a place of use says ({@link useKeywords}) and what it can add
   * ({@link addedKeywords}). Descriptions of fields count.
   */
  readonly shape: number;
  /** What the schema says of itself, whatever its place of use says: `shape` and {@link addedKeywords}. */
  readonly own: number;
  /** `own` without descriptions at any depth. */
  readonly bare: number;
  /** The whole schema. */
  readonly whole: number;
  /** `whole` without descriptions at any depth. */
  readonly bareWhole: number;
}

/** What a schema says of the place where it stands, and not of what stands there. */
export const useKeywords: ReadonlySet<string> = new Set([
  'description',
  'default',
  'nullable',
  'title',
  'example',
  'externalDocs',
]);

/** What a place of use can add to a type without making another type of it. */
export const addedKeywords: ReadonlySet<string> = new Set([
  'minProperties',
  'maxProperties',
  'x-kubernetes-map-type',
  'x-kubernetes-validations',
]);

/** What says something to readers only. */
const prose: ReadonlySet<string> = new Set(['description', 'title', 'example', 'externalDocs']);

/** Tells which schemas have the same structure, in time linear in their size: every schema object is looked at once. */
export function createStructures(): (schema: JsonSchemaProps) => Structure {
  const known = new Map<JsonSchemaProps, Structure>();
  const numbers = new Map<string, number>();

  /** The number of a text: the same for the same text. */
  function numberOf(text: string): number {
    let number = numbers.get(text);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(text, number);
    }
    return number;
  }

  function structureOf(schema: JsonSchemaProps): Structure {
    const present = known.get(schema);
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

  /** A keyword and its value as texts, with descriptions in it and without. */
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
        // Long and often said again: its number stands for it.
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
