import type { Field } from '../model/model.ts';
import { applyTypeOf, type TypeTexts } from './apply-type.ts';
import { allFields, type DeclaredObject, hasBuiltInParent } from './resolve-use.ts';
import { docComment, literals, propertyName, quote } from './source-text.ts';
import { layOut } from './type-layout.ts';

/** What the interface of a kind has instead of the fields that every object has. */
const kindFields = [
  '  readonly apiVersion?: string;',
  '  readonly kind?: string;',
  '  readonly metadata: kb.ApplyMetadata;',
];
const everyKindHas = ['apiVersion', 'kind', 'metadata'];

/** The interface that states what is applied of a declared object: its fields, all optional. A kind's has a name besides. */
export function applyInterface(texts: TypeTexts, declared: DeclaredObject, name: string, isKind: boolean): string {
  const { type, id } = declared;
  const skipped = isKind ? everyKindHas : [];
  const fields = allFields(texts.model, type).filter((field) => !skipped.includes(field.name));
  const lines = [
    ...(isKind ? kindFields : []),
    ...fields.map((field) => fieldLines(texts, field, () => texts.sourceOf(id))),
  ];
  const known = [...fields.map((field) => field.name), ...skipped];
  const source = (): string =>
    known.length === 0 ? texts.sourceOf(id) : `Omit<${texts.sourceOf(id)}, ${literals(known)}>`;
  const rest = hasBuiltInParent(texts.model, type) ? ` extends kb.Apply<${source()}>` : '';
  const body = lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`;
  return `${docComment(`What is applied of ${declared.name}: everything ${isKind ? 'but its name ' : ''}is optional.`, '')}export interface ${name}${rest} ${body}\n`;
}

function fieldLines(texts: TypeTexts, field: Field, owner: () => string): string {
  const type = applyTypeOf(texts, field, () => `${owner()}[${quote(field.name)}]`);
  return docComment(field.doc, '  ') + layOut(`readonly ${propertyName(field.name)}?: `, type, ';', '  ');
}
