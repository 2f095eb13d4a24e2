import { reservedNames } from '../parse/operators.ts';

/** The words that are not identifiers: properties with these names are written between underscores. */
const reserved: ReadonlySet<string> = new Set([...reservedNames, 'true', 'false', 'null', 'in']);

const escapes: ReadonlyMap<string, string> = new Map([
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]);
const unescapes: ReadonlyMap<string, string> = new Map(
  [...escapes].map(([character, escaped]) => [escaped, character]),
);

/** The name of a property in an expression, as Kubernetes escapes it; undefined if expressions cannot name it. */
export function escapeName(name: string): string | undefined {
  if (!/^[A-Za-z_./-][\w./-]*$/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  return name.replace(/__|[./-]/g, (part) => escapes.get(part) ?? part);
}

/** The property that a name in an expression means; undefined if it means none. */
export function unescapeName(name: string): string | undefined {
  if (!name.includes('__')) return name;
  let isKnown = true;
  const property = name.replace(/__[^_]+__/g, (escaped) => {
    const word = escaped.slice(2, -2);
    const character = unescapes.get(escaped);
    if (character !== undefined) return character;
    if (!reserved.has(word) || escaped !== name) isKnown = false;
    return word;
  });
  return isKnown ? property : undefined;
}
