import type { Field, TypeUse } from '../model/model.ts';
import { spanOf } from './comments.ts';
import { ts } from './compiler.ts';
import { type LoadContext, readComments, type TypeDeclaration } from './load-context.ts';
import { unknownType } from './type-uses.ts';
import { apimachineryFile, apimachineryType } from './virtual-apimachinery.ts';
import { builtInNameOf } from './virtual-kubernetes.ts';
import { libraryFile } from './virtual-library.ts';

const maxDepth = 20;

/**
 * The type that the compiler computed: of indexed accesses, mapped and conditional types, which only it can evaluate. Declared types that it still knows keep their names.
 * `node` is what messages point at.
 */
export function resolveComputed(context: LoadContext, type: ts.Type, node: ts.Node, depth = 0): TypeUse {
  const { checker } = context;
  if (depth > maxDepth) return refuse(context, node, 'this type is nested too deeply, or contains itself');
  const named = namedType(context, type);
  if (named !== undefined) return named;
  if (type.isUnion()) return computedUnion(context, type, node, depth);
  const literal = literalValue(checker, type);
  if (literal !== undefined) return { kind: 'enum', values: [literal] };
  if ((type.flags & ts.TypeFlags.String) !== 0) return { kind: 'scalar', scalar: 'string' };
  if ((type.flags & ts.TypeFlags.Boolean) !== 0) return { kind: 'scalar', scalar: 'boolean' };
  if ((type.flags & ts.TypeFlags.Unknown) !== 0) return { kind: 'json' };
  if ((type.flags & ts.TypeFlags.Number) !== 0 && context.allowFloats) return { kind: 'scalar', scalar: 'number' };
  if ((type.flags & ts.TypeFlags.Number) !== 0) {
    context.reporter.report(spanOf(node), {
      code: 'plain-number',
      message: 'this type is, or contains, a plain number, which has no place in a schema',
      hint: "use int32, int64, Quantity or IntOrString (from '@kb/apimachinery')",
    });
    return unknownType;
  }
  if (checker.isArrayType(type)) {
    const [items] = checker.getTypeArguments(type as ts.TypeReference);
    return items === undefined
      ? unknownType
      : { kind: 'list', items: resolveComputed(context, items, node, depth + 1) };
  }
  const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  if (isObject && !checker.isTupleType(type) && type.getCallSignatures().length === 0)
    return computedObject(context, type, node, depth);
  return refuse(context, node, `the type ${checker.typeToString(type)} has no schema`);
}

function computedUnion(context: LoadContext, type: ts.UnionType, node: ts.Node, depth: number): TypeUse {
  const parts = type.types.filter((part) => (part.flags & ts.TypeFlags.Undefined) === 0);
  const rest = parts.filter((part) => (part.flags & ts.TypeFlags.Null) === 0);
  const values = rest.map((part) => literalValue(context.checker, part)).filter((value) => value !== undefined);
  const [only] = rest;
  let use: TypeUse;
  if (values.length === rest.length && values.every((value) => typeof value === typeof values[0])) {
    use =
      typeof values[0] === 'boolean' && values.length === 2
        ? { kind: 'scalar', scalar: 'boolean' }
        : { kind: 'enum', values };
  } else if (rest.length === 1 && only !== undefined) {
    use = resolveComputed(context, only, node, depth + 1);
  } else {
    use = refuse(context, node, `a structural schema cannot express the union ${context.checker.typeToString(type)}`);
  }
  return rest.length < parts.length && use.kind !== 'unknown' ? { kind: 'nullable', of: use } : use;
}

function computedObject(context: LoadContext, type: ts.Type, node: ts.Node, depth: number): TypeUse {
  const { checker } = context;
  const fields = checker.getPropertiesOfType(type).map<Field>((property) => {
    const declaration = property.declarations?.find(ts.isPropertySignature);
    // Comments of built-in fields are in the data; those of an author's field go with it wherever it is used.
    const isAuthors = declaration !== undefined && !declaration.getSourceFile().fileName.startsWith('/');
    const { doc, markers } = isAuthors ? readComments(context, declaration, 'field') : { doc: '', markers: [] };
    return {
      name: property.name,
      required: (property.flags & ts.SymbolFlags.Optional) === 0,
      doc,
      markers,
      type: resolveComputed(context, checker.getTypeOfSymbol(property), node, depth + 1),
      span: spanOf(node),
    };
  });
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  if (index === undefined) return { kind: 'object', parents: [], fields, open: false };
  const values = resolveComputed(context, index.type, node, depth + 1);
  if (fields.length === 0) return { kind: 'map', values };
  return values.kind === 'json'
    ? { kind: 'object', parents: [], fields, open: true }
    : refuse(context, node, 'a structural schema has named fields or an index signature, not both');
}

/** The declared type that the compiler still knows by its name. */
function namedType(context: LoadContext, type: ts.Type): TypeUse | undefined {
  const { checker } = context;
  const mark = type.isIntersection() ? (type.getProperty('__kbName') ?? type.getProperty('__kbBuiltIn')) : undefined;
  const markType = mark === undefined ? undefined : checker.getNonNullableType(checker.getTypeOfSymbol(mark));
  if (markType?.isStringLiteral() === true) {
    return mark?.name === '__kbBuiltIn' ? { kind: 'builtIn', name: markType.value } : apimachineryType(markType.value);
  }
  const symbol = type.aliasSymbol ?? type.getSymbol();
  const declaration = symbol?.declarations?.find(
    (candidate): candidate is TypeDeclaration =>
      ts.isInterfaceDeclaration(candidate) || ts.isTypeAliasDeclaration(candidate) || ts.isEnumDeclaration(candidate),
  );
  if (symbol === undefined || declaration === undefined) return undefined;
  const { fileName } = declaration.getSourceFile();
  if (fileName === libraryFile) return undefined;
  if (fileName === apimachineryFile) return apimachineryType(symbol.name);
  const builtIn = builtInNameOf(fileName, declaration.name.text);
  if (builtIn !== undefined) return { kind: 'builtIn', name: builtIn };
  const generic = !ts.isEnumDeclaration(declaration) && (declaration.typeParameters?.length ?? 0) > 0;
  return generic ? undefined : context.resolveDeclaration(declaration, []);
}

function literalValue(checker: ts.TypeChecker, type: ts.Type): string | number | boolean | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  return (type.flags & ts.TypeFlags.BooleanLiteral) === 0 ? undefined : checker.typeToString(type) === 'true';
}

function refuse(context: LoadContext, node: ts.Node, message: string): TypeUse {
  context.reporter.report(spanOf(node), { code: 'no-schema', message, hint: 'write the type out' });
  return unknownType;
}
