/** A module's constant, as the formatter prints it: its name and what follows the equals sign. */
const CONSTANT = /^(?:export )?const (?<name>\w+)(?:: [^=\n]+)? =\s+(?<value>\S.*)$/gm;
const PRIMITIVE = /^(?:'(?:[^'\\]|\\.)*'|-?[\d_.]+(?:e\d+)?n?|\/.+\/[a-z]*);$/;
const COMPOSITE = /^(?:\[|\{|new (?:Set|Map|WeakSet|WeakMap)\b)/;
const SCREAMING = /^[A-Z][A-Z0-9_]*$/;

/**
 * The module constants of a source that are not named as all others are: those that hold a primitive or a regular
 * expression in SCREAMING_SNAKE_CASE, those that hold an array, an object, a set or a map in camelCase. What a call
 * returns may be named either way.
 */
export function misnamedConstants(source: string): string[] {
  return [...source.matchAll(CONSTANT)].flatMap(({ groups: { name = '', value = '' } = {} }) => {
    if (PRIMITIVE.test(value) && !SCREAMING.test(name)) return [`${name}: a constant in SCREAMING_SNAKE_CASE`];
    return COMPOSITE.test(value) && SCREAMING.test(name) ? [`${name}: a table or object in camelCase`] : [];
  });
}
