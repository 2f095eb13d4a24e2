import type { TypeId, TypeUse } from '../../model/model.ts';
import { checkParents } from '../types/check-parents.ts';
import { spanOf } from '../comments/comments.ts';
import { ts } from '../../compiler.ts';
import { resolveComputed } from '../computed/computed-type.ts';
import { RECURSION_HINT } from '../computed/refuse-computed.ts';
import { isInstalled } from '../program/module-resolution.ts';
import { fractionalLiteral } from '../findings/number-findings.ts';
import {
  isRequired,
  type LoadContext,
  readComments,
  type Scope,
  type TypeDeclaration,
} from '../context/load-context.ts';
import { resolveMembers } from './resolve-members.ts';
import { resolveReference } from './resolve-reference.ts';
import { keyOf, keyOfType } from '../types/type-key.ts';
import { isKubernetesObject, isPending, metaFields, underlying, unknownType } from '../../model/type-uses.ts';
import { oneLine } from '../types/union.ts';

/** The maximum number of nested instances of a generic type inside itself. */
const MAX_INSTANCES = 20;

/** Resolves a declaration to a named type, with an instance for each combination of type arguments. */
export function resolveDeclaration(
  context: LoadContext,
  declaration: TypeDeclaration,
  typeArguments: readonly TypeUse[],
): TypeUse {
  return named(context, declaration, typeArguments.map(keyOf), (declarations) =>
    typeOfDeclarations(context, declarations, typeArguments),
  );
}

/** Resolves a generic declaration to the named type that the compiler computed. */
export function resolveInstance(
  context: LoadContext,
  declaration: TypeDeclaration,
  type: ts.Type,
  alias?: TypeDeclaration,
): TypeUse {
  const key = keyOfType(context.checker, type);
  return named(context, declaration, [key], ([own = declaration]) =>
    resolveComputed(context, type, { node: own.name, outer: [], own, ...(alias !== undefined && { alias }) }),
  );
}

/** The id of a declaration's type. Type arguments are given by their keys. */
export function idOf(declaration: TypeDeclaration, typeArguments: readonly string[] = []): TypeId {
  const id = `${declaration.getSourceFile().fileName}#${qualifiedName(declaration)}`;
  return typeArguments.length === 0 ? id : `${id}<${typeArguments.join(',')}>`;
}

/** The name with those of the enclosing namespaces. */
function qualifiedName(declaration: TypeDeclaration): string {
  let name = declaration.name.text;
  for (let node: ts.Node = declaration.parent; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isModuleDeclaration(node)) name = `${node.name.text}.${name}`;
  }
  return name;
}

/** Declarations of the same name that the compiler merges. */
type Declarations = readonly TypeDeclaration[];

function named(
  context: LoadContext,
  declaration: TypeDeclaration,
  typeArguments: readonly string[],
  resolve: (declarations: Declarations) => TypeUse,
): TypeUse {
  const declarations = mergedWith(context, declaration);
  const [first = declaration] = declarations;
  const id = idOf(first, typeArguments);
  const span = spanOf(first.name);
  if (context.types.has(id)) return { kind: 'named', id };
  const instances = context.instances.get(first) ?? 0;
  if (instances >= MAX_INSTANCES) {
    context.reporter.report(span, {
      code: 'KB_RECURSIVE_TYPE',
      message: `${first.name.text} contains ever larger instances of itself`,
      hint: RECURSION_HINT,
    });
    return unknownType;
  }
  // Added before it is resolved, so that a type can refer to itself.
  context.types.set(id, undefined);
  for (const each of declarations) context.resolved.add(each);
  const comments = declarations.map((each) => readComments(context, each, 'type'));
  context.instances.set(first, instances + 1);
  const type = resolve(declarations);
  context.instances.set(first, instances);
  context.types.set(id, {
    id,
    name: first.name.text,
    file: first.getSourceFile().fileName,
    generic: typeArguments.length > 0,
    doc: isHelper(first) ? '' : (comments.find(({ doc }) => doc !== '')?.doc ?? ''),
    markers: isHelper(first) ? [] : comments.flatMap(({ markers }) => markers),
    span,
    type: isItself(context, type) ? reportItself(context, first) : type,
  });
  return { kind: 'named', id };
}

/** True for a generic type of an installed package: its comment describes the use of the type, not its values. */
function isHelper(declaration: TypeDeclaration): boolean {
  const isGeneric = !ts.isEnumDeclaration(declaration) && declaration.typeParameters !== undefined;
  return isGeneric && isInstalled(declaration.getSourceFile().fileName);
}

/** The declarations that the compiler merges with a declaration, the first one first. */
function mergedWith({ checker }: LoadContext, declaration: TypeDeclaration): Declarations {
  const all = checker.getSymbolAtLocation(declaration.name)?.declarations ?? [];
  const merged = all.filter((other) => ts.isInterfaceDeclaration(other) || ts.isEnumDeclaration(other));
  return merged.length > 1 ? merged : [declaration];
}

