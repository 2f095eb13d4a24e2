/**
 * The comments of a class's declaration: its own under `''`, its properties' under their names. Every one is a single
 * line between two delimiters.
 */
export function readProse(source: string): Map<string, string> {
  const prose = new Map<string, string>();
  for (const match of source.matchAll(/\/\*\*\n *\* (.*)\n *\*\/\n *(?:'([^']+)'|export declare class)/g)) {
    prose.set(match[2] ?? '', unescape(match[1] ?? ''));
  }
  return prose;
}

/** Undoes what client-node's generator does to text in a comment. */
function unescape(text: string): string {
  return text
    .replaceAll('/_*', '/*')
    .replaceAll('*_/', '*/')
    .replace(/\\(["'\\])/g, '$1');
}
