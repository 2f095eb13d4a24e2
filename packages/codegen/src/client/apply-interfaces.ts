import type { Field, Kind } from '../model/model.ts';
import { applyTypeOf, type TypeTexts } from './apply-type.ts';
import { apiVersionOf } from './group-version-names.ts';
import { allFields, type DeclaredObject, hasBuiltInParent } from './resolve-use.ts';
import { distinctQuotes, docComment, propertyName, quote } from './source-text.ts';
import { interfaceOfRest, layOut, plain } from './type-layout.ts';

const everyKindHas = ['apiVersion', 'kind', 'metadata'];

/**
 * Prints the interface for server-side apply of a declared object, with all fields optional. That of a `kind` also
 * requires a name, and is not assignable from another kind's.
 */
export function applyInterface(
  texts: TypeTexts,
  declared: DeclaredObject,
  name: string,
  kind: Kind | undefined,
): string {
  const { type, id } = declared;
  const skipped = kind === undefined ? [] : everyKindHas;
  const fields = allFields(texts.model, type).filter((field) => !skipped.includes(field.name));
  const lines = [
    ...(kind === undefined ? [] : kindFields(kind)),
    ...fields.map((field) => fieldLines(texts, field, () => texts.sourceOf(id))),
  ];
  const known = [...fields.map((field) => field.name), ...skipped];
  const opening = hasBuiltInParent(texts.model, type)
    ? interfaceOfRest(name, 'kb.Apply', texts.sourceOf(id), distinctQuotes(known))
    : `export interface ${name}`;
  const body = lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`;
  return `${docComment(`What is applied of ${declared.name}: everything ${kind === undefined ? '' : 'but its name '}is optional.`, '')}${opening} ${body}\n`;
}

/** The fields of a kind's interface in place of those that every object has. */
function kindFields(kind: Kind): string[] {
  return [
    layOut('readonly apiVersion?: ', plain(quote(apiVersionOf(kind.groupVersion))), ';', '  '),
    layOut('readonly kind?: ', plain(quote(kind.name)), ';', '  '),
    '  readonly metadata: kb.ApplyMetadata;',
  ];
}

function fieldLines(texts: TypeTexts, field: Field, owner: () => string): string {
  const type = applyTypeOf(texts, field, () => `${owner()}[${quote(field.name)}]`);
  return docComment(field.doc, '  ') + layOut(`readonly ${propertyName(field.name)}?: `, type, ';', '  ');
}
