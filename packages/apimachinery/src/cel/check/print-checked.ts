import { printTree } from '../ast/print-tree.ts';
import { printType } from '../types/print-type.ts';
import type { CheckedExpr } from './check.ts';

/** Prints the tree of an expression with the type, the name or the overloads of each node, as cel-go does. */
export function printChecked({ expr, types, overloads }: CheckedExpr): string {
  return printTree(expr, (node) => {
    // Entries have keys and values that have types, and none of their own.
    if (!('kind' in node)) return '';
    const type = types.get(node.id);
    const name = node.kind === 'ident' ? node.name : node.kind === 'struct' ? node.typeName : undefined;
    const meant = name ?? overloads.get(node.id)?.toSorted().join('|');
    return `${type === undefined ? '' : `~${printType(type)}`}${meant === undefined ? '' : `^${meant}`}`;
  });
}
