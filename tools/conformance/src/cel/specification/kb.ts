import {
  explainSyntaxError,
  type Expr,
  kubernetesMacros,
  type Literal,
  type Macros,
  type MapEntry,
  parseExpression,
  printChecked,
  printIssues,
  printTree,
  printType,
  type StructField,
} from '@kb/apimachinery/cel';
import type { CelImplementation } from './implementation.ts';
import { checkedCase } from './kb-types.ts';
import { valueOfCase } from './kb-values.ts';

/** The macros with which the trees of the data were made. */
const standardMacros: Macros = new Map(
  ['has:1:false', 'all:2:true', 'exists:2:true', 'exists_one:2:true', 'map:2:true', 'map:3:true', 'filter:2:true']
    .map((key) => [key, kubernetesMacros.get(key)] as const)
    .concat([['existsOne:2:true', kubernetesMacros.get('exists_one:2:true')]])
    .flatMap(([key, expand]) => (expand === undefined ? [] : [[key, expand] as const])),
);

/** Our own, `@kb/apimachinery/cel`, set as the parser was that made the data. */
export const kb: CelImplementation = {
  name: 'kb',
  parse(text) {
    const parsed = parseExpression(text, standardMacros, { maxDepth: 32, hasOptionalSyntax: false });
    if (parsed.expr === undefined) {
      const issues = parsed.isSyntaxError ? explainSyntaxError(text, parsed.issues) : parsed.issues;
      throw new Error(printIssues(text, issues).replaceAll('ERROR: <input>:', 'ERROR: :'));
    }
    const { expr } = parsed;
    return printTree(expr, (node) => `^#*expr.${kindOf(node)}#`);
  },
  typeOf(spec) {
    const { expr, types } = checkedCase(spec);
    return printType(types.get(expr.id) ?? { kind: 'error' });
  },
  typedTreeOf: (spec) => printChecked(checkedCase(spec)),
  evaluate: valueOfCase,
};

/** The kind of a node, as the protocol buffers of CEL name it. */
function kindOf(node: Expr | MapEntry | StructField): string {
  if (!('kind' in node)) return 'Expr_CreateStruct_Entry';
  switch (node.kind) {
    case 'literal':
      return `Constant_${constants[node.type]}Value`;
    case 'map':
      return 'Expr_StructExpr';
    default:
      return `Expr_${node.kind.slice(0, 1).toUpperCase()}${node.kind.slice(1)}Expr`;
  }
}

const constants: Readonly<Record<Literal['type'], string>> = {
  null: 'Null',
  bool: 'Bool',
  int: 'Int64',
  uint: 'Uint64',
  double: 'Double',
  string: 'String',
  bytes: 'Bytes',
};
