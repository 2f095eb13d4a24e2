import { ts } from '../compiler.ts';
import { writtenOut } from './array-of.ts';
import { indentationAt, type Insertion, inserted, lineBreakOf } from './insertion.ts';
import { importOf, insertImport } from './insert-import.ts';
import type { ListEdit } from './list-entry.ts';
import { callsOf, findNode, parseSource, usesOf } from './parse-source.ts';
import type { CallProperty, TypeMarker } from './wanted-edits.ts';

/** The implementation of `addToCall`, which loads the compiler. */
export function editCall(text: string, wanted: CallProperty): ListEdit {
  const source = parseSource(text);
  if (source === undefined) return { problem: 'it is not valid TypeScript', line: undefined };
  const { callee, property, importName } = wanted;
  const entry = { ...wanted, list: '', element: importName };
  const local = importOf(source, entry);
  // What an author passes in a form of their own is passed.
  if (local !== undefined && usesOf(source, local).length > 0) return { text };
  const calls = callsOf(source, callee);
  const [first] = calls;
  if (first === undefined) return { problem: `it does not call ${callee}`, line: undefined };
  const refuse = (problem: string, at: ts.Node): ListEdit => {
    const { line } = source.getLineAndCharacterOfPosition(at.getStart(source));
    return { problem, line: line + 1 };
  };
  if (local === undefined && isTaken(source, importName))
    return refuse(`the name ${importName} is used for something else`, first);
  const name = local ?? importName;
  const objects = new Set<ts.ObjectLiteralExpression>();
  for (const call of calls) {
    const [argument] = call.arguments;
    const object = argument === undefined ? undefined : writtenOut(source, argument);
    if (object === undefined || !ts.isObjectLiteralExpression(object))
      return refuse(`${callee} is not called with an object in braces`, call);
    if (object.properties.some((one) => one.name !== undefined && nameOf(one.name) === property))
      return refuse(`${callee} has ${property} already`, call);
    objects.add(object);
  }
  const added = name === property ? property : `${property}: ${name}`;
  const edits = [...objects].map((object) => insertProperty(source, object, added));
  if (local === undefined) edits.push(insertImport(source, entry, importName));
  return { text: inserted(text, edits) };
}

function nameOf(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}

function isTaken(source: ts.SourceFile, name: string): boolean {
  return (
    findNode(
      source,
      (node): node is ts.Identifier =>
        ts.isIdentifier(node) && node.text === name && !ts.isPropertyAssignment(node.parent),
    ) !== undefined
  );
}

/** After the first property, whose style it takes: properties of a call begin with what runs. */
function insertProperty(source: ts.SourceFile, object: ts.ObjectLiteralExpression, property: string): Insertion {
  const { text } = source;
  const [first] = object.properties;
  if (first === undefined) return { at: object.getStart(source) + 1, text: ` ${property} ` };
  const start = first.getStart(source);
  const isAlone = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
  const separator = isAlone ? `,${lineBreakOf(text)}${indentationAt(text, start)}` : ', ';
  return { at: first.getEnd(), text: separator + property };
}

/** The implementation of `addMarker`, which loads the compiler. */
export function editMarkers(text: string, { type, marker, knownBy }: TypeMarker): ListEdit {
  const source = parseSource(text);
  if (source === undefined) return { problem: 'it is not valid TypeScript', line: undefined };
  const declaration = source.statements.find(
    (one) =>
      (ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one) || ts.isClassDeclaration(one)) &&
      one.name?.text === type,
  );
  if (declaration === undefined) return { problem: `it declares no ${type}`, line: undefined };
  const comments = text.slice(declaration.getFullStart(), declaration.getStart(source));
  if (comments.split(/\r?\n/).some((line) => line.replace(/^[\s/*]+/, '').startsWith(knownBy))) return { text };
  const at = declaration.getStart(source);
  return { text: inserted(text, [{ at, text: marker + lineBreakOf(text) + indentationAt(text, at) }]) };
}