/** True for an alias that refers to a type that is being resolved, such as itself. */
function isItself(context: LoadContext, type: TypeUse): boolean {
  return (type.kind === 'named' || type.kind === 'nullable') && isPending(context.types, type);
}

function reportItself(context: LoadContext, declaration: TypeDeclaration): TypeUse {
  context.reporter.report(spanOf(declaration.name), {
    code: 'KB_RECURSIVE_TYPE',
    message: `${declaration.name.text} is only another name of itself`,
    hint: 'write the type that its values have',
  });
  return unknownType;
}

function typeOfDeclarations(
  context: LoadContext,
  declarations: Declarations,
  typeArguments: readonly TypeUse[],
): TypeUse {
  const [first] = declarations;
  if (first !== undefined && ts.isTypeAliasDeclaration(first)) {
    return context.resolve(first.type, scopeOf(context, first, typeArguments));
  }
  const enums = declarations.filter(ts.isEnumDeclaration);
  if (enums.length > 0) return enumType(context, enums);
  const interfaces = declarations.filter(ts.isInterfaceDeclaration);
  const scope: Scope = new Map(interfaces.flatMap((each) => [...scopeOf(context, each, typeArguments)]));
  const parents = interfaces.flatMap(({ heritageClauses = [] }) =>
    heritageClauses.flatMap(({ types }) =>
      types.map((node) => ({
        name: oneLine(node.getText()),
        type: parentOf(context, node, scope),
        span: spanOf(node),
      })),
    ),
  );
  const members = resolveMembers(
    context,
    interfaces,
    parents.map((parent) => parent.type),
    scope,
  );
  const type = parents.some((parent) => isKubernetesObject(context.types, parent.type)) ? asKind(members) : members;
  if (parents.length < 2 || type.kind !== 'object') return type;
  const fitting = checkParents(context, parents, new Set(type.fields.map(({ name }) => name)));
  return { ...type, parents: fitting.map((parent) => parent.type) };
}

/** The API server requires the members of every object: the schema requires them only if a marker says so. */
function asKind(type: TypeUse): TypeUse {
  if (type.kind !== 'object') return type;
  const fields = type.fields.map((field) =>
    metaFields.has(field.name) ? { ...field, required: isRequired(field.markers, true, true) } : field,
  );
  return { ...type, fields };
}

function parentOf(context: LoadContext, node: ts.ExpressionWithTypeArguments, scope: Scope): TypeUse {
  const parent = resolveReference(context, node.expression, node.typeArguments ?? [], scope, node);
  const shape = underlying(context.types, parent);
  if (isPending(context.types, parent)) {
    context.reporter.report(spanOf(node), {
      code: 'KB_RECURSIVE_TYPE',
      message: `a type cannot extend ${oneLine(node.getText())}, which contains it`,
      hint: RECURSION_HINT,
    });
    return unknownType;
  }
  if (['object', 'builtIn', 'kubernetesObject', 'unknown'].includes(shape.kind)) return parent;
  context.reporter.report(spanOf(node), {
    code: 'KB_NO_SCHEMA',
    message: `an interface cannot extend ${oneLine(node.getText())}, which is not an object with fields of its own`,
    hint:
      shape.kind === 'union'
        ? 'write a type alias: type Name = Parent & { … }'
        : 'extend an interface, or an object with named fields',
  });
  return unknownType;
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

function enumType(context: LoadContext, declarations: readonly ts.EnumDeclaration[]): TypeUse {
  const values: (string | number)[] = [];
  for (const member of declarations.flatMap(({ members }) => [...members])) {
    const value = context.checker.getConstantValue(member);
    if (typeof value === 'number' && !Number.isInteger(value) && !context.allowsFloats(member)) {
      context.reporter.report(spanOf(member), fractionalLiteral(value));
    } else if (value !== undefined) values.push(value);
    else {
      context.reporter.report(spanOf(member), {
        code: 'KB_NO_SCHEMA',
        message: 'the values of an enum must be constant',
        hint: 'write the value as a literal',
      });
    }
  }
  const [declaration] = declarations;
  if (declaration !== undefined && new Set(values.map((value) => typeof value)).size > 1) {
    context.reporter.report(spanOf(declaration.name), {
      code: 'KB_NO_SCHEMA',
      message: 'the values of an enum must all be strings, or all numbers',
      hint: 'split it into two enums',
    });
    return unknownType;
  }
  if (declaration !== undefined && declarations.every(({ members }) => members.length === 0)) {
    context.reporter.report(spanOf(declaration.name), {
      code: 'KB_NO_SCHEMA',
      message: 'an enum without members allows no value',
      hint: 'write its members, or string',
    });
  }
  return values.length === 0 ? unknownType : { kind: 'enum', values };
}
