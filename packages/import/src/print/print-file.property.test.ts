import { descriptionOf, parseSource, ts } from '@kb/codegen/importer';
import fc from 'fast-check';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { leadingComments } from '../../../codegen/src/load/comments/comments.ts';
import { looksLikeMarker } from '../../../codegen/src/markers/parse/parse-marker.ts';
import type { Comment, Declaration, ImportedFile, Member, TypeExpression } from '../declaration.ts';
import { anyFile } from './test-support/arbitrary-declarations.ts';
import { printSettings } from './print-file.ts';
import { printFile } from './print-file.ts';

const print = (file: ImportedFile): Promise<string> =>
  printFile(file, { group: 'example.com', version: 'v1', files: [file] });

test('prettier changes nothing in any file, and a second print is the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyFile, async (file) => {
      const text = await print(file);
      expect(await format(text, { ...printSettings, parser: 'typescript' })).toBe(text);
      expect(await print(file)).toBe(text);
    }),
    { numRuns: 100 },
  );
});

test('the compiler reads every file, with all names and comments unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(anyFile, async (file) => {
      const source = parseSource(file.name, await print(file));
      expect(problemsOf(source)).toEqual([]);
      expect(source.statements.flatMap((statement) => declarationIn(source, statement) ?? [])).toEqual(
        file.declarations.map(said),
      );
    }),
    { numRuns: 200 },
  );
});

function problemsOf(source: ts.SourceFile): readonly unknown[] {
  const program = ts.createProgram(
    [source.fileName],
    { noLib: true },
    {
      ...ts.createCompilerHost({}),
      getSourceFile: () => source,
      fileExists: () => true,
    },
  );
  return program.getSyntacticDiagnostics(source).map(({ messageText }) => messageText);
}

/** What a reader sees of a declaration or a field: its name, its comment, and its fields. */
interface Said {
  readonly name: string;
  readonly description: string;
  readonly markers: readonly string[];
  readonly members: readonly Said[];
}

function said({ name, comment, body }: Declaration): Said {
  const members = body.kind === 'interface' ? body.members.map(saidOfMember) : membersIn(body.type);
  const rest =
    body.kind === 'interface' && body.open ? [{ name: '[key]', description: '', markers: [], members: [] }] : [];
  return { name, ...saidOfComment(comment), members: [...members, ...rest] };
}

function saidOfMember({ name, comment, type }: Member): Said {
  return { name, ...saidOfComment(comment), members: membersIn(type) };
}

function saidOfComment({ description = '', markers }: Comment): Pick<Said, 'description' | 'markers'> {
  return { description, markers };
}

/** The fields of all objects in a type. */
function membersIn(type: TypeExpression): readonly Said[] {
  switch (type.kind) {
    case 'object':
      return type.members.map(saidOfMember);
    case 'list':
      return membersIn(type.items);
    case 'map':
      return membersIn(type.values);
    case 'nullable':
      return membersIn(type.of);
    case 'union':
    case 'intersection':
      return type.of.flatMap(membersIn);
    case 'reference':
      return (type.typeArguments ?? []).flatMap(membersIn);
    default:
      return [];
  }
}

function declarationIn(source: ts.SourceFile, node: ts.Statement): Said | undefined {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    return { name: node.name.text, ...commentOf(source, node), members: fieldsIn(source, node) };
  return undefined;
}

/** The fields directly below a node: of an interface, or of the objects in a type. */
function fieldsIn(source: ts.SourceFile, node: ts.Node): Said[] {
  const fields: Said[] = [];
  ts.forEachChild(node, (child) => {
    if (ts.isPropertySignature(child)) {
      const name = ts.isComputedPropertyName(child.name) ? '?' : child.name.text;
      fields.push({ name, ...commentOf(source, child), members: fieldsIn(source, child) });
    } else if (ts.isIndexSignatureDeclaration(child)) {
      fields.push({ name: '[key]', ...commentOf(source, child), members: [] });
    } else fields.push(...fieldsIn(source, child));
  });
  return fields;
}

function commentOf(source: ts.SourceFile, node: ts.Node): Pick<Said, 'description' | 'markers'> {
  const { attached } = leadingComments(source, node);
  const markers = (attached?.lines ?? []).map(({ text }) => text).filter(looksLikeMarker);
  return { description: descriptionOf((attached?.doc ?? []).map(({ text }) => text)), markers };
}
