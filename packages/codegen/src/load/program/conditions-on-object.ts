import { ts } from '../../compiler.ts';
import { OBJECT_NAME } from './virtual-library.ts';

/**
 * Lets a condition `T extends object` say no for `int32` and `Time`, as it does with the types that authors have: here
 * these carry their name in a property, which makes an object of them for the compiler. Called before anything is
 * bound; what is written, and where, stays as it is.
 */
export function askForRealObjects(file: ts.SourceFile): void {
  if (/\bextends\s+object\b/.test(file.text)) visit(file);
}

function visit(node: ts.Node): void {
  if (ts.isConditionalTypeNode(node) && node.extendsType.kind === ts.SyntaxKind.ObjectKeyword) {
    Object.assign(node, { extendsType: standIn(node.extendsType, node) });
  }
  ts.forEachChild(node, visit);
}

function standIn(range: ts.TextRange, parent: ts.Node): ts.TypeReferenceNode {
  const name = ts.setTextRange(ts.factory.createIdentifier(OBJECT_NAME), range);
  const reference = ts.setTextRange(ts.factory.createTypeReferenceNode(name), range);
  Object.assign(name, { parent: reference });
  return Object.assign(reference, { parent });
}
