import type { Comment } from '../declaration.ts';

/** True for a comment with a description or markers. */
export function hasText({ description, markers }: Comment): boolean {
  return description !== undefined || markers.length > 0;
}

/**
 * Prints a comment as lines of a source, each with `indent` before it: the description in a JSDoc comment, on one line
 * if possible, and a `//` line for each marker below it, so that an editor shows the description alone. `descriptionOf`
 * returns the same description. Throws an Error for text that would end its comment, which is a bug of the caller.
 */
export function commentText({ description, markers }: Comment, indent: string): string {
  const lines = markers.map((marker) => {
    if (/[\r\n\u2028\u2029]/.test(marker)) throw new Error(`a marker has a line break: ${JSON.stringify(marker)}`);
    return `${indent}// ${marker}`;
  });
  return [...(description === undefined ? [] : [descriptionText(description, indent)]), ...lines].join('\n');
}

function descriptionText(description: string, indent: string): string {
  if (/\*\/|\r/.test(description)) throw new Error(`no comment can hold this: ${JSON.stringify(description)}`);
  if (!description.includes('\n')) return `${indent}/** ${description} */`;
  const lines = description.split('\n').map((line) => (line === '' ? `${indent} *` : `${indent} * ${line}`));
  return `${indent}/**\n${lines.join('\n')}\n${indent} */`;
}
