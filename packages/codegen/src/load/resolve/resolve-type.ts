import type { Finding } from '../../diagnostic/reporter.ts';
import type { Scalar, TypeUse } from '../../model/model.ts';
import { spanOf } from '../comments/comments.ts';
import { ts } from '../../compiler.ts';
import { resolveComputed } from '../computed/computed-type.ts';
import type { LoadContext, Scope } from '../context/load-context.ts';
import { resolveListItem } from './list-item.ts';
import { ownAlias } from './own-alias.ts';
import { resolveAccess } from './resolve-access.ts';
import { resolveIntersection } from './resolve-intersection.ts';
import { resolveMembers } from './resolve-members.ts';
import { resolveReference } from './resolve-reference.ts';
import { resolveUnion } from '../types/union.ts';
import { resolveTuple } from '../types/tuple.ts';
import { fractionalLiteral, plainNumber } from '../findings/number-findings.ts';
import { unknownType } from '../../model/type-uses.ts';
import { reportLostRules } from '../validation/lost-rules.ts';
import { resolveSchemaType } from '../validation/schema-type.ts';
import { libraryBehind } from '../validation/validation-library.ts';

/** Resolves a type node. Reports types without a schema, and returns `unknown` for them. */
export function resolveType(context: LoadContext, node: ts.TypeNode, scope: Scope): TypeUse {
  const fail = (finding: Finding): TypeUse => {
    context.reporter.report(spanOf(node), finding);
    return unknownType;
  };
  if (ts.isParenthesizedTypeNode(node)) return context.resolve(node.type, scope);
  if (ts.isArrayTypeNode(node)) return { kind: 'list', items: resolveListItem(context, node.elementType, scope) };
  if (ts.isTypeReferenceNode(node))
    return resolveReference(context, node.typeName, node.typeArguments ?? [], scope, node);
  if (ts.isImportTypeNode(node) && node.qualifier !== undefined && !node.isTypeOf)
    return resolveReference(context, node.qualifier, node.typeArguments ?? [], scope, node);
  if (ts.isUnionTypeNode(node)) return resolveUnion(context, node, scope);
  if (ts.isLiteralTypeNode(node)) return resolveLiteral(context, node, fail);
  if (ts.isTypeLiteralNode(node)) return resolveMembers(context, [node], [], scope);
  if (ts.isIntersectionTypeNode(node)) return resolveIntersection(context, node, scope);
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
    return context.resolve(node.type, scope);
  if (ts.isTupleTypeNode(node)) return resolveTuple(context, node, scope);
  return resolveKeyword(context, node, fail) ?? resolveAccess(context, node, scope) ?? computed(context, node);
}

function computed(context: LoadContext, node: ts.TypeNode): TypeUse {
  const own = ownAlias(node);
  const type = context.checker.getTypeFromTypeNode(node);
  const place = { node, outer: [], ...(own && { own }) };
  const schema = ts.isIndexedAccessTypeNode(node) ? libraryBehind(context.checker, node) : undefined;
  if (schema === undefined) return resolveComputed(context, type, place);
  const { library, name, typeArguments, part } = schema;
  reportLostRules(context, name, typeArguments, { at: node, isKept: (field) => `${field}.`.startsWith(part) });
  return resolveSchemaType(context, library, type, place);
}

function resolveLiteral(context: LoadContext, node: ts.LiteralTypeNode, fail: (finding: Finding) => TypeUse): TypeUse {
  const { literal } = node;
  const number = (value: number): TypeUse =>
    context.allowsFloats(node) || Number.isInteger(value)
      ? { kind: 'enum', values: [value] }
      : fail(fractionalLiteral(value));
  if (ts.isStringLiteral(literal) || ts.isNoSubstitutionTemplateLiteral(literal))
    return { kind: 'enum', values: [literal.text] };
  if (ts.isNumericLiteral(literal)) return number(Number(literal.text));
  if (ts.isPrefixUnaryExpression(literal) && ts.isNumericLiteral(literal.operand)) {
    return number(-Number(literal.operand.text));
  }
  if (literal.kind === ts.SyntaxKind.TrueKeyword) return { kind: 'enum', values: [true] };
  if (literal.kind === ts.SyntaxKind.FalseKeyword) return { kind: 'enum', values: [false] };
  return fail({
    code: 'KB_NO_SCHEMA',
    message: `${node.getText()} alone has no schema`,
    hint: 'write the type that the value has otherwise',
  });
}

function resolveKeyword(
  context: LoadContext,
  node: ts.TypeNode,
  fail: (finding: Finding) => TypeUse,
): TypeUse | undefined {
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword:
      return scalar('string');
    case ts.SyntaxKind.BooleanKeyword:
      return scalar('boolean');
    case ts.SyntaxKind.NumberKeyword:
      return context.allowsFloats(node) ? scalar('number') : fail(plainNumber);
    case ts.SyntaxKind.UnknownKeyword:
      return { kind: 'json' };
    case ts.SyntaxKind.AnyKeyword:
      return fail({
        code: 'KB_NO_SCHEMA',
        message: 'any has no schema',
        hint: 'write unknown for a value of any shape, which is kept as it is',
      });
    case ts.SyntaxKind.BigIntKeyword:
      return fail({
        code: 'KB_NO_SCHEMA',
        message: 'bigint is not a JSON type',
        hint: "write int64 (from '@kb/apimachinery')",
      });
    case ts.SyntaxKind.ObjectKeyword:
      return fail({
        code: 'KB_NO_SCHEMA',
        message: 'object does not say which fields it has',
        hint: 'write Record<string, unknown> for any object, or name its fields',
      });
    case ts.SyntaxKind.FunctionType:
    case ts.SyntaxKind.ConstructorType:
      return fail({
        code: 'KB_NO_SCHEMA',
        message: 'a function has no schema: objects of the API are plain data',
        hint: 'write functions beside the type instead',
      });
    case ts.SyntaxKind.NeverKeyword:
      return fail({
        code: 'KB_NO_SCHEMA',
        message: 'no value has the type never',
        hint: isInUnion(node)
          ? 'remove the field; in a shape of a union write name?: never for a field that only other shapes have'
          : 'remove the field, or write the type that its values have',
      });
    case ts.SyntaxKind.UndefinedKeyword:
    case ts.SyntaxKind.VoidKeyword:
      return fail({
        code: 'KB_NO_SCHEMA',
        message: `${node.getText()} is not a JSON value`,
        hint: 'write name?: T for a field that may be left out, or T | null for one whose value may be null',
      });
    case ts.SyntaxKind.SymbolKeyword:
    case ts.SyntaxKind.ThisType:
      return fail({
        code: 'KB_NO_SCHEMA',
        message: `${node.getText()} has no schema`,
        hint: 'use a type that JSON can express',
      });
    default:
      return undefined;
  }
}

function scalar(name: Scalar): TypeUse {
  return { kind: 'scalar', scalar: name };
}

/** True when an object around a type is a shape of a union. */
function isInUnion(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined && !ts.isStatement(at); at = at.parent) {
    if (ts.isUnionTypeNode(at)) return true;
  }
  return false;
}
