import { validationPrefix } from '../../markers/validation-family.ts';
import { spanOf } from '../comments/comments.ts';
import type { LoadContext } from '../load-context.ts';
import { ts } from '../program/compiler.ts';
import { declaredSymbol } from '../resolve/declared-symbol.ts';
import { markerForRule } from './rule-markers.ts';

/**
 * The types of validation libraries that take the type of values from a schema of the library, by the module that has
 * them.
 */
const inferring: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['zod', new Set(['infer', 'TypeOf', 'input', 'output'])],
  ['@sinclair/typebox', new Set(['Static', 'StaticDecode', 'StaticEncode'])],
  ['typebox', new Set(['Static', 'StaticDecode', 'StaticEncode'])],
  ['valibot', new Set(['InferInput', 'InferOutput'])],
]);

/**
 * What schemas of these libraries say of values that no type says: methods of zod, actions of valibot, options of
 * TypeBox.
 */
const rules: ReadonlySet<string> = new Set(
  (
    'base64 catch cidr cuid cuid2 date datetime default describe duration email emoji endsWith exactOptional exclusiveMaximum exclusiveMinimum finite format gt gte includes ' +
    'int integer ip ipv4 ipv6 isoDate isoDateTime jwt length lt lte max maxItems maxLength maxSize maxValue maximum min minItems minLength minSize minValue minimum ' +
    'multipleOf nanoid negative nonEmpty nonempty nonnegative nonpositive pattern positive refine regex safe safeInteger size startsWith step superRefine time ulid ' +
    'uniqueItems url uuid check'
  ).split(' '),
);

/** How many names of rules a message lists. */
const maxListed = 5;

/** The library whose schema a type takes the type of values from; undefined for any other type. */
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

/** Warns of the rules of a schema whose type is taken: a type carries none of them. */
export function reportLostRules(context: LoadContext, name: ts.Node, typeArguments: readonly ts.TypeNode[]): void {
  const library = inferringLibrary(context.checker, name);
  if (library === undefined) return;
  const found: LostRules = { names: new Set(), markers: [], seen: new Set() };
  for (const argument of typeArguments) collectRules(context.checker, argument, '', found);
  const { names, markers } = found;
  if (names.size === 0) return;
  const listed = [...names].slice(0, maxListed).join(', ');
  context.reporter.report(spanOf(name), {
    code: 'KB_RULES_NOT_IN_TYPE',
    severity: 'warning',
    message: `the schema of ${library} has rules that its type does not carry, so that the CRD has none of them: ${listed}${names.size > maxListed ? ', …' : ''}`,
    hint: hintFor(markers),
  });
}

/** What the rules are as markers, each with its field. */
function hintFor(markers: readonly string[]): string {
  if (markers.length === 0)
    return 'write them as markers on the fields of an interface: // +kubebuilder:validation:MinLength=3';
  const listed = markers.slice(0, maxListed).join(', ');
  return `write the type as an interface, with ${listed}${markers.length > maxListed ? ', …' : ''}`;
}

/** What is found in a schema. */
interface LostRules {
  readonly names: Set<string>;
  /** Each with the field that it is for. */
  readonly markers: string[];
  readonly seen: Set<ts.Node>;
}

/**
 * The rules in the expressions that `typeof` leads to. `field` is the one that the node describes; '' for the whole.
 */
function collectRules(checker: ts.TypeChecker, node: ts.Node, field: string, found: LostRules): void {
  if (found.seen.has(node)) return;
  found.seen.add(node);
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    const add = (name: string, value: ts.Expression | undefined): void => {
      if (!rules.has(name)) return;
      found.names.add(name);
      const marker = field === '' ? undefined : markerForRule(name, value, expression);
      if (marker !== undefined) found.markers.push(`// +${validationPrefix}${marker} above ${field}`);
    };
    const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    if (ts.isIdentifier(called)) add(called.text, node.arguments[0]);
    // Options: Type.String({ minLength: 3 }).
    for (const argument of node.arguments.filter(ts.isObjectLiteralExpression)) {
      for (const property of argument.properties.filter(ts.isPropertyAssignment)) {
        const { name, initializer } = property;
        if (ts.isIdentifier(name) && isPlainValue(initializer)) add(name.text, initializer);
      }
    }
  }
  const inside = fieldAt(node, field);
  const declared = symbolOf(checker, node)?.declarations?.find(ts.isVariableDeclaration)?.initializer;
  if (declared !== undefined) collectRules(checker, declared, inside, found);
  ts.forEachChild(node, (child) => collectRules(checker, child, inside, found));
}

/**
 * The field that what is in a node describes; '' for the elements of lists and maps, which markers name in another way.
 */
function fieldAt(node: ts.Node, outer: string): string {
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    return /^(?:array|record|map|set|tuple|union)$/i.test(called.getText()) ? '' : outer;
  }
  if (!ts.isPropertyAssignment(node) && !ts.isShorthandPropertyAssignment(node)) return outer;
  return outer === '' ? node.name.getText() : `${outer}.${node.name.getText()}`;
}

/** What a name stands for where a schema is written. */
function symbolOf(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  if (ts.isShorthandPropertyAssignment(node)) return checker.getShorthandAssignmentValueSymbol(node);
  if (ts.isTypeQueryNode(node)) return declaredSymbol(checker, node.exprName);
  return ts.isIdentifier(node) ? declaredSymbol(checker, node) : undefined;
}

/** The library behind a type, also through names: the compiler alone knows the fields of such a type. */
export function libraryBehind(checker: ts.TypeChecker, node: ts.TypeNode): string | undefined {
  const seen = new Set<ts.Node>();
  let current: ts.TypeNode | undefined = node;
  while (current !== undefined && ts.isTypeReferenceNode(current) && !seen.has(current)) {
    seen.add(current);
    const library = inferringLibrary(checker, current.typeName);
    if (library !== undefined) return library;
    current = declaredSymbol(checker, current.typeName)?.declarations?.find(ts.isTypeAliasDeclaration)?.type;
  }
  return undefined;
}

/** A literal: what is another schema is no option of this one. */
function isPlainValue(node: ts.Expression): boolean {
  return (
    ts.isLiteralExpression(node) ||
    ts.isPrefixUnaryExpression(node) ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword
  );
}
