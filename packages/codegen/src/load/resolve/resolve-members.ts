import { newFolderFacts } from '../../facts/facts.ts';
import type { AbsentField, Field, ObjectType, TypeUse } from '../../model/model.ts';
import type { Finding } from '../../diagnostic/reporter.ts';
import { spanOf } from '../comments/comments.ts';
import { ts } from '../../compiler.ts';
import { isRequired, type LoadContext, readComments, type Scope } from '../context/load-context.ts';
import { underlying, unknownType } from '../../model/type-uses.ts';
import { mapBesideFields } from '../types/map-beside-fields.ts';
import { mayBeUndefined, oneLine } from '../types/union.ts';

/**
 * Resolves the members of interfaces or of a type literal to an object, or to a map if there is only an index
 * signature. Interfaces of the same name are merged.
 */
export function resolveMembers(
  context: LoadContext,
  nodes: readonly (ts.InterfaceDeclaration | ts.TypeLiteralNode)[],
  parents: readonly TypeUse[],
  scope: Scope,
): TypeUse {
  const fields = new Map<string, Field>();
  const absent: AbsentField[] = [];
  let values: TypeUse | undefined;
  let place: ts.IndexSignatureDeclaration | undefined;
  for (const member of nodes.flatMap((node): ts.TypeElement[] => [...node.members])) {
    if (isAbsentSymbol(context, member)) continue;
    if (ts.isPropertySignature(member)) {
      const without = absentField(context, member);
      if (without !== undefined) absent.push(without);
      const field = without === undefined ? resolveField(context, member, scope) : undefined;
      if (field !== undefined) addField(context, fields, field);
    } else if (ts.isIndexSignatureDeclaration(member)) {
      values = resolveIndex(context, member, scope);
      place = member;
    } else {
      context.reporter.report(spanOf(member), {
        code: 'KB_NO_SCHEMA',
        message: 'only properties have a schema: objects of the API are plain data',
        hint: 'write a function beside the type instead',
      });
    }
  }
  if (values === undefined || place === undefined) {
    const members = object(parents, [...fields.values()], false);
    return absent.length === 0 ? members : { ...members, absent };
  }
  if (parents.length === 0 && fields.size === 0) return { kind: 'map', values };
  if (underlying(context.types, values).kind === 'json') return object(parents, [...fields.values()], true);
  const map = `Record<string, ${oneLine(place.type.getText())}>`;
  const beside = mapBesideFields({ map, values, fields: [...fields.values()] });
  context.reporter.report(spanOf(nodes[0] ?? place), beside);
  return unknownType;
}

/** Adds a field. If it is declared twice, both have the same type, or the compiler reports an error. */
function addField(context: LoadContext, fields: Map<string, Field>, field: Field): void {
  const earlier = fields.get(field.name);
  if (earlier !== undefined) {
    context.reporter.report(field.span, {
      code: 'KB_NO_SCHEMA',
      message: `the field ${field.name} is declared twice`,
      hint: `keep one of the two: the other is in line ${earlier.span.line}`,
    });
  } else fields.set(field.name, field);
}

function object(parents: readonly TypeUse[], fields: readonly Field[], open: boolean): ObjectType {
  return { kind: 'object', parents, fields, open };
}

function withoutName({ checker }: LoadContext, name: ts.PropertyName): Omit<Finding, 'code'> {
  const type = ts.isComputedPropertyName(name) ? checker.getTypeAtLocation(name.expression) : undefined;
  return ((type?.flags ?? 0) & ts.TypeFlags.ESSymbolLike) === 0
    ? {
        message: 'the name of a field must be a constant string',
        hint: 'write the name as a literal, or use a constant or a member of an enum',
      }
    : {
        message: 'the name of this field is a symbol, which JSON does not have',
        hint: "if it is a brand, write string & { readonly [brand]: 'Name' }; if it is a field, give it a name that is a string",
      };
}

