import { spanOf } from '../comments/comments.ts';
import type { LoadContext } from '../context/load-context.ts';
import { ts } from '../../compiler.ts';
import { declaredSymbol } from '../context/declared-symbol.ts';
import { markerForRule } from './rule-markers.ts';
import { inferringLibrary } from './validation-library.ts';

/**
 * Rules of these libraries' schemas that no type carries: methods of zod and functions of its mini form, actions of
 * valibot, options of TypeBox. That a number is an integer is not among them: a number is always an error, which its
 * own message explains.
 */
const rules: ReadonlySet<string> = new Set(
  (
    'base64 base64url bic bytes catch check checkItems cidr cidrv4 cidrv6 codePoints creditCard cuid cuid2 currencyCode custom ' +
    'date datetime decimal default describe description digits domain duration e164 email emoji empty endsWith entries everyItem ' +
    'excludes exclusiveMaximum exclusiveMinimum fallback format graphemes gt gte gtValue guid hash hex hexadecimal hexColor ' +
    'hostname httpUrl iban imei includes ip ipv4 ipv6 isbn isoDate isoDateTime isoDateTimeSecond isoTime isoTimeSecond ' +
    'isoTimestamp isoWeek isrc jwsCompact jwt ksuid length lowercase lt lte ltValue mac mac48 mac64 max maxBytes maxCodePoints ' +
    'maxContains maxEntries maxGraphemes maximum maxItems maxLength maxProperties maxSize maxValue maxWords min minBytes ' +
    'minCodePoints minContains minEntries minGraphemes minimum minItems minLength minProperties minSize minValue minWords ' +
    'multipleOf nanoid negative nonEmpty nonempty nonnegative nonpositive notBytes notCodePoints notEntries notGraphemes notLength ' +
    'notSize notValue notValues notWords octal partialCheck pattern positive prefault property rawCheck refine refinement regex ' +
    'rfcEmail size slug someItem startsWith step stringFormat superRefine time ulid uniqueItems uppercase url uuid uuidv4 uuidv6 ' +
    'uuidv7 value values words xid'
  ).split(' '),
);

/** Schemas of valibot whose second argument is the default of an absent field. */
const withDefault: ReadonlySet<string> = new Set(['optional', 'nullable', 'nullish', 'exactOptional', 'undefinedable']);

/** The maximum number of rules that a message lists. */
const MAX_LISTED = 5;

/** A place where the type of a schema is used, and the fields that are used of it. */
export interface SchemaUse {
  /** The node that the warning points at. */
  readonly at: ts.Node;
  /** False for a field, given by its path, that is omitted. */
  readonly isKept: (field: string) => boolean;
}

/**
 * Warns about the rules of a schema whose type is used, because the type carries none of them. `name` is the library's
 * type, such as `z.infer`.
 */
export function reportLostRules(
  context: LoadContext,
  name: ts.Node,
  typeArguments: readonly ts.TypeNode[],
  { at, isKept }: SchemaUse = { at: name, isKept: () => true },
): void {
  const library = inferringLibrary(context.checker, name);
  if (library === undefined) return;
  const found: FoundRules = { rules: [], seen: new Set() };
  for (const argument of typeArguments) collectRules(context.checker, argument, '', found);
  const lost = found.rules.filter(({ field }) => field === '' || isKept(field));
  const names = [...new Set(lost.map((rule) => rule.name))];
  if (names.length === 0) return;
  const listed = names.slice(0, MAX_LISTED).join(', ');
  context.reporter.report(spanOf(at), {
    code: 'KB_RULES_NOT_IN_TYPE',
    severity: 'warning',
    message: `the schema of ${library} has rules that its type does not carry, so the CRD lacks them: ${listed}${names.length > MAX_LISTED ? ', …' : ''}`,
    hint: hintFor(lost.flatMap(({ marker }) => marker ?? [])),
  });
}

