import type { LoadContext, TypeDeclaration } from './load-context.ts';
import { isTypeDeclaration } from './load-folder.ts';
import { ts } from './program/compiler.ts';
import { apimachineryFile } from './program/virtual-apimachinery.ts';
import { declaredSymbol } from './resolve/declared-symbol.ts';

/** True for an interface that extends KubernetesObject, itself or by its parents. */
export function isKindLike(checker: ts.TypeChecker, declaration: TypeDeclaration): boolean {
  return ts.isInterfaceDeclaration(declaration) && extendsOwn(checker, declaration, 'KubernetesObject');
}

/** The declarations of files that are kinds, or are marked as some. */
export function kindDeclarations(checker: ts.TypeChecker, files: readonly ts.SourceFile[]): TypeDeclaration[] {
  return files.flatMap((file) =>
    file.statements
      .filter(isTypeDeclaration)
      .filter(
        (statement) =>
          isKindLike(checker, statement) ||
          file.text.slice(statement.pos, statement.getStart(file)).includes('kubebuilder:object:root'),
      ),
  );
}

/** True for an alias of an object of the API: `KubernetesObject & { … }`, or an instance of a base of kinds. */
export function isKindAlias(
  context: LoadContext,
  declaration: TypeDeclaration,
): declaration is ts.TypeAliasDeclaration {
  if (!ts.isTypeAliasDeclaration(declaration)) return false;
  const seen = new Set<ts.Node>();
  const leads = (node: ts.TypeNode): boolean => {
    if (ts.isParenthesizedTypeNode(node)) return leads(node.type);
    if (ts.isIntersectionTypeNode(node)) return node.types.some(leads);
    if (!ts.isTypeReferenceNode(node)) return false;
    const declared = declaredSymbol(context.checker, node.typeName)?.declarations?.find(
      (each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each),
    );
    if (declared === undefined || seen.has(declared)) return false;
    seen.add(declared);
    if (ts.isTypeAliasDeclaration(declared)) return leads(declared.type);
    const isObject =
      declared.getSourceFile().fileName === apimachineryFile && declared.name.text === 'KubernetesObject';
    return isObject || isKindLike(context.checker, declared);
  };
  return leads(declaration.type);
}

/** The kind that a declaration is the list of: that of its `items`. Undefined for what is no list of objects. */
export function itemOfList(context: LoadContext, declaration: TypeDeclaration): string | undefined {
  const { checker } = context;
  const items = checker.getTypeAtLocation(declaration.name).getProperty('items');
  const list = items === undefined ? undefined : checker.getNonNullableType(checker.getTypeOfSymbol(items));
  if (list === undefined || !checker.isArrayType(list)) return undefined;
  const item = checker.getTypeArguments(list as ts.TypeReference)[0]?.getSymbol();
  const declared = item?.declarations?.find(ts.isInterfaceDeclaration);
  if (declared === undefined) return undefined;
  const isList = ts.isInterfaceDeclaration(declaration) && extendsOwn(checker, declaration, 'KubernetesList');
  return isList || isKindLike(checker, declared) ? declared.name.text : undefined;
}

/** What an interface extends, by name. */
export function parentsOf({ heritageClauses }: ts.InterfaceDeclaration): ts.Expression[] {
  return (heritageClauses ?? []).flatMap(({ types }) => types.map(({ expression }) => expression));
}

/** True for an interface that leads to one of `@kb/apimachinery`. */
function extendsOwn(checker: ts.TypeChecker, declaration: ts.InterfaceDeclaration, name: OwnInterface): boolean {
  const answers = known[name];
  // The map grows while it is walked through: with the parents of those in it, and who extends them.
  const reached = new Map<ts.InterfaceDeclaration, ts.InterfaceDeclaration | undefined>([[declaration, undefined]]);
  for (const each of reached.keys()) {
    if (answers.get(each) === false) continue;
    if (answers.get(each) === true || isParent(each)) {
      for (let child: ts.InterfaceDeclaration | undefined = each; child !== undefined; child = reached.get(child))
        answers.set(child, true);
      return true;
    }
  }
  for (const each of reached.keys()) answers.set(each, false);
  return false;

  function isParent(child: ts.InterfaceDeclaration): boolean {
    for (const expression of parentsOf(child)) {
      const parent = declaredSymbol(checker, expression)?.declarations?.find(ts.isInterfaceDeclaration);
      if (parent === undefined) continue;
      if (parent.getSourceFile().fileName === apimachineryFile) {
        if (parent.name.text === name) return true;
      } else if (!reached.has(parent)) reached.set(parent, child);
    }
    return false;
  }
}

type OwnInterface = 'KubernetesObject' | 'KubernetesList';

/** Interfaces inherit from each other in long lines: each is looked at once. */
const known: Readonly<Record<OwnInterface, WeakMap<ts.InterfaceDeclaration, boolean>>> = {
  KubernetesObject: new WeakMap(),
  KubernetesList: new WeakMap(),
};
