import type { TypeUse } from '../../model/model.ts';
import { spanOf } from '../comments/comments.ts';
import { ts } from '../../compiler.ts';
import { isAnyJson } from '../computed/any-json.ts';
import { declaredSymbol } from '../context/declared-symbol.ts';
import { needsCompiler } from '../types/generic-instance.ts';
import type { LoadContext, Scope, TypeDeclaration } from '../context/load-context.ts';
import { floatingPoint, fractionalLiteral } from '../findings/number-findings.ts';
import { reportMissing } from '../findings/missing-type.ts';
import { notExported } from '../findings/not-exported.ts';
import { ownAlias } from './own-alias.ts';
import { resolveLibrary } from './resolve-library.ts';
import { resolveSchemaType } from '../validation/schema-type.ts';
import { reportLostRules } from '../validation/lost-rules.ts';
import { inferringLibrary } from '../validation/validation-library.ts';
import { reportMissingIn } from '../findings/why-any.ts';
import { unknownType } from '../../model/type-uses.ts';
import {
  APIMACHINERY_FILE,
  apimachineryType,
  NARROWED_NAME,
  WITH_QUANTITIES_NAME,
} from '../program/virtual-apimachinery.ts';
import { builtInNameOf } from '../program/virtual-kubernetes.ts';
import { isLibraryFile } from '../program/virtual-library.ts';
import { oneLine } from '../types/union.ts';

/** Resolves a name with its type arguments. Messages point at `node`. */
export function resolveReference(
  context: LoadContext,
  name: ts.Node,
  typeArguments: readonly ts.TypeNode[],
  scope: Scope,
  node: ts.TypeNode,
): TypeUse {
  const { checker } = context;
  const symbol = declaredSymbol(checker, name);
  const bound = symbol === undefined ? undefined : scope.get(symbol);
  if (bound !== undefined) return bound;
  const member = symbol?.declarations?.find(ts.isEnumMember);
  const value = member === undefined ? undefined : checker.getConstantValue(member);
  if (typeof value === 'number' && !Number.isInteger(value) && !context.allowsFloats(node)) {
    context.reporter.report(spanOf(node), fractionalLiteral(value));
    return unknownType;
  }
  if (value !== undefined) return { kind: 'enum', values: [value] };
  const declaration = symbol?.declarations?.find(isTypeDeclaration);
  const isClass = ((symbol?.flags ?? 0) & ts.SymbolFlags.Class) !== 0;
  if (symbol === undefined || declaration === undefined || isClass) return reportMissing(context, name, symbol);

  const { fileName } = declaration.getSourceFile();
  if (isLibraryFile(fileName)) return resolveLibrary(context, { name: symbol.name, typeArguments, scope, node });
  const known = fileName === APIMACHINERY_FILE ? apimachineryType(symbol.name) : undefined;
  if (
    known?.kind === 'scalar' &&
    (known.scalar === 'float32' || known.scalar === 'float64') &&
    !context.allowsFloats(node)
  ) {
    context.reporter.report(spanOf(node), floatingPoint);
  }
  if (known !== undefined) return known;
  const [fields] = typeArguments;
  if (
    fields !== undefined &&
    fileName === APIMACHINERY_FILE &&
    typeArguments.length === transparentTypes.get(symbol.name)
  )
    return context.resolve(fields, scope);
  const builtIn = builtInNameOf(fileName, declaration.name.text);
  if (builtIn !== undefined) {
    const finding = notExported(builtIn);
    if (finding !== undefined) context.reporter.report(spanOf(name), finding);
    return finding === undefined ? { kind: 'builtIn', name: builtIn } : unknownType;
  }
  if (fileName === APIMACHINERY_FILE) {
    return noSchema(context, node, `${symbol.name} has no schema`, hints[symbol.name]);
  }
  if (!ts.isEnumDeclaration(declaration)) {
    const missing = declaration.typeParameters?.find(
      (one, index) => index >= typeArguments.length && one.default === undefined,
    );
    if (missing !== undefined)
      return noSchema(
        context,
        node,
        `${symbol.name} has the type parameter ${missing.name.text}, which has no argument here`,
        `write ${symbol.name}<…>`,
      );
  }
  if (ts.isTypeAliasDeclaration(declaration) && ts.isUnionTypeNode(declaration.type)) {
    if (isAnyJson(checker, checker.getTypeFromTypeNode(node))) return { kind: 'json' };
  }
  if (needsCompiler(checker, declaration)) {
    const missing = typeArguments.filter((argument) => reportMissingIn(context, argument));
    if (missing.length > 0) return unknownType;
    reportLostRules(context, name, typeArguments);
    const library = inferringLibrary(checker, name);
    // Its own declaration was not written by the author: messages point at the use.
    if (library !== undefined || fileName.includes('node_modules/')) {
      const alias = ownAlias(node);
      const place = { node, outer: [], own: declaration, ...(alias !== undefined && { alias }) };
      const computed = checker.getTypeFromTypeNode(node);
      return library === undefined
        ? context.resolveComputed(computed, place)
        : resolveSchemaType(context, library, computed, place);
    }
    const type = checker.getTypeFromTypeNode(node);
    if ((type.flags & ts.TypeFlags.Never) !== 0) {
      const given = typeArguments.map((argument) => oneLine(argument.getText())).join(' and ');
      return noSchema(
        context,
        node,
        `${oneLine(node.getText())} evaluates to never, and no value has the type never`,
        `write another type here, or let ${symbol.name} allow ${given}`,
      );
    }
    return context.resolveInstance(declaration, type, ownAlias(node));
  }
  return context.resolveDeclaration(
    declaration,
    typeArguments.map((argument) => context.resolve(argument, scope)),
  );
}

/** What to write instead of types of `@kb/apimachinery` that cannot be the type of a field. */
const hints: Readonly<Record<string, string>> = {
  KubernetesList: 'write the list of its items: T[]',
  [NARROWED_NAME]: 'write Narrowed<Fields, Shapes>: the schema is that of Fields',
  [WITH_QUANTITIES_NAME]: 'write WithQuantities<Type>: the schema is that of Type',
};

/** Types of `@kb/apimachinery` that the generator treats as their first argument, and their numbers of arguments. */
const transparentTypes: ReadonlyMap<string, number> = new Map([
  [NARROWED_NAME, 2],
  [WITH_QUANTITIES_NAME, 1],
]);

function isTypeDeclaration(declaration: ts.Declaration): declaration is TypeDeclaration {
  return (
    ts.isInterfaceDeclaration(declaration) ||
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isEnumDeclaration(declaration)
  );
}

function noSchema(context: LoadContext, node: ts.Node, message: string, hint?: string): TypeUse {
  context.reporter.report(spanOf(node), { code: 'KB_NO_SCHEMA', message, ...(hint !== undefined && { hint }) });
  return unknownType;
}