/** True for `[symbol]?: never`, which only the compiler reads; EmptyObject of type-fest uses it. */
function isAbsentSymbol({ checker }: LoadContext, member: ts.TypeElement): boolean {
  if (!ts.isPropertySignature(member) || member.questionToken === undefined) return false;
  const { name, type } = member;
  return (
    type?.kind === ts.SyntaxKind.NeverKeyword &&
    ts.isComputedPropertyName(name) &&
    (checker.getTypeAtLocation(name.expression).flags & ts.TypeFlags.ESSymbolLike) !== 0
  );
}

/** The field of `name?: never`, or of `name?: undefined`, which means the same. */
function absentField(context: LoadContext, member: ts.PropertySignature): AbsentField | undefined {
  const isEmpty =
    member.type?.kind === ts.SyntaxKind.NeverKeyword || member.type?.kind === ts.SyntaxKind.UndefinedKeyword;
  const name = isEmpty && member.questionToken !== undefined ? nameOf(context, member.name) : undefined;
  if (name === undefined || member.type === undefined) return undefined;
  const field = { name, span: spanOf(member.type) };
  // A field written inside a member of a union needs no check; a declaration may be used as a member elsewhere.
  if (!ts.isUnionTypeNode(member.parent.parent)) context.absent.push(field);
  return field;
}

function resolveField(context: LoadContext, member: ts.PropertySignature, scope: Scope): Field | undefined {
  const { doc, markers } = readComments(context, member, 'field');
  const name = nameOf(context, member.name);
  if (name === undefined) {
    context.reporter.report(spanOf(member.name), { code: 'KB_NO_SCHEMA', ...withoutName(context, member.name) });
    return undefined;
  }
  const folder = context.folderOf(member.getSourceFile().fileName) ?? newFolderFacts();
  const schemaless = markers.some(({ effect }) => effect.on === 'schemaless');
  const type = schemaless ? unknownType : typeOfMember(context, member, scope);
  if (member.questionToken === undefined) checkUndefined(context, member, name, type);
  return {
    name,
    required: isRequired(markers, member.questionToken !== undefined, folder.optionalByDefault),
    doc,
    markers,
    type,
    span: spanOf(member.name),
  };
}

/**
 * Reports a required field that may be undefined: in JSON such a field is absent, but in TypeScript it must be there.
 */
function checkUndefined(context: LoadContext, member: ts.PropertySignature, name: string, type: TypeUse): void {
  if (member.type === undefined || !mayBeUndefined(context.types, type)) return;
  const parts = ts.isUnionTypeNode(member.type) ? member.type.types : [member.type];
  const rest = parts.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword).map((part) => part.getText());
  context.reporter.report(spanOf(member.type), {
    code: 'KB_NO_SCHEMA',
    message: `${name} is required and may be undefined, and JSON has no undefined: a field has a value, or it is left out`,
    hint: `write ${member.name.getText()}?: ${oneLine(rest.join(' | '))} for a field that may be left out${
      rest.length === parts.length ? `, or remove undefined from what ${oneLine(rest.join(' | '))} stands for` : ''
    }`,
  });
}

function typeOfMember(context: LoadContext, member: ts.PropertySignature, scope: Scope): TypeUse {
  if (member.type !== undefined) return context.resolve(member.type, scope);
  context.reporter.report(spanOf(member), {
    code: 'KB_NO_SCHEMA',
    message: 'a field without a type has no schema',
    hint: 'write its type after a colon',
  });
  return unknownType;
}

function resolveIndex(context: LoadContext, member: ts.IndexSignatureDeclaration, scope: Scope): TypeUse {
  const key = member.parameters[0]?.type;
  if (key?.kind !== ts.SyntaxKind.StringKeyword) {
    context.reporter.report(spanOf(member), {
      code: 'KB_NO_SCHEMA',
      message: 'the keys of a map are strings',
      hint: 'write [key: string]',
    });
  }
  return context.resolve(member.type, scope);
}

function nameOf({ checker }: LoadContext, name: ts.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)) return name.text;
  if (!ts.isComputedPropertyName(name)) return undefined;
  const type = checker.getTypeAtLocation(name.expression);
  return type.isStringLiteral() || type.isNumberLiteral() ? String(type.value) : undefined;
}
