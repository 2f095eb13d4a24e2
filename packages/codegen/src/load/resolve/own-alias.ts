import { ts } from '../../compiler.ts';

/** The alias whose whole type a node is: the compiler gives its name to what it computes of the node. */
export function ownAlias(node: ts.TypeNode): ts.TypeAliasDeclaration | undefined {
  let parent: ts.Node = node.parent;
  while (ts.isParenthesizedTypeNode(parent)) parent = parent.parent;
  return ts.isTypeAliasDeclaration(parent) ? parent : undefined;
}
