import type { Field, Kind, Model, NamedType, ObjectType, TypeId, TypeUse } from '../model/model.ts';
import { layOut } from './type-layout.ts';
import { applyTypeOf, propertyName, quote, resolveUse, type TypeTexts } from './type-text.ts';

/** The declared objects that a kind is made of, without the kind itself, in the order in which they are reached. */
export function reachableObjects(model: Model, kind: Kind): TypeId[] {
  const found = new Set<TypeId>();
  const visit = (use: TypeUse): void => {
    const { type, id } = resolveUse(model, use);
    if (type.kind === 'list') visit(type.items);
    if (type.kind === 'map') visit(type.values);
    if (type.kind !== 'object') return;
    if (id !== undefined) {
      if (found.has(id)) return;
      if (id !== kind.type && hasApplyInterface(model.types.get(id))) found.add(id);
    }
    // A type without an interface of its own is written by its source, whatever is in it.
    if (id === undefined || !hasApplyInterface(model.types.get(id))) return;
    for (const field of allFields(model, type)) visit(field.type);
  };
  visit({ kind: 'named', id: kind.type });
  return [...found];
}

/** True for a declared object whose fields are all known: its parents are declared objects too. */
function hasApplyInterface(type: NamedType | undefined): boolean {
  return type !== undefined && !type.generic && type.type.kind === 'object' && !type.type.open;
}

/** The fields of an object and of its declared parents; a field of the object wins. Built-in parents have none here. */
export function allFields(model: Model, type: ObjectType): Field[] {
  const fields = new Map<string, Field>();
  for (const parent of type.parents) {
    const { type: target } = resolveUse(model, parent);
    if (target.kind === 'object') for (const field of allFields(model, target)) fields.set(field.name, field);
  }
  for (const field of type.fields) fields.set(field.name, field);
  return [...fields.values()];
}

/** True when a type gets fields from a type of Kubernetes: those are not among {@link allFields}. */
function hasBuiltInParent(model: Model, type: ObjectType): boolean {
  return type.parents.some((parent) => {
    const { type: target } = resolveUse(model, parent);
    return target.kind === 'object' ? hasBuiltInParent(model, target) : target.kind === 'builtIn';
  });
}

/** The interface that states what is applied of a declared object: its fields, all optional. `skipped` are fields that the caller writes itself. */
export function applyInterface(
  texts: TypeTexts,
  id: TypeId,
  name: string,
  first: readonly string[] = [],
  skipped: ReadonlySet<string> = new Set(),
): string {
  const declared = texts.model.types.get(id);
  if (declared?.type.kind !== 'object') throw new Error(`${id} is no object`);
  const fields = allFields(texts.model, declared.type).filter((field) => !skipped.has(field.name));
  const lines = [
    ...first.map((line) => `  ${line}`),
    ...fields.map((field) => fieldLines(texts, field, () => texts.sourceOf(id))),
  ];
  const rest = hasBuiltInParent(texts.model, declared.type)
    ? ` extends kb.Apply<Omit<${texts.sourceOf(id)}, ${[...fields.map((field) => field.name), ...skipped].map(quote).join(' | ')}>>`
    : '';
  const body = lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`;
  return `${docComment(`What is applied of ${declared.name}: everything ${first.length > 0 ? 'but its name ' : ''}is optional.`, '')}export interface ${name}${rest} ${body}\n`;
}

function fieldLines(texts: TypeTexts, field: Field, owner: () => string): string {
  const type = applyTypeOf(texts, field, () => `${owner()}[${quote(field.name)}]`);
  return docComment(field.doc, '  ') + layOut(`readonly ${propertyName(field.name)}?: `, type, ';', '  ');
}

/** A JSDoc comment with a line break after it; empty for an empty text. */
export function docComment(text: string, indent: string): string {
  if (text === '') return '';
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0] ?? ''} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}`).join('\n')}\n${indent} */\n`;
}
