import type { PathStep } from '../context/schema-place.ts';

/** A part of a schema's type that a CRD cannot express. */
export interface WrongPart {
  readonly path: readonly PathStep[];
  /** The type to write instead; undefined if the field has to be omitted. */
  readonly instead: string | undefined;
}

/** The path as an author writes it: `ports[].name`; empty for the whole type. */
export function pathText(path: readonly PathStep[]): string {
  let text = '';
  for (const step of path) {
    if (step.kind === 'field') text += text === '' ? step.name : `.${step.name}`;
    else if (step.kind === 'items') text += '[]';
    else if (step.kind === 'values') text += '.*';
  }
  return text;
}

/**
 * The TypeScript that replaces `type` so that no part is wrong: `Omit<z.infer<typeof door>, 'width'> & { width: int32
 * }`. Undefined if a part is in one of several shapes.
 */
export function rightType(type: string, parts: readonly WrongPart[]): string | undefined {
  const whole = parts.find(({ path }) => path.length === 0);
  if (whole !== undefined) return whole.instead;
  const [first] = parts[0]?.path ?? [];
  if (first === undefined || first.kind === 'shape') return undefined;
  if (first.kind === 'field') return withRightFields(type, parts);
  const inner = parts.map(({ path, instead }) => ({ path: path.slice(1), instead }));
  if (first.kind === 'nullable') {
    const right = rightType(`NonNullable<${type}>`, inner);
    return right === undefined ? undefined : `${inBrackets(right)} | null`;
  }
  const right = rightType(`${type}[${first.kind === 'items' ? 'number' : 'string'}]`, inner);
  if (right === undefined) return undefined;
  return first.kind === 'items' ? `${inBrackets(right)}[]` : `Record<string, ${right}>`;
}

function withRightFields(type: string, parts: readonly WrongPart[]): string | undefined {
  const fields = new Map<string, { optional: boolean; parts: WrongPart[] }>();
  for (const { path, instead } of parts) {
    const [first, ...rest] = path;
    if (first?.kind !== 'field') return undefined;
    const field = fields.get(first.name) ?? { optional: first.optional, parts: [] };
    fields.set(first.name, field);
    field.parts.push({ path: rest, instead });
  }
  const added: string[] = [];
  for (const [name, field] of fields) {
    const isLeftOut = field.parts.some(({ path, instead }) => path.length === 0 && instead === undefined);
    if (isLeftOut) continue;
    const own = `${type}[${quoted(name)}]`;
    const right = rightType(field.optional ? `NonNullable<${own}>` : own, field.parts);
    if (right === undefined) return undefined;
    added.push(`${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)}${field.optional ? '?' : ''}: ${right}`);
  }
  const { of, names } = alreadyLeftOut(type);
  const rest = `Omit<${of}, ${[...names, ...[...fields.keys()].map(quoted)].join(' | ')}>`;
  return added.length === 0 ? rest : `${rest} & { ${added.join('; ')} }`;
}

/** `Omit<T, 'a'>` as T and its omitted names, because one Omit can omit all. */
function alreadyLeftOut(type: string): { readonly of: string; readonly names: readonly string[] } {
  const [, of, names] = /^Omit<(.+), ((?:'[^']*'(?: \| )?)+)>$/s.exec(type) ?? [];
  return of === undefined || names === undefined ? { of: type, names: [] } : { of, names: names.split(' | ') };
}

function quoted(name: string): string {
  return `'${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function inBrackets(type: string): string {
  return /[ &|]/.test(type) && !/^\w+<[^&|]*>$/.test(type) ? `(${type})` : type;
}
