/** How wide a line may be: what prettier is told too. */
const lineWidth = 120;

/** A type as it is written: on one line, and on several where one does not hold it. */
export interface TypeLayout {
  readonly flat: string;
  /** As prettier breaks it. The lines after the first are indented relative to the line that the type begins on. */
  readonly broken: readonly string[];
}

/** A type that is never broken. */
export function plain(text: string): TypeLayout {
  return { flat: text, broken: [text] };
}

/** A type with arguments. */
export function withArguments(name: string, typeArguments: readonly string[]): TypeLayout {
  const last = typeArguments.length - 1;
  return {
    flat: `${name}<${typeArguments.join(', ')}>`,
    broken: [`${name}<`, ...typeArguments.map((argument, index) => `  ${argument}${index < last ? ',' : ''}`), '>'],
  };
}

/** A read-only list of an intersection. */
export function listOfIntersection(first: string, second: string): TypeLayout {
  return { flat: `readonly (${first} & ${second})[]`, broken: [`readonly (${first} &`, `  ${second})[]`] };
}

/** The same type, or null. */
export function orNull({ flat, broken }: TypeLayout): TypeLayout {
  return { flat: `${flat} | null`, broken: [...broken.slice(0, -1), `${broken.at(-1) ?? ''} | null`] };
}

/** `before`, the type and `after` as lines, `indent` before each. */
export function layOut(before: string, { flat, broken }: TypeLayout, after: string, indent = ''): string {
  const line = `${indent}${before}${flat}${after}`;
  if (line.length <= lineWidth) return line;
  const [first = '', ...rest] = broken;
  const lines = [`${before}${first}`, ...rest];
  return lines.map((text, index) => `${indent}${text}${index === lines.length - 1 ? after : ''}`).join('\n');
}

/** A type alias, broken behind its `=` where it does not fit. */
export function aliasOf(name: string, type: string): string {
  const line = `export type ${name} = ${type};`;
  return line.length <= lineWidth ? line : `export type ${name} =\n  ${type};`;
}

/** An import of types, one a line where one line does not hold them. */
export function importOf(names: readonly string[], module: string): string {
  const line = `import type { ${names.join(', ')} } from ${module};`;
  return line.length <= lineWidth
    ? line
    : `import type {\n${names.map((name) => `  ${name},`).join('\n')}\n} from ${module};`;
}
