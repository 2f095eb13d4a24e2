/** How wide a line may be: prettier's `printWidth` too. */
const LINE_WIDTH = 120;

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

/** A read-only list of an intersection; of a name alone without more parts. */
export function listOfIntersection(first: string, rest: readonly string[]): TypeLayout {
  if (rest.length === 0) return plain(`readonly ${first}[]`);
  const second = rest.join(' & ');
  return { flat: `readonly (${first} & ${second})[]`, broken: [`readonly (${first} &`, `  ${second})[]`] };
}

/** A union, one part a line where a line does not hold them. */
export function unionOf(parts: readonly string[]): TypeLayout {
  return { flat: parts.join(' | '), broken: ['', ...parts.map((part) => `  | ${part}`)] };
}

/** A read-only list of a union. */
export function listOfUnion(parts: readonly string[]): TypeLayout {
  const union = parts.join(' | ');
  // Of a field, whose lines are indented by two.
  const lines = union.length + 4 <= LINE_WIDTH ? [`  ${union}`] : parts.map((part) => `  | ${part}`);
  return { flat: `readonly (${union})[]`, broken: ['readonly (', ...lines, ')[]'] };
}

/** An object with any keys. */
export function mapOf(values: string): TypeLayout {
  return {
    flat: `{ readonly [key: string]: ${values} }`,
    broken: ['{', `  readonly [key: string]: ${values};`, '}'],
  };
}

/** The same type, or null. */
export function orNull({ flat, broken }: TypeLayout): TypeLayout {
  return { flat: `${flat} | null`, broken: [...broken.slice(0, -1), `${broken.at(-1) ?? ''} | null`] };
}

/** `before`, the type and `after` as lines, `indent` before each. */
export function layOut(before: string, { flat, broken }: TypeLayout, after: string, indent = ''): string {
  const line = `${indent}${before}${flat}${after}`;
  if (line.length <= LINE_WIDTH) return line;
  const [first = '', ...rest] = broken;
  const lines = [`${before}${first}`.trimEnd(), ...rest];
  return lines.map((text, index) => `${indent}${text}${index === lines.length - 1 ? after : ''}`).join('\n');
}

/** A constant that a pure call with one object makes: broken after its `=` where that helps, else in its type. */
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

/** A constant that is an object of literals. */
export function literalConstant(name: string, properties: readonly string[]): string {
  return `export const ${name} = {\n${properties.map((property) => `  ${property},\n`).join('')}} as const;`;
}

/** A type alias, broken after its `=` where it does not fit. */
export function aliasOf(name: string, type: string): string {
  const line = `export type ${name} = ${type};`;
  return line.length <= LINE_WIDTH ? line : `export type ${name} =\n  ${type};`;
}

/** The beginning of an interface that extends a type of what another has besides some fields: all before its `{`. */
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

/** An import of types, one a line where one line does not hold them. */
export function importOf(names: readonly string[], module: string): string {
  const line = `import type { ${names.join(', ')} } from ${module};`;
  return line.length <= LINE_WIDTH
    ? line
    : `import type {\n${names.map((name) => `  ${name},`).join('\n')}\n} from ${module};`;
}

/** A constant that is a tuple of other constants, with its type, one a line where a line does not hold them. */
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
