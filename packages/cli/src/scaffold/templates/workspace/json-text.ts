/** The width that scaffolded files are formatted to. */
export const PRINT_WIDTH = 120;

/**
 * Prints a value as a JSON file, formatted as prettier formats it: objects on several lines, and lists of plain values
 * on one line where they fit.
 */
export function jsonText(value: object): string {
  return `${print(value, '', 0)}\n`;
}

/** Prints a value that begins after `used` columns, in a line that is indented by `indent`. */
function print(value: unknown, indent: string, used: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
    const plain = value.every((item) => typeof item !== 'object');
    // A comma may follow.
    if (plain && used + line.length < PRINT_WIDTH) return line;
    return `[\n${value.map((item) => inner + print(item, inner, inner.length)).join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([key, one]) => {
    const name = `${inner}${JSON.stringify(key)}: `;
    return name + print(one, inner, name.length);
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
