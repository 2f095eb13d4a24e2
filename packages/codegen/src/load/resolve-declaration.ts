import type { NamedType, TypeId, TypeUse } from '../model/model.ts';
import { spanOf } from './comments.ts';
import { ts } from './compiler.ts';
import { type LoadContext, readComments, type Scope, type TypeDeclaration } from './load-context.ts';
import { resolveMembers } from './resolve-members.ts';
import { resolveReference } from './resolve-reference.ts';
import { unknownType } from './type-uses.ts';

/** How deep generic types may be made of themselves. */
const maxIdLength = 2000;

/** The named type that a declaration makes; an instance of it for each combination of type arguments. */
export function resolveDeclaration(
  context: LoadContext,
  declaration: TypeDeclaration,
  typeArguments: readonly TypeUse[],
): TypeUse {
  const id = idOf(declaration, typeArguments);
  if (id.length > maxIdLength) {
    context.reporter.report(spanOf(declaration.name), {
      code: 'recursive-type',
      message: `${declaration.name.text} is made of ever larger instances of itself`,
    });
    return unknownType;
  }
  if (!context.types.has(id)) {
    // Known before it is resolved, so that a type can refer to itself.
    context.types.set(id, undefined);
    context.types.set(id, namedType(context, declaration, typeArguments, id));
    context.resolved.add(declaration);
  }
  return { kind: 'named', id };
}

/** The id of what a declaration makes. */
export function idOf(declaration: TypeDeclaration, typeArguments: readonly TypeUse[] = []): TypeId {
  const id = `${declaration.getSourceFile().fileName}#${declaration.name.text}`;
  return typeArguments.length === 0
    ? id
    : `${id}<${typeArguments.map((argument) => JSON.stringify(argument, withoutPlaces)).join(',')}>`;
}

function withoutPlaces(key: string, value: unknown): unknown {
  return key === 'span' ? undefined : value;
}

function namedType(
  context: LoadContext,
  declaration: TypeDeclaration,
  typeArguments: readonly TypeUse[],
  id: TypeId,
): NamedType {
  const { doc, markers } = readComments(context, declaration, 'type');
  return {
    id,
    name: declaration.name.text,
    file: declaration.getSourceFile().fileName,
    generic: typeArguments.length > 0,
    doc,
    markers,
    span: spanOf(declaration.name),
    type: typeOfDeclaration(context, declaration, typeArguments),
  };
}

function typeOfDeclaration(
  context: LoadContext,
  declaration: TypeDeclaration,
  typeArguments: readonly TypeUse[],
): TypeUse {
  if (ts.isEnumDeclaration(declaration)) return enumType(context, declaration);
  const scope = scopeOf(context, declaration, typeArguments);
  if (ts.isTypeAliasDeclaration(declaration)) return context.resolve(declaration.type, scope);
  const parents = (declaration.heritageClauses ?? []).flatMap(({ types }) =>
    types.map((type) => resolveReference(context, type.expression, type.typeArguments ?? [], scope, type)),
  );
  return resolveMembers(context, declaration, parents, scope);
}

function scopeOf(
  context: LoadContext,
  declaration: ts.InterfaceDeclaration | ts.TypeAliasDeclaration,
  typeArguments: readonly TypeUse[],
): Scope {
  const scope = new Map<ts.Symbol, TypeUse>();
  declaration.typeParameters?.forEach((parameter, index) => {
    const symbol = context.checker.getSymbolAtLocation(parameter.name);
    const given = typeArguments[index];
    const use = given ?? (parameter.default === undefined ? unknownType : context.resolve(parameter.default, scope));
    if (symbol !== undefined) scope.set(symbol, use);
  });
  return scope;
}

function enumType(context: LoadContext, declaration: ts.EnumDeclaration): TypeUse {
  const values: (string | number)[] = [];
  for (const member of declaration.members) {
    const value = context.checker.getConstantValue(member);
    if (value !== undefined) values.push(value);
    else {
      context.reporter.report(spanOf(member), {
        code: 'no-schema',
        message: 'the values of an enum have to be known without running anything',
        hint: 'write the value out',
      });
    }
  }
  if (new Set(values.map((value) => typeof value)).size > 1) {
    context.reporter.report(spanOf(declaration.name), {
      code: 'no-schema',
      message: 'an enum has values of one type: all text, or all numbers',
    });
    return unknownType;
  }
  return values.length === 0 ? unknownType : { kind: 'enum', values };
}
