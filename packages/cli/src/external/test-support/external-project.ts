import { expect } from 'vitest';
import { parse, stringify } from 'yaml';
import { type TestFolder, testFolder } from '../../test-support/run-kb.ts';

/** The folder of the imported types. */
export const folderOfTypes = 'packages/api/src/net.example.org/v1';
/** The folder of their generated client. */
export const folderOfClient = 'packages/client/src/net.example.org/v1';
/** The generated CRD of Route. */
export const externalCrd = 'config/crd/external/net.example.org_routes.yaml';

/** The differences between the CRDs of the tests. */
interface CrdOptions {
  readonly kind?: string;
  readonly group?: string;
  readonly plural?: string;
  /** Names of the versions; the first is the storage version. */
  readonly versions?: readonly string[];
  /** Fields of the spec besides `host`. */
  readonly fields?: object;
}

/** Returns a CRD as another project publishes it. */
export function crd({
  kind = 'Route',
  group = 'net.example.org',
  plural,
  versions = ['v1'],
  fields = {},
}: CrdOptions = {}): {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly versions: readonly object[] };
} {
  const names = plural ?? `${kind.toLowerCase()}s`;
  const host = { description: 'A name of a host.', type: 'string', minLength: 1 };
  const schema = {
    description: `${kind} says what goes where.`,
    type: 'object',
    properties: {
      spec: {
        description: 'What is wanted.',
        type: 'object',
        required: ['host'],
        properties: { host, mode: { type: 'string', enum: ['Exact', 'Prefix'] }, ...fields },
      },
      status: { type: 'object', properties: { accepted: { type: 'boolean' } } },
    },
    required: ['spec'],
  };
  const given = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${names}.${group}`, annotations: { 'example.org/release': '1.2' } },
    spec: {
      group,
      names: {
        kind,
        listKind: `${kind}List`,
        plural: names,
        singular: kind.toLowerCase(),
        shortNames: [kind.slice(0, 2).toLowerCase()],
      },
      scope: 'Namespaced',
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
        subresources: { status: {} },
      })),
    },
  };
  return given;
}

/** A file of several documents. */
export function yaml(...crds: readonly object[]): string {
  return crds.map((each) => `---\n${stringify(each)}`).join('');
}

/** Creates a project with a kind, and the CRD of Route in the folder `theirs`. */
export async function project(): Promise<TestFolder> {
  const folder = testFolder();
  await succeed(folder, 'init', '--domain', 'example.com', '--repo', 'example.com/shop');
  await succeed(folder, 'create', 'api', '--group', 'web', '--version', 'v1', '--kind', 'Site');
  folder.write('theirs/route.yaml', yaml(crd()));
  return folder;
}

/** Runs a command that must succeed, and returns its output. */
export async function succeed(folder: TestFolder, ...args: readonly string[]): Promise<string> {
  const { code, err, out } = await folder.kb(...args);
  if (code !== 0) throw new Error(`kb ${args.join(' ')}: ${err}`);
  return out;
}

/** Runs `kb create api --external-api theirs` with more flags. */
export function createExternal(folder: TestFolder, ...args: readonly string[]): Promise<string> {
  return succeed(folder, 'create', 'api', '--external-api', 'theirs', ...args);
}

/** Parses a CRD, without the annotation that has kb's version. */
export function withoutVersion(text: string): unknown {
  const value: { metadata: { annotations: Record<string, unknown> } } = parse(text);
  const { 'codegen.kb/version': version, ...annotations } = value.metadata.annotations;
  expect(version).toBeDefined();
  return { ...value, metadata: { ...value.metadata, annotations } };
}

/** Expects a command to fail with these texts, without a stack trace, and to change nothing. */
export async function expectRefusal(
  folder: TestFolder,
  args: readonly string[],
  code: number,
  ...texts: string[]
): Promise<void> {
  const before = folder.snapshot();
  const run = await folder.kb(...args);
  for (const text of texts) expect(run.err).toContain(text);
  expect(run.err).not.toMatch(/\n {4}at .*:\d+:\d+/);
  expect(run.code).toBe(code);
  expect(folder.snapshot()).toEqual(before);
}
