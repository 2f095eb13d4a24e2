import type { Expr } from '../../ast/expr.ts';
import type { Loop, MacroNodes } from './node-factory.ts';

/** The variables of a loop, and what it goes over. */
export type LoopHead = Pick<Loop, 'range' | 'variable' | 'secondVariable'>;

/** Whether all elements satisfy the condition. */
export function all(nodes: MacroNodes, head: LoopHead, condition: Expr): Expr {
  return nodes.loop({
    ...head,
    init: nodes.literal({ type: 'bool', value: true }),
    condition: nodes.call('@not_strictly_false', nodes.accumulator()),
    step: nodes.call('_&&_', nodes.accumulator(), condition),
    result: nodes.accumulator(),
  });
}

/** Whether an element satisfies the condition. */
export function exists(nodes: MacroNodes, head: LoopHead, condition: Expr): Expr {
  return nodes.loop({
    ...head,
    init: nodes.literal({ type: 'bool', value: false }),
    condition: nodes.call('@not_strictly_false', nodes.call('!_', nodes.accumulator())),
    step: nodes.call('_||_', nodes.accumulator(), condition),
    result: nodes.accumulator(),
  });
}

/** Whether exactly one element satisfies the condition. */
export function existsOne(nodes: MacroNodes, head: LoopHead, condition: Expr): Expr {
  const one = (): Expr => nodes.literal({ type: 'int', value: 1 });
  return nodes.loop({
    ...head,
    init: nodes.literal({ type: 'int', value: 0 }),
    condition: nodes.literal({ type: 'bool', value: true }),
    step: nodes.call('_?_:_', condition, nodes.call('_+_', nodes.accumulator(), one()), nodes.accumulator()),
    result: nodes.call('_==_', nodes.accumulator(), one()),
  });
}

/** Adds to what was collected, where the filter lets it; `add` makes the node that does. */
export function collect(
  nodes: MacroNodes,
  head: LoopHead,
  { init, filter, add }: { readonly init: () => Expr; readonly filter?: Expr | undefined; readonly add: () => Expr },
): Expr {
  return nodes.loop({
    ...head,
    init: init(),
    condition: nodes.literal({ type: 'bool', value: true }),
    step: filter === undefined ? add() : nodes.call('_?_:_', filter, add(), nodes.accumulator()),
    result: nodes.accumulator(),
  });
}

/** Adds an element to the list that was collected. */
export function addElement(nodes: MacroNodes, element: Expr): Expr {
  return nodes.call('_+_', nodes.accumulator(), nodes.list(element));
}
