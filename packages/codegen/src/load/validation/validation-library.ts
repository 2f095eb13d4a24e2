import { ts } from '../../compiler.ts';
import { isLibraryFile } from '../program/virtual-library.ts';
import { declaredSymbol } from '../context/declared-symbol.ts';

/** The types of validation libraries that infer the type of values from a schema, by module. */
const inferring: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['zod', new Set(['infer', 'TypeOf', 'input', 'output'])],
  ['@sinclair/typebox', new Set(['Static', 'StaticDecode', 'StaticEncode'])],
  ['typebox', new Set(['Static', 'StaticDecode', 'StaticEncode'])],
  ['valibot', new Set(['InferInput', 'InferOutput'])],
]);

/** The library of a type that infers the type of values from a schema; undefined for any other type. */
export function inferringLibrary(checker: ts.TypeChecker, name: ts.Node): string | undefined {
  const [first, own] = ts.isQualifiedName(name) ? [name.left, name.right] : [name, undefined];
  const declaration = checker.getSymbolAtLocation(first)?.declarations?.[0];
  let node: ts.Node | undefined = declaration;
  while (node !== undefined && !ts.isImportDeclaration(node)) node = node.parent;
  if (declaration === undefined || node === undefined || !ts.isStringLiteral(node.moduleSpecifier)) return undefined;
  const imported = ts.isImportSpecifier(declaration) ? (declaration.propertyName ?? declaration.name).text : '';
  const { text } = node.moduleSpecifier;
  const library = [...inferring.keys()].find((module) => text === module || text.startsWith(`${module}/`));
  return library !== undefined && inferring.get(library)?.has(own?.text ?? imported) === true ? library : undefined;
}

/** A library's type that infers the type of values from a schema: `z.infer<typeof door>`. */
export interface InferredType {
  readonly library: string;
  readonly name: ts.Node;
  readonly typeArguments: readonly ts.TypeNode[];
  /** The path of fields to the used part, each followed by a full stop: `spec.` */
  readonly part: string;
}

/**
 * The library of the schema that a type comes from, also through names, Omit and indexed accesses: only the compiler
 * knows the fields of such a type.
 */
export function libraryBehind(checker: ts.TypeChecker, node: ts.TypeNode): InferredType | undefined {
  const seen = new Set<ts.Node>();
  let current: ts.TypeNode | undefined = node;
  let part = '';
  while (current !== undefined && !seen.has(current)) {
    seen.add(current);
    if (ts.isParenthesizedTypeNode(current)) current = current.type;
    else if (ts.isIndexedAccessTypeNode(current)) {
      const { indexType }: ts.IndexedAccessTypeNode = current;
      if (ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal))
        part = `${indexType.literal.text}.${part}`;
      current = current.objectType;
    } else if (ts.isTypeReferenceNode(current)) {
      const { typeName: name }: ts.TypeReferenceNode = current;
      const typeArguments: readonly ts.TypeNode[] = current.typeArguments ?? [];
      const library = inferringLibrary(checker, name);
      if (library !== undefined) return { library, name, typeArguments, part };
      const alias: ts.TypeAliasDeclaration | undefined = declaredSymbol(checker, name)?.declarations?.find(
        ts.isTypeAliasDeclaration,
      );
      const isOfLibrary: boolean = alias !== undefined && isLibraryFile(alias.getSourceFile().fileName);
      current = isOfLibrary ? typeArguments[0] : alias?.type;
    } else return undefined;
  }
  return undefined;
}
