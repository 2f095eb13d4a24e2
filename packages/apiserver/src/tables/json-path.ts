import { isJsonObject } from '../resources/api-object.ts';
import type { JsonValue } from '@kb/apimachinery';

/** Finds values in JSON, in the order of the document. */
export type JsonPath = (value: unknown) => JsonValue[];

type Step = (values: readonly JsonValue[]) => JsonValue[];

/**
 * Reads a path of Kubernetes' JSONPath dialect, without its braces, as printer columns have it: `.a.b`, `['a']`, `[0]`, `[-1]`, `[*]`, `[1:3]`,
 * `[?(@.type=="Ready")]`, `..a`, `\.` for a dot in a name. Undefined when it cannot be read.
 */
export function parseJsonPath(text: string): JsonPath | undefined {
  const steps: Step[] = [];
  let rest = text;
  while (rest !== '') {
    const next = parseStep(rest);
    if (!next) return undefined;
    steps.push(next.step);
    rest = next.rest;
  }
  return (value) =>
    steps.reduce<JsonValue[]>((values, step) => step(values), value === undefined ? [] : [value as JsonValue]);
}

function parseStep(text: string): { step: Step; rest: string } | undefined {
  const name = /^(\.?\.)((?:\\.|[^.[\]\\])+)/.exec(text);
  if (name) {
    const [whole, dots, raw = ''] = name;
    const key = raw.replace(/\\(.)/g, '$1');
    const children = key === '*' ? each((value) => childrenOf(value)) : each((value) => property(value, key));
    return {
      step: dots === '..' ? (values) => children(values.flatMap(descendants)) : children,
      rest: text.slice(whole.length),
    };
  }
  if (text === '.') return { step: (values) => [...values], rest: '' };
  if (!text.startsWith('[')) return undefined;
  const end = closingBracket(text);
  if (end < 0) return undefined;
  const step = parseSubscript(text.slice(1, end).trim());
  return step && { step, rest: text.slice(end + 1) };
}

/** Where the bracket closes that opens the text; brackets in quotes do not count. */
function closingBracket(text: string): number {
  let depth = 0;
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '[') depth += 1;
    else if (char === ']') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}

function parseSubscript(text: string): Step | undefined {
  if (text === '*') return each(childrenOf);
  const quoted = /^'((?:\\.|[^'\\])*)'$|^"((?:\\.|[^"\\])*)"$/.exec(text);
  if (quoted) {
    // A dot separates names in quotes too, as in Go's reader.
    const path = parseJsonPath(`.${quoted[1] ?? quoted[2] ?? ''}`);
    return path && each((value) => path(value));
  }
  if (/^-?\d+$/.test(text)) return each((value) => (Array.isArray(value) ? value.slice(Number(text)).slice(0, 1) : []));
  const slice = /^(-?\d*):(-?\d*)(?::(\d+))?$/.exec(text);
  if (slice) {
    const [, from = '', to = '', step = '1'] = slice;
    return each((value) => {
      if (!Array.isArray(value)) return [];
      const part = value.slice(from === '' ? 0 : Number(from), to === '' ? undefined : Number(to));
      return part.filter((_, index) => index % Math.max(Number(step), 1) === 0);
    });
  }
  const filter = /^\?\((.*)\)$/.exec(text);
  return filter ? parseFilter(filter[1] ?? '') : undefined;
}

const comparisons: Readonly<Record<string, (left: JsonValue, right: JsonValue) => boolean>> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => comparable(left, right) && Number(left) < Number(right),
  '<=': (left, right) => comparable(left, right) && Number(left) <= Number(right),
  '>': (left, right) => comparable(left, right) && Number(left) > Number(right),
  '>=': (left, right) => comparable(left, right) && Number(left) >= Number(right),
};

const comparable = (left: JsonValue, right: JsonValue): boolean =>
  typeof left === 'number' && typeof right === 'number';

function parseFilter(text: string): Step | undefined {
  const parts = /^\s*@(.*?)\s*(?:(==|!=|<=|>=|<|>)\s*(.*?)\s*)?$/.exec(text);
  if (!parts) return undefined;
  const [, pathText = '', operator, literal] = parts;
  const path = parseJsonPath(pathText);
  if (!path) return undefined;
  if (operator === undefined) return each((value) => elements(value).filter((item) => path(item).length > 0));
  const wanted = parseLiteral(literal ?? '');
  const compare = comparisons[operator];
  if (wanted === undefined || !compare) return undefined;
  return each((value) =>
    elements(value).filter((item) => {
      const [found] = path(item);
      return found !== undefined && compare(found, wanted);
    }),
  );
}

function parseLiteral(text: string): JsonValue | undefined {
  const quoted = /^'(.*)'$|^"(.*)"$/.exec(text);
  if (quoted) return quoted[1] ?? quoted[2] ?? '';
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function each(find: (value: JsonValue) => JsonValue[]): Step {
  return (values) => values.flatMap(find);
}

const elements = (value: JsonValue): JsonValue[] => (Array.isArray(value) ? value : []);

function property(value: JsonValue, key: string): JsonValue[] {
  if (!isJsonObject(value) || !Object.hasOwn(value, key)) return [];
  const found = value[key];
  return found === undefined ? [] : [found];
}

function childrenOf(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}

function descendants(value: JsonValue): JsonValue[] {
  return [value, ...childrenOf(value).flatMap(descendants)];
}
