// What an editor shows for the types that kb writes: the description of a field, and none of its markers.
import path from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { crd } from '../import/test-support/crds.ts';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

/** The text that the language server shows for each name that a file declares: types, their fields, and constants. */
function shownIn(folder: TestFolder, file: string): Map<string, string> {
  const name = path.join(folder.path, file);
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ noLib: true, module: ts.ModuleKind.NodeNext }),
    getScriptFileNames: () => [name],
    getScriptVersion: () => '1',
    getScriptSnapshot: (of) => {
      const text = ts.sys.readFile(of);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder.path,
    getDefaultLibFileName: () => '',
    fileExists: (of) => ts.sys.fileExists(of),
    readFile: (of) => ts.sys.readFile(of),
  });
  const shown = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (
      (ts.isInterfaceDeclaration(node) || ts.isPropertySignature(node) || ts.isVariableDeclaration(node)) &&
      node.name
    ) {
      const info = service.getQuickInfoAtPosition(name, node.name.getStart());
      const parts = [...(info?.documentation ?? []), ...(info?.tags ?? []).flatMap((tag) => tag.text ?? [])];
      shown.set(node.name.getText(), parts.map(({ text }) => text).join(''));
    }
    ts.forEachChild(node, visit);
  };
  const source = service.getProgram()?.getSourceFile(name);
  if (source !== undefined) visit(source);
  return shown;
}

const marker = /\+\w+/;

test('shows markers inside a JSDoc comment', () => {
  using folder = testFolder();
  folder.write('a.ts', 'export interface A {\n  /**\n   * A field.\n   * +optional\n   */\n  b: string;\n}\n');
  expect(shownIn(folder, 'a.ts').get('b')).toMatch(marker);
});

test('shows no markers of a kind that kb created, of its client, and of imported types', async () => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  await folder.kb('create', 'api', '--group', 'shop', '--kind', 'Shop');
  folder.write(
    'crds.yaml',
    crd('Stall', ['type: object', 'properties:', '  name: {type: string, maxLength: 63, description: Its name.}']),
  );
  expect((await folder.kb('import', 'crds.yaml', '--into', 'types')).code).toBe(0);

  const kind = shownIn(folder, 'packages/api/src/shop/v1alpha1/shop.types.ts');
  expect(kind.get('foo')).toContain('An example of a field');
  const client = shownIn(folder, 'packages/client/src/shop/v1alpha1/shop.ts');
  expect(client.get('foo')).toContain('An example of a field');
  const imported = shownIn(folder, 'types/example.com/v1/stall.types.ts');
  expect(imported.get('name')).toBe('Its name.');
  for (const shown of [kind, client, imported]) {
    expect(shown.size).toBeGreaterThan(2);
    expect([...shown].filter(([, text]) => marker.test(text))).toEqual([]);
  }
});
