import { isTypeDeclaration, type LoadContext, type TypeDeclaration } from './context/load-context.ts';
import { ts } from '../compiler.ts';
import { APIMACHINERY_FILE } from './program/virtual-apimachinery.ts';
import { declaredSymbol } from './context/declared-symbol.ts';

/** True for an interface that extends KubernetesObject, directly or through its parents, which may be aliases. */
export function isKindLike(checker: ts.TypeChecker, declaration: TypeDeclaration): boolean {
  return ts.isInterfaceDeclaration(declaration) && extendsOwn(checker, declaration, 'KubernetesObject');
}

/** Returns the declarations of files that are kinds, or are marked as kinds. */
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

/** True for an alias of an API object: `KubernetesObject & { … }`, or an instance of a generic base of kinds. */
export function isKindAlias(
  context: LoadContext,
  declaration: TypeDeclaration,
): declaration is ts.TypeAliasDeclaration {
  return (
    ts.isTypeAliasDeclaration(declaration) &&
    interfacesBehind(context.checker, declaration.type).some(
      (declared) => isOwn(declared, 'KubernetesObject') || isKindLike(context.checker, declared),
    )
  );
}

/** Returns the interfaces that a type is an instance of or contains, also through aliases. */
function interfacesBehind(
  checker: ts.TypeChecker,
  type: ts.Node,
  seen: Set<ts.Node> = new Set(),
): ts.InterfaceDeclaration[] {
  if (ts.isParenthesizedTypeNode(type)) return interfacesBehind(checker, type.type, seen);
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap((part) => interfacesBehind(checker, part, seen));
  const name = ts.isTypeReferenceNode(type) ? type.typeName : ts.isExpression(type) ? type : undefined;
  const declared =
    name === undefined
      ? undefined
      : declaredSymbol(checker, name)?.declarations?.find(
          (each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each),
        );
  if (declared === undefined || seen.has(declared)) return [];
  seen.add(declared);
  return ts.isTypeAliasDeclaration(declared) ? interfacesBehind(checker, declared.type, seen) : [declared];
}

function isOwn(declaration: ts.InterfaceDeclaration, name: OwnInterface): boolean {
  return declaration.getSourceFile().fileName === APIMACHINERY_FILE && declaration.name.text === name;
}

/** Returns the kind of the `items` if a declaration is a list; otherwise undefined. */
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

/** The expressions that an interface extends. */
export function parentsOf({ heritageClauses }: ts.InterfaceDeclaration): ts.Expression[] {
  return (heritageClauses ?? []).flatMap(({ types }) => types.map(({ expression }) => expression));
}

/** True for an interface that extends one of `@kb/apimachinery`, directly or not. */
function extendsOwn(checker: ts.TypeChecker, declaration: ts.InterfaceDeclaration, name: OwnInterface): boolean {
  const answers = known[name];
  // The map grows during the iteration, by the parents of its interfaces and those that extend them.
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
    for (const parent of parentsOf(child).flatMap((expression) => interfacesBehind(checker, expression))) {
      if (isOwn(parent, name)) return true;
      if (parent.getSourceFile().fileName !== APIMACHINERY_FILE && !reached.has(parent)) reached.set(parent, child);
    }
    return false;
  }
}

type OwnInterface = 'KubernetesObject' | 'KubernetesList';

/** Chains of inheritance are long: each interface is visited once. */
const known: Readonly<Record<OwnInterface, WeakMap<ts.InterfaceDeclaration, boolean>>> = {
  KubernetesObject: new WeakMap(),
  KubernetesList: new WeakMap(),
};
