/** Characters that are invisible, or change the direction of the surrounding text: they are escaped. */
const INVISIBLE = /[\u007f-\u00a0\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u205f-\u206f\ufeff\ufff9-\ufffb]/g;

/** Prints a value as a literal type. */
export function literalText(value: string | number | boolean): string {
  return JSON.stringify(value).replaceAll(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Prints the name of a property, in quotes unless it is a plain word. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literalText(name);
}
