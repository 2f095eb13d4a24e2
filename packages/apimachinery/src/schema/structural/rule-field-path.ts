import { childPath, keyPath } from '../../field-error.ts';
import { getOwn } from '../../codec/own-property.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';

/**
 * Reads the `fieldPath` of a rule, such as `.spec.a`, `['a']` or `.map.key`, and returns it as paths of errors are
 * written: `spec.a`, `map[key]`. Undefined: it does not lead to a field of the schema. Lists have no such paths.
 */
export function ruleFieldPath(path: string, schema: JsonSchemaProps): string | undefined {
  const tokens = tokensOf(path);
  let found = '';
  let current: JsonSchemaProps | undefined = schema;
  for (let at = 0; at < tokens.length;) {
    const name = readName(tokens, at);
    if (name === undefined || current === undefined) return undefined;
    at += tokens[at] === '[' ? 3 : 2;
    const { properties = {}, additionalProperties }: JsonSchemaProps = current;
    if (!isEmpty(properties)) {
      current = getOwn(properties, name);
      if (current === undefined) return undefined;
      found = name === '' ? keyPath(found, name) : childPath(found, name);
    } else {
      if (additionalProperties === undefined) return undefined;
      // Entries of a map that is declared with true or false have no schema: the path may end there.
      current = typeof additionalProperties === 'object' ? additionalProperties : undefined;
      found = keyPath(found, name);
    }
  }
  return found;
}

/** Whether objects have no properties: to count those of a large one for each rule would take long. */
const empty = new WeakMap<object, boolean>();

function isEmpty(object: object): boolean {
  const known = empty.get(object);
  if (known !== undefined) return known;
  const found = Object.keys(object).length === 0;
  empty.set(object, found);
  return found;
}

/** The name after a dot, or between brackets and quotes. */
function readName(tokens: readonly string[], at: number): string | undefined {
  if (tokens[at] === '.') return tokens[at + 1];
  const quoted = tokens[at + 1] ?? '';
  if (tokens[at] !== '[' || tokens[at + 2] !== ']') return undefined;
  return quoted.length >= 2 && quoted.startsWith("'") && quoted.endsWith("'")
    ? unescape(quoted.slice(1, -1))
    : undefined;
}

/** Splits a path at dots and brackets. A token that begins with a quote goes on until the next one. */
function tokensOf(path: string): string[] {
  const token = /'(?:|[^]*?[^\\])'|'[^]*|[.[\]]|[^.[\]]+/y;
  const tokens: string[] = [];
  for (let found = token.exec(path); found !== null; found = token.exec(path)) tokens.push(found[0]);
  return tokens;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ["'", "'"],
  ['\\', '\\'],
]);

function unescape(text: string): string | undefined {
  let isKnown = true;
  const unescaped = text.replace(/\\(.)/g, (_, letter: string) => {
    const character = escapes.get(letter);
    isKnown &&= character !== undefined;
    return character ?? '';
  });
  return isKnown ? unescaped : undefined;
}
