/** The maximum length of a line; prettier's `printWidth` is the same. */
const LINE_WIDTH = 120;

/** A type as printed on one line, and as broken over several if it is too long for one. */
export interface TypeLayout {
  readonly flat: string;
  /** Broken as prettier breaks it. Lines after the first are indented relative to the line on which the type begins. */
  readonly broken: readonly string[];
}

/** Lays out a type that is never broken. */
export function plain(text: string): TypeLayout {
  return { flat: text, broken: [text] };
}

/** Lays out a type with arguments. */
export function withArguments(name: string, typeArguments: readonly string[]): TypeLayout {
  const last = typeArguments.length - 1;
  return {
    flat: `${name}<${typeArguments.join(', ')}>`,
    broken: [`${name}<`, ...typeArguments.map((argument, index) => `  ${argument}${index < last ? ',' : ''}`), '>'],
  };
}

/** Lays out a read-only list of an intersection; of `first` alone if there are no other parts. */
export function listOfIntersection(first: string, rest: readonly string[]): TypeLayout {
  if (rest.length === 0) return plain(`readonly ${first}[]`);
  const second = rest.join(' & ');
  return { flat: `readonly (${first} & ${second})[]`, broken: [`readonly (${first} &`, `  ${second})[]`] };
}

/** Lays out a union, one part a line if it does not fit on one. */
export function unionOf(parts: readonly string[]): TypeLayout {
  return { flat: parts.join(' | '), broken: ['', ...parts.map((part) => `  | ${part}`)] };
}

/** Lays out a read-only list of a union. */
export function listOfUnion(parts: readonly string[]): TypeLayout {
  const union = parts.join(' | ');
  // The list is the type of a field, whose lines are indented by two.
  const lines = union.length + 4 <= LINE_WIDTH ? [`  ${union}`] : parts.map((part) => `  | ${part}`);
  return { flat: `readonly (${union})[]`, broken: ['readonly (', ...lines, ')[]'] };
}

/** Lays out an object with arbitrary keys. */
export function mapOf(values: string): TypeLayout {
  return {
    flat: `{ readonly [key: string]: ${values} }`,
    broken: ['{', `  readonly [key: string]: ${values};`, '}'],
  };
}

/** Adds null to a type. */
export function orNull({ flat, broken }: TypeLayout): TypeLayout {
  return { flat: `${flat} | null`, broken: [...broken.slice(0, -1), `${broken.at(-1) ?? ''} | null`] };
}

/** Returns the lines of `before`, the type and `after`, each indented by `indent`. */
export function layOut(before: string, { flat, broken }: TypeLayout, after: string, indent = ''): string {
  const line = `${indent}${before}${flat}${after}`;
  if (line.length <= LINE_WIDTH) return line;
  const [first = '', ...rest] = broken;
  const lines = [`${before}${first}`.trimEnd(), ...rest];
  return lines.map((text, index) => `${indent}${text}${index === lines.length - 1 ? after : ''}`).join('\n');
}

/**
 * Prints a constant whose value is a pure call with one object: broken after its `=` if that suffices, otherwise inside
 * its type.
 */
export function constantOf(name: string, type: TypeLayout, callee: string, properties: readonly string[]): string {
  const before = `export const ${name}: `;
  const call = `/* @__PURE__ */ ${callee}({`;
  const object = [...properties.map((property) => `  ${property},`), '});'];
  const isShort = `${before}${type.flat} = ${call}`.length <= LINE_WIDTH;
  if (isShort || `${before}${type.flat} =`.length > LINE_WIDTH) {
    return [layOut(before, type, ` = ${call}`), ...object].join('\n');
  }
  return [`${before}${type.flat} =`, ...[call, ...object].map((line) => `  ${line}`)].join('\n');
}

/** Prints a constant that is an object of literals. */
export function literalConstant(name: string, properties: readonly string[]): string {
  return `export const ${name} = {\n${properties.map((property) => `  ${property},\n`).join('')}} as const;`;
}

/** Prints a type alias, broken after its `=` if it is too long. */
export function aliasOf(name: string, type: string): string {
  const line = `export type ${name} = ${type};`;
  return line.length <= LINE_WIDTH ? line : `export type ${name} =\n  ${type};`;
}

/** Prints the beginning of an interface that extends the rest of another type, up to its `{`. */
export function interfaceOfRest(name: string, outer: string, source: string, fields: readonly string[]): string {
  const before = `export interface ${name} extends ${outer}<`;
  if (fields.length === 0) return `${before}${source}>`;
  const union = fields.join(' | ');
  const rest = `Omit<${source}, ${union}>`;
  if (`${before}${rest}> {`.length <= LINE_WIDTH) return `${before}${rest}>`;
  if (rest.length + 2 <= LINE_WIDTH) return `${before}\n  ${rest}\n>`;
  const lines = union.length + 4 <= LINE_WIDTH || fields.length === 1 ? [union] : fields.map((field) => `| ${field}`);
  return `${before}\n  Omit<\n    ${source},\n${lines.map((line) => `    ${line}\n`).join('')}  >\n>`;
}

/** Prints an import of types, one name a line if they do not fit on one. */
export function importOf(names: readonly string[], module: string): string {
  const line = `import type { ${names.join(', ')} } from ${module};`;
  return line.length <= LINE_WIDTH
    ? line
    : `import type {\n${names.map((name) => `  ${name},`).join('\n')}\n} from ${module};`;
}

/** Prints a constant that is a tuple of other constants, with its type, one a line if they do not fit on one. */
export function tupleConstant(name: string, constants: readonly string[]): string {
  const types = constants.map((constant) => `typeof ${constant}`);
  const before = `export const ${name}: readonly [`;
  const line = `${before}${types.join(', ')}] = [${constants.join(', ')}];`;
  if (line.length <= LINE_WIDTH) return line;
  const oneALine = (texts: readonly string[]): string => texts.map((text) => `  ${text},\n`).join('');
  const head = `${before}${types.join(', ')}] = [`;
  if (head.length <= LINE_WIDTH) return `${head}\n${oneALine(constants)}];`;
  const value = `] = [${constants.join(', ')}];`;
  const values = value.length <= LINE_WIDTH ? value : `] = [\n${oneALine(constants)}];`;
  return `${before}\n${oneALine(types)}${values}`;
}
