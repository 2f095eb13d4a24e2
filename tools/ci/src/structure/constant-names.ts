/** A module's constant, as the formatter prints it: its name, and the text after the equals sign. */
const CONSTANT = /^(?:export )?const (?<name>\w+)(?:: [^=\n]+)? =\s+(?<value>\S.*)$/gm;
const PRIMITIVE = /^(?:'(?:[^'\\]|\\.)*'|-?[\d_.]+(?:e\d+)?n?|\/.+\/[a-z]*);$/;
const COMPOSITE = /^(?:\[|\{|new (?:Set|Map|WeakSet|WeakMap)\b)/;
const SCREAMING = /^[A-Z][A-Z0-9_]*$/;

/**
 * Returns the module constants of a source that break the naming rule: primitives and regular expressions are
 * SCREAMING_SNAKE_CASE; arrays, objects, sets and maps are camelCase. Results of calls may have either style.
 */
export function misnamedConstants(source: string): string[] {
  return [...source.matchAll(CONSTANT)].flatMap(({ groups: { name = '', value = '' } = {} }) => {
    if (PRIMITIVE.test(value) && !SCREAMING.test(name)) return [`${name}: a constant in SCREAMING_SNAKE_CASE`];
    return COMPOSITE.test(value) && SCREAMING.test(name) ? [`${name}: a table or object in camelCase`] : [];
  });
}
