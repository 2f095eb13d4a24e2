import { ts } from '../../compiler.ts';

/** The alias whose whole type a node is: the compiler gives its name to the type that it computes for the node. */
export function ownAlias(node: ts.TypeNode): ts.TypeAliasDeclaration | undefined {
  let parent: ts.Node = node.parent;
  while (ts.isParenthesizedTypeNode(parent)) parent = parent.parent;
  return ts.isTypeAliasDeclaration(parent) ? parent : undefined;
}
