// Checks that the compiler's errors for mistakes in calls are short and name the cause.
import path from 'node:path';
import { Project, ts } from 'ts-morph';
import { beforeAll, expect, test } from 'vitest';

const head = `
import type { DeepReadonly } from '@kb/apimachinery';
import { type Deployment, deployments } from '@kb/kubernetes/apps/v1';
import { type Node, nodes } from '@kb/kubernetes/core/v1';
import type { Client } from './browser.ts';
declare const client: Client;
declare const node: DeepReadonly<Node>;
declare const deployment: DeepReadonly<Deployment>;
const inDefault = { namespace: 'default', name: 'a' };
const where = { namespace: 'default' };
const metadata = { name: 'a', namespace: 'default' };
const status = { replicas: 1 };
`;
const noNamespace = '\'"leave the namespace out: the resource is cluster-scoped"\'';
const noStatus = '\'"this verb does not write the status: use updateStatus, applyStatus or the subresource status"\'';

/** Calls with a mistake, and the last line of the compiler's error. */
const mistakes: readonly (readonly [call: string, text: string])[] = [
  [
    "client.get(nodes, 'default/a')",
    `Argument of type '"default/a"' is not assignable to parameter of type ${noNamespace}.`,
  ],
  ['client.get(nodes, inDefault)', `Type 'string' is not assignable to type ${noNamespace}.`],
  ["client.list(nodes, { namespace: 'default' })", `Type '"default"' is not assignable to type ${noNamespace}.`],
  ['client.list(nodes, where)', `Type 'string' is not assignable to type ${noNamespace}.`],
  [
    "client.create(nodes, { metadata: { name: 'a', namespace: 'default' } })",
    `Type '"default"' is not assignable to type ${noNamespace}.`,
  ],
  ['client.apply(nodes, { metadata: inDefault })', `Type 'string' is not assignable to type ${noNamespace}.`],
  [
    "client.update(nodes, { ...node, metadata: { ...node.metadata, namespace: 'default' } })",
    `Type '"default"' is not assignable to type ${noNamespace}.`,
  ],
  [
    'client.update(deployments, { ...deployment, status })',
    `Type '{ replicas: number; }' is not assignable to type ${noStatus}.`,
  ],
  [
    "client.patch(deployments, 'default/a', { type: 'merge', value: { status } })",
    `Type '{ replicas: number; }' is not assignable to type ${noStatus}.`,
  ],
  [
    'client.apply(deployments, { metadata, status })',
    `Type '{ replicas: number; }' is not assignable to type ${noStatus}.`,
  ],
  [
    'client.applyStatus(deployments, { metadata, spec: { replicas: 1 } })',
    `Type '{ replicas: number; }' is not assignable to type '"the subresource status writes nothing but the status"'.`,
  ],
  [
    "client.patch(deployments, 'default/a', { type: 'merge', value: { spec: { replcas: 1 } } })",
    "Did you mean to write 'replicas'?",
  ],
  ['client.apply(deployments, { metadata, spec: { replcas: 1 } })', "Did you mean to write 'replicas'?"],
  ["client.create(nodes, { metadata: { name: 'a', lables: {} } })", "Did you mean to write 'labels'?"],
];

const folder = path.resolve(import.meta.dirname, '..');
const file = path.join(folder, 'src/mistakes.ts');
const text = `${head}${mistakes.map(([call]) => `void (() => ${call});\n`).join('')}`;
let service: ts.LanguageService;
/** The compiler's errors by line. */
const found = new Map<number, string[]>();

beforeAll(() => {
  const project = new Project({
    tsConfigFilePath: path.join(folder, 'tsconfig.json'),
    skipAddingFilesFromTsConfig: true,
  });
  project.createSourceFile(file, text);
  service = project.getLanguageService().compilerObject;
  for (const { start = 0, messageText } of service.getSemanticDiagnostics(file)) {
    const line = text.slice(0, start).split('\n').length;
    found.set(line, [...(found.get(line) ?? []), ts.flattenDiagnosticMessageText(messageText, '\n')]);
  }
});

test('each mistake is an error, and nothing else', () => {
  const lines = head.split('\n').length;
  expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(mistakes.map((_, index) => lines + index));
});

test.each(mistakes.map(([call, last], index) => [call, last, index] as const))('of %s', (_call, last, index) => {
  const messages = found.get(head.split('\n').length + index) ?? [];
  expect(messages).toHaveLength(1);
  const lines = messages[0]!.split('\n');
  expect(lines.at(-1)).toMatch(new RegExp(`${RegExp.escape(last)}$`));
  // The first lines show the type of a variable, which the compiler truncates.
  expect(lines.length).toBeLessThanOrEqual(5);
  expect(lines.every((line) => line.length < 800)).toBe(true);
});

test('an editor completes the fields of an object literal', () => {
  const offered = (call: string, at: string): string[] => {
    const start = text.indexOf(call) + call.indexOf(at);
    return service.getCompletionsAtPosition(file, start, {})?.entries.map(({ name }) => name) ?? [];
  };
  expect(offered(mistakes[9]![0], 'status')).toEqual(expect.arrayContaining(['spec', 'status']));
  expect(offered(mistakes[11]![0], 'replcas')).toEqual(expect.arrayContaining(['replicas', 'paused']));
  expect(offered(mistakes[12]![0], 'replcas')).toEqual(expect.arrayContaining(['replicas', 'paused']));
});

test('an editor shows a call without the checking types', () => {
  const at = text.indexOf('client.get(') + 'client.'.length;
  const shown =
    service
      .getQuickInfoAtPosition(file, at)
      ?.displayParts?.map((part) => part.text)
      .join('') ?? '';
  expect(shown.length).toBeLessThan(400);
  expect(shown).not.toMatch(/extends \[|infer /);
});
