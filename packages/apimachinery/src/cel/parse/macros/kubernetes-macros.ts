import type { Expr } from '../../ast/expr.ts';
import type { MacroNodes } from './node-factory.ts';
import { addElement, all, collect, exists, existsOne, type LoopHead } from './loops.ts';
import {
  argument,
  type Expand,
  type Expansion,
  isAccumulator,
  loopVariable,
  type MacroMistake,
  type Macros,
  mistake,
  overwrites,
} from './macro.ts';

type Quantifier = (nodes: MacroNodes, head: LoopHead, condition: Expr) => Expr;

/** `list.all(x, condition)`. */
function withVariable(quantifier: Quantifier): Expand {
  return (nodes, args, range) => {
    const variable = loopVariable(argument(args, 0), 'argument must be a simple name');
    return typeof variable === 'string' ? quantifier(nodes, { range, variable }, argument(args, 1)) : variable;
  };
}

/** `map.all(key, value, condition)`. */
function withTwoVariables(quantifier: Quantifier): Expand {
  return (nodes, args, range) => {
    const variables = twoVariables(args);
    return 'kind' in variables ? variables : quantifier(nodes, { range, ...variables }, argument(args, 2));
  };
}

function twoVariables(
  args: readonly Expr[],
): { readonly variable: string; readonly secondVariable: string } | MacroMistake {
  const [first, second] = [argument(args, 0), argument(args, 1)];
  for (const arg of [first, second]) if (arg.kind !== 'ident') return mistake(arg, 'argument must be a simple name');
  const [variable, secondVariable] = [nameOf(first), nameOf(second)];
  if (variable === secondVariable) return mistake(second, `duplicate variable name: ${variable}`);
  if (isAccumulator(variable)) return overwrites(first);
  return isAccumulator(secondVariable) ? overwrites(second) : { variable, secondVariable };
}

function nameOf(expr: Expr): string {
  return expr.kind === 'ident' ? expr.name : '';
}

/** `list.map(x, element)`, `list.map(x, filter, element)`. */
function map(nodes: MacroNodes, args: readonly Expr[], range: Expr): Expansion {
  const variable = loopVariable(argument(args, 0), 'argument is not an identifier');
  if (typeof variable !== 'string') return variable;
  const { filter, transform } = filterAndTransform(args, 1);
  const add = (): Expr => addElement(nodes, transform);
  return collect(nodes, { range, variable }, { init: () => nodes.list(), filter, add });
}

/** `list.filter(x, condition)`. */
function filterList(nodes: MacroNodes, args: readonly Expr[], range: Expr): Expansion {
  const [element, filter] = [argument(args, 0), argument(args, 1)];
  const variable = loopVariable(element, 'argument is not an identifier');
  if (typeof variable !== 'string') return variable;
  const add = (): Expr => addElement(nodes, element);
  return collect(nodes, { range, variable }, { init: () => nodes.list(), filter, add });
}

function filterAndTransform(args: readonly Expr[], from: number): { filter: Expr | undefined; transform: Expr } {
  if (args.length === from + 1) return { filter: undefined, transform: argument(args, from) };
  return { filter: argument(args, from), transform: argument(args, from + 1) };
}

/** A macro that makes a list or a map of two variables, with or without a filter. */
function transforming(
  init: (nodes: MacroNodes) => Expr,
  add: (nodes: MacroNodes, transform: Expr, variable: string) => Expr,
): Expand {
  return (nodes, args, range) => {
    const variables = twoVariables(args);
    if ('kind' in variables) return variables;
    const { filter, transform } = filterAndTransform(args, 2);
    return collect(
      nodes,
      { range, ...variables },
      { init: () => init(nodes), filter, add: () => add(nodes, transform, variables.variable) },
    );
  };
}

const transformList = transforming((nodes) => nodes.list(), addElement);

const transformMap = transforming(
  (nodes) => nodes.emptyMap(),
  (nodes, value, key) => nodes.call('cel.@mapInsert', nodes.accumulator(), nodes.ident(key), value),
);

const transformMapEntry = transforming(
  (nodes) => nodes.emptyMap(),
  (nodes, entry) => nodes.call('cel.@mapInsert', nodes.accumulator(), entry),
);

/** `has(self.field)`. */
function has(nodes: MacroNodes, args: readonly Expr[]): Expansion {
  const arg = argument(args, 0);
  if (arg.kind !== 'select') return mistake(arg, 'invalid argument to has() macro');
  return nodes.presenceTest(arg.operand, arg.field);
}

/** `optional.optMap(x, value)`, and `optFlatMap`, whose value is an optional already. */
function mapOptional(name: string, wrap: (nodes: MacroNodes, value: Expr) => Expr): Expand {
  return (nodes, args, target) => {
    const [variable, value] = [argument(args, 0), argument(args, 1)];
    if (variable.kind !== 'ident') return mistake(variable, `${name}() variable name must be a simple identifier`);
    return nodes.call(
      '_?_:_',
      nodes.memberCall('hasValue', target),
      wrap(
        nodes,
        bind(nodes, variable.name, () => nodes.memberCall('value', nodes.copy(target)), value),
      ),
      nodes.call('optional.none'),
    );
  };
}

/** A loop without rounds, in whose result a variable has a value. */
function bind(nodes: MacroNodes, variable: string, value: () => Expr, result: Expr): Expr {
  return nodes.loop({
    range: nodes.list(),
    variable: '#unused',
    accumulator: variable,
    init: value(),
    condition: nodes.literal({ type: 'bool', value: false }),
    step: nodes.ident(variable),
    result,
  });
}

/** `list.sortBy(x, key)`. */
function sortBy(nodes: MacroNodes, args: readonly Expr[], target: Expr): Expansion {
  const input = nodes.ident('@__sortBy_input__');
  if (!['list', 'select', 'ident', 'comprehension', 'call'].includes(target.kind))
    return mistake(
      target,
      'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
    );
  const keys = map(nodes, args, nodes.copy(input));
  if (keys.kind === 'mistake') return keys;
  const result = nodes.memberCall('@sortByAssociatedKeys', nodes.copy(input), keys);
  return nodes.loop({
    range: nodes.list(),
    variable: '#unused',
    accumulator: nameOf(input),
    init: target,
    condition: nodes.literal({ type: 'bool', value: false }),
    step: input,
    result,
  });
}

/** The macros that rules may use in Kubernetes 1.36. */
export const kubernetesMacros: Macros = new Map<string, Expand>([
  ['has:1:false', has],
  ['all:2:true', withVariable(all)],
  ['all:3:true', withTwoVariables(all)],
  ['exists:2:true', withVariable(exists)],
  ['exists:3:true', withTwoVariables(exists)],
  ['exists_one:2:true', withVariable(existsOne)],
  ['exists_one:3:true', withTwoVariables(existsOne)],
  ['existsOne:3:true', withTwoVariables(existsOne)],
  ['map:2:true', map],
  ['map:3:true', map],
  ['filter:2:true', filterList],
  ['transformList:3:true', transformList],
  ['transformList:4:true', transformList],
  ['transformMap:3:true', transformMap],
  ['transformMap:4:true', transformMap],
  ['transformMapEntry:3:true', transformMapEntry],
  ['transformMapEntry:4:true', transformMapEntry],
  ['optMap:2:true', mapOptional('optMap', (nodes, value) => nodes.call('optional.of', value))],
  ['optFlatMap:2:true', mapOptional('optFlatMap', (_, value) => value)],
  ['sortBy:2:true', sortBy],
]);
