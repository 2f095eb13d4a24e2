import { ts } from '../../compiler.ts';
import { withNames } from '../types/mark.ts';
import { oneLine } from '../types/union.ts';
import type { TypeError } from './type-errors.ts';

/** The compiler's code for an interface with a field that is incompatible with a parent's. */
const WRONG_PARENT = 2430;

/** A field of an interface that is incompatible with the field of a parent. */
interface Misfit {
  readonly member: ts.PropertySignature;
  /** The parent as it is written. */
  readonly parent: ts.ExpressionWithTypeArguments;
  readonly inherited: ts.Symbol;
}

/** The name of the field that an error is about, if the compiler names only the interface. */
export function misfitField(error: TypeError, checker: ts.TypeChecker): ts.Node | undefined {
  return misfitOf(error, checker)?.member.name;
}

/** Returns what to do about a field that is incompatible with a parent's; undefined for other errors. */
export function misfitHint(error: TypeError, checker: ts.TypeChecker): string | undefined {
  const misfit = misfitOf(error, checker);
  if (misfit === undefined) return undefined;
  const { member, parent, inherited } = misfit;
  const name = member.name.getText();
  const base = oneLine(parent.getText());
  const omit = `write extends Omit<${base}, '${inherited.name}'>`;
  const wanted = checker.getTypeOfSymbol(inherited);
  const isOptional = (inherited.flags & ts.SymbolFlags.Optional) !== 0;
  const own = member.type === undefined ? undefined : checker.getTypeFromTypeNode(member.type);
  const fits = own !== undefined && checker.isTypeAssignableTo(checker.getNonNullableType(own), wanted);
  if (fits && member.questionToken !== undefined && !isOptional)
    return `${base} requires ${name}, so it cannot be optional here: remove the ?, or ${omit}`;
  if (fits && isOptional && member.questionToken !== undefined && allowsUndefined(member.type))
    return 'remove | undefined: the ? already lets the field be left out';
  const text = oneLine(withNames(checker.typeToString(checker.getNonNullableType(wanted))));
  return `change ${name} to a type that fits that of ${base} (${text}), or ${omit}`;
}

function allowsUndefined(node: ts.TypeNode | undefined): boolean {
  return (
    node !== undefined &&
    ts.isUnionTypeNode(node) &&
    node.types.some(({ kind }) => kind === ts.SyntaxKind.UndefinedKeyword)
  );
}

function misfitOf({ code, file, start, messageText }: TypeError, checker: ts.TypeChecker): Misfit | undefined {
  if (code !== WRONG_PARENT) return undefined;
  const declaration = interfaceNamedAt(file, start);
  const name = fieldIn(messageText);
  const member = declaration?.members.find(
    (each): each is ts.PropertySignature =>
      ts.isPropertySignature(each) && checker.getSymbolAtLocation(each.name)?.name === name,
  );
  if (declaration === undefined || name === undefined || member === undefined) return undefined;
  for (const parent of (declaration.heritageClauses ?? []).flatMap(({ types }) => types)) {
    const inherited = checker.getTypeAtLocation(parent).getProperty(name);
    if (inherited !== undefined) return { member, parent, inherited };
  }
  return undefined;
}

/** The field that the compiler names in the explanation of an error. */
function fieldIn(message: string | ts.DiagnosticMessageChain): string | undefined {
  if (typeof message === 'string') return undefined;
  const [, name] = /^(?:Types of property|Property) '"?([^'"]+)"?'/.exec(message.messageText) ?? [];
  const [next] = message.next ?? [];
  return name ?? (next === undefined ? undefined : fieldIn(next));
}

function interfaceNamedAt(node: ts.Node, start: number): ts.InterfaceDeclaration | undefined {
  if (start < node.pos || start >= node.end) return undefined;
  if (ts.isInterfaceDeclaration(node) && node.name.getStart() === start) return node;
  return ts.forEachChild(node, (child) => interfaceNamedAt(child, start));
}
