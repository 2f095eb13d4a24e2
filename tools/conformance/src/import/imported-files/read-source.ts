import { ts } from '../../../../../packages/codegen/src/compiler.ts';

/** A file of types as written, with nothing resolved. */
export interface TypeSource {
  /** Relative to the folder of all types, with `/`. */
  readonly name: string;
  readonly text: string;
  readonly declarations: readonly DeclaredType[];
  /** The files that it re-exports, such as `./certificate.types.ts`. */
  readonly exportsFrom: readonly string[];
  /** Lines with the type `any`. */
  readonly anyLines: readonly number[];
}

/** A declared type. */
export interface DeclaredType {
  readonly name: string;
  readonly line: number;
  /** Whether a marker says that it is a kind. */
  readonly isKind: boolean;
  /** Markers of the type itself. */
  readonly markers: readonly string[];
  /**
   * Its structure without its name: fields by name, with their descriptions and markers; for anything but an object its
   * own description, because nothing else describes it. Names of types are separate.
   */
  readonly structure: readonly (string | TypeName)[];
}

/** The name of a type that a declaration uses. */
export interface TypeName {
  readonly name: string;
}

/** Reads a source. */
export function readSource(name: string, text: string): TypeSource {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const anyLines: number[] = [];
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  const lookForAny = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) anyLines.push(lineOf(node));
    ts.forEachChild(node, lookForAny);
  };
  lookForAny(file);
  return {
    name,
    text,
    anyLines,
    declarations: file.statements.flatMap((statement): DeclaredType[] => {
      if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) return [];
      const markers = markersIn(commentOf(statement, text));
      return [
        {
          name: statement.name.text,
          line: lineOf(statement),
          isKind: markers.includes('+kubebuilder:object:root=true'),
          markers,
          structure: ts.isInterfaceDeclaration(statement)
            ? structureOfInterface(statement, text)
            : structureOfAlias(statement, text),
        },
      ];
    }),
    exportsFrom: file.statements.flatMap((statement) =>
      ts.isExportDeclaration(statement) &&
      statement.moduleSpecifier !== undefined &&
      ts.isStringLiteral(statement.moduleSpecifier)
        ? [statement.moduleSpecifier.text]
        : [],
    ),
  };
}

type Pieces = (string | TypeName)[];

function structureOfInterface(node: ts.InterfaceDeclaration, text: string): Pieces {
  const parents = (node.heritageClauses ?? []).flatMap((clause) => structureOfNode(clause, text));
  return [...parents, '{', ...structureOfMembers(node.members, text), '}'];
}

function structureOfAlias(node: ts.TypeAliasDeclaration, text: string): Pieces {
  const structure = structureOfNode(node.type, text);
  return structure.includes('{') ? structure : [...descriptionOf(commentOf(node, text)), ...structure];
}

/** Members by name: their order makes no difference. */
function structureOfMembers(members: readonly ts.TypeElement[], text: string): Pieces {
  const written = members.map((member) => ({
    name: member.name === undefined ? '' : member.name.getText(),
    pieces: [...piecesOfComment(commentOf(member, text)), ...structureOfNode(member, text), '\n'],
  }));
  return written.toSorted((a, b) => (a.name < b.name ? -1 : 1)).flatMap(({ pieces }) => pieces);
}

/** The text of a node without comments and white space, with names of types separate. */
function structureOfNode(node: ts.Node, text: string): Pieces {
  if (ts.isTypeLiteralNode(node)) return ['{', ...structureOfMembers(node.members, text), '}'];
  if ((ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) && isName(node)) {
    const name = ts.isTypeReferenceNode(node) ? node.typeName.getText() : node.expression.getText();
    const rest = (node.typeArguments ?? []).flatMap((one): Pieces => [...structureOfNode(one, text), ',']);
    return rest.length === 0 ? [{ name }] : [{ name }, '<', ...rest, '>'];
  }
  // The first of several lines may begin with a `|`.
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((type) => ['|', ...structureOfNode(type, text)]);
  const children = node
    .getChildren()
    .filter((child) => !ts.isJSDoc(child) && child.kind !== ts.SyntaxKind.SemicolonToken);
  return children.length === 0 ? [node.getText(), ' '] : children.flatMap((child) => structureOfNode(child, text));
}

function isName(node: ts.TypeReferenceNode | ts.ExpressionWithTypeArguments): boolean {
  return ts.isIdentifier(ts.isTypeReferenceNode(node) ? node.typeName : node.expression);
}

function piecesOfComment(comment: string): Pieces {
  const markers = markersIn(comment).toSorted();
  return [...descriptionOf(comment), ...markers.map((marker) => `// ${marker}\n`)];
}

function descriptionOf(comment: string): Pieces {
  const description = linesOf(comment).filter((line) => !isMarker(line));
  return [`/* ${description.join('\n')} */`];
}

/** All comments directly before a node, as they are written. */
function commentOf(node: ts.Node, text: string): string {
  const ranges = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  return ranges.map(({ pos, end }) => text.slice(pos, end)).join('\n');
}

function linesOf(comment: string): string[] {
  return comment.split('\n').map((line) => withoutEnd(line.replace(/^\s*(?:\/\*\*|\/\/|\*\/|\*)? ?/, '')));
}

/** A line without the end of the comment. */
function withoutEnd(line: string): string {
  const trimmed = line.trimEnd();
  return trimmed.endsWith('*/') ? trimmed.slice(0, -2).trimEnd() : line;
}

function markersIn(comment: string): string[] {
  return linesOf(comment).filter(isMarker);
}

function isMarker(line: string): boolean {
  return /^\+[A-Za-z]/.test(line);
}
