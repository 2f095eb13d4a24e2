// Kinds that are named like something that the sources of a scaffold import, declare or use, or have long names.
import { defaultProjectPaths, pluralOf, type ProjectFile, type ProjectResource } from '@kb/codegen';
import { format } from 'prettier';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { renderScaffold } from '../frozen/render-scaffold.ts';
import { withDeployImage } from '../plugins/deploy-image-record.ts';

/** A kind that is named like nothing else. */
const plain = { kind: 'Quokka', plural: 'quokkas' };

interface Names {
  readonly kind: string;
  readonly plural: string;
}

/** Every source that the commands write for a kind, by its path with the name of the plain kind. */
function sourcesOf({ kind, plural }: Names): Map<string, ts.SourceFile> {
  const resource = (version: string): ProjectResource => ({
    api: { crdVersion: 'v1', namespaced: true },
    domain: 'example.com',
    group: 'zoo',
    kind,
    plural,
    version,
  });
  const hub: ProjectResource = {
    ...resource('v1'),
    controllers: [{ name: kind.toLowerCase() }, { name: 'second' }],
    webhooks: { webhookVersion: 'v1', defaulting: true, validation: true, conversion: true, spoke: ['v2'] },
  };
  const empty: ProjectFile = {
    version: '3',
    domain: 'example.com',
    repo: 'example.com/shop',
    projectName: 'shop',
    layout: [],
    paths: defaultProjectPaths,
    resources: [],
  };
  const runsImage: ProjectResource = { ...resource('v1'), controller: true };
  const projects = {
    '': { ...empty, resources: [hub, resource('v2')] },
    'image/': withDeployImage({ ...empty, resources: [runsImage] }, runsImage, { image: 'memcached:1.6', port: 1 }),
  };
  const sources = new Map<string, ts.SourceFile>();
  for (const [folder, project] of Object.entries(projects)) {
    for (const [file, content] of Object.entries(renderScaffold(project, { kbVersion: '1.0.0' }))) {
      const [name = ''] = file.split('/').slice(-1);
      if (!name.startsWith(`${kind.toLowerCase()}.`) && !/^(?:second\.controller|story)\./.test(name)) continue;
      if (!name.endsWith('.ts')) continue;
      const plainName = folder + file.replaceAll(kind.toLowerCase(), plain.kind.toLowerCase());
      sources.set(plainName, ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true));
    }
  }
  return sources;
}

/** The names that a source declares or uses, and not those of properties. */
function usedNames(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const { parent } = node;
    const isProperty =
      parent !== undefined &&
      (((ts.isPropertyAccessExpression(parent) ||
        ts.isPropertyAssignment(parent) ||
        ts.isPropertySignature(parent) ||
        ts.isMethodDeclaration(parent)) &&
        parent.name === node) ||
        (ts.isQualifiedName(parent) && parent.right === node));
    if (ts.isIdentifier(node) && !isProperty && node.text !== 'const') names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** The names that the imports and the declarations of a source bind, and those that stand for the kind. */
function boundNames(source: ts.SourceFile): { readonly all: string[]; readonly ofKind: string[] } {
  const all: string[] = [];
  const ofKind: string[] = [];
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const { importClause, moduleSpecifier } = statement;
      if (importClause?.name !== undefined) all.push(importClause.name.text);
      const bindings = importClause?.namedBindings;
      if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
      const names = bindings.elements.map(({ name }) => name.text);
      all.push(...names);
      // The hub of a conversion is named for its part.
      if (moduleSpecifier.getText().includes('/client/')) ofKind.push(...names.filter((name) => name !== 'Hub'));
    } else if (ts.isVariableStatement(statement)) {
      all.push(...statement.declarationList.declarations.map(({ name }) => name.getText()));
    } else if ((ts.isInterfaceDeclaration(statement) || ts.isFunctionDeclaration(statement)) && statement.name) {
      all.push(statement.name.text);
    }
  }
  return { all, ofKind };
}

const usedBesideTheKind = new Map(
  [...sourcesOf(plain)].map(([file, source]) => [
    file,
    new Set([...usedNames(source)].filter((name) => !/quokka|^secondController$/i.test(name))),
  ]),
);

/** The kind with a name as its type, or as its handle. */
function kindNamed(name: string): Names {
  const kind = name.slice(0, 1).toUpperCase() + name.slice(1);
  return { kind, plural: kind === name ? pluralOf(kind) : name.toLowerCase() };
}

const names = [
  ...new Set([...usedBesideTheKind.values()].flatMap((used) => [...used])),
  // Their handles and constants are such names too.
  ...['Crd', 'Error', 'Event', 'ExternalCrd', 'Finalizer', 'HubSpoke'],
].toSorted();

test('the names are those of the sources', () => {
  expect(usedBesideTheKind.size).toBeGreaterThan(10);
  expect(names).toEqual(expect.arrayContaining(['Condition', 'KubernetesObject', 'Promise', 'Status', 'errors']));
});

test.each(names)('a kind that is named like %s is named otherwise where that name is taken', (name) => {
  for (const [file, source] of sourcesOf(kindNamed(name))) {
    const { all, ofKind } = boundNames(source);
    const used = usedBesideTheKind.get(file);
    expect({ file, twice: all.filter((one, index) => all.indexOf(one) !== index) }).toEqual({ file, twice: [] });
    expect({ file, taken: ofKind.filter((one) => used?.has(one)) }).toEqual({ file, taken: [] });
  }
});

test.each([3, 7, 10, 12, 15, 18, 20, 22, 24, 26, 28, 30, 32])(
  'the sources of a kind of %d letters are formatted',
  async (length) => {
    const kind = `K${'a'.repeat(length - 1)}`;
    for (const [file, { text }] of sourcesOf({ kind, plural: `${kind.toLowerCase()}s` }))
      expect(await format(text, { singleQuote: true, printWidth: 120, filepath: file })).toBe(text);
  },
);

test('a plural that is not the regular one is in the types', () => {
  const markers = [...sourcesOf({ kind: 'Ox', plural: 'herd' }).values()].filter((source) =>
    source.text.includes('// +kubebuilder:resource:path=herd\n'),
  );
  expect(markers.length).toBe(3);
  expect([...sourcesOf(plain).values()].filter((source) => source.text.includes('resource:path'))).toEqual([]);
});