/** The rules as markers, each with its field. */
function hintFor(markers: readonly string[]): string {
  const listed = markers.slice(0, MAX_LISTED).join(', ');
  return markers.length === 0
    ? 'write the type as an interface, with the rules as markers above its fields: kb markers lists them, and // +kubebuilder:validation:XValidation:rule="…" takes any rule in CEL'
    : `write the type as an interface, with ${listed}${markers.length > MAX_LISTED ? ', …' : ''}`;
}

/** The rules found in a schema. */
interface FoundRules {
  readonly rules: FoundRule[];
  readonly seen: Set<ts.Node>;
}

interface FoundRule {
  readonly name: string;
  /** The field with the rule; '' for the whole schema, and for the elements of lists and maps. */
  readonly field: string;
  /** The equivalent marker comment, and its target. */
  readonly marker?: string;
}

/**
 * Collects the rules in the expressions that `typeof` refers to. `field` is the field that the node describes; '' for
 * the whole schema.
 */
function collectRules(checker: ts.TypeChecker, node: ts.Node, field: string, found: FoundRules): void {
  if (found.seen.has(node)) return;
  found.seen.add(node);
  if (ts.isCallExpression(node)) collectRulesOfCall(node, field, found);
  const inner = fieldAt(node, field);
  const declared = symbolOf(checker, node)?.declarations?.find(ts.isVariableDeclaration)?.initializer;
  if (declared !== undefined) collectRules(checker, declared, inner, found);
  ts.forEachChild(node, (child) => collectRules(checker, child, inner, found));
}

function collectRulesOfCall(node: ts.CallExpression, field: string, found: FoundRules): void {
  const add = (name: string, value: ts.Expression | undefined): void => {
    const marker = field === '' ? undefined : markerForRule(name, value, node);
    found.rules.push({ name, field, ...(marker !== undefined && { marker: `${marker} above ${field}` }) });
  };
  const { expression } = node;
  const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  const name = ts.isIdentifier(called) ? called.text.replace(/^_/, '') : '';
  const [first, second] = node.arguments;
  // The checks of zod/mini are calls with the names of the rules.
  const isOnlyAround = name === 'check' && first !== undefined && ts.isCallExpression(first);
  if (rules.has(name) && !isTypeOfDates(expression) && !isOnlyAround) add(name, first);
  if (withDefault.has(name) && second !== undefined) add('default', second);
  // Options: Type.String({ minLength: 3 }).
  for (const argument of node.arguments.filter(ts.isObjectLiteralExpression)) {
    for (const property of argument.properties.filter(ts.isPropertyAssignment)) {
      const { name: key, initializer } = property;
      if (ts.isIdentifier(key) && rules.has(key.text) && isPlainValue(initializer)) add(key.text, initializer);
    }
  }
}

/** True for `z.date` and `v.date`, which create types; `z.iso.date` and the `date` of a string are formats. */
function isTypeOfDates(called: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(called) || called.name.text !== 'date') return false;
  return ts.isIdentifier(called.expression) && called.expression.text !== 'iso';
}

/** The field that a node describes; '' for the elements of lists and maps, for which markers have other names. */
function fieldAt(node: ts.Node, outer: string): string {
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    return /^(?:array|record|map|set|tuple|union)$/i.test(called.getText()) ? '' : outer;
  }
  if (!ts.isPropertyAssignment(node) && !ts.isShorthandPropertyAssignment(node)) return outer;
  return outer === '' ? node.name.getText() : `${outer}.${node.name.getText()}`;
}

/** The symbol of a name in an expression of a schema. */
function symbolOf(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  if (ts.isShorthandPropertyAssignment(node)) return checker.getShorthandAssignmentValueSymbol(node);
  if (ts.isTypeQueryNode(node)) return declaredSymbol(checker, node.exprName);
  return ts.isIdentifier(node) ? declaredSymbol(checker, node) : undefined;
}

/** True for a literal: a nested schema is not an option of this one. */
function isPlainValue(node: ts.Expression): boolean {
  return (
    ts.isLiteralExpression(node) ||
    ts.isPrefixUnaryExpression(node) ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword
  );
}
