import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../index.ts';
import { runScenario, scenarioOf, type ScenarioResult } from '../../test-support/scenario.ts';

const project = (settings: string): string => `version: "3"
domain: example.com
repo: example.com/shop
projectName: shop
layout:
- typescript.kb/v1
${settings}`;

/** Generates a kind whose spec has these fields. */
function generated(fields: string, declarations: string, settings = ''): Promise<ScenarioResult> {
  const types = `import type { PodTemplateSpec } from '@kb/kubernetes/core/v1';
import type { KubernetesObject } from '@kb/apimachinery';
${declarations}
export interface ShopSpec {
${fields}
}
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
`;
  return runScenario(scenarioOf({ 'types.ts': types, ...(settings !== '' && { PROJECT: project(settings) }) }));
}

const tooLarge = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.filter(({ code }) => code === 'KB_DEFINITION_TOO_LARGE');

/** Ways in which each type can use the one before it twice. */
const forms: Record<string, (level: number) => string> = {
  fields: (level) => `interface L${level} { a: L${level - 1}; b: L${level - 1} }`,
  lists: (level) => `interface L${level} { a: L${level - 1}[]; b: L${level - 1}[] }`,
  'maps and objects': (level) =>
    `interface L${level} { a: Record<string, L${level - 1}>; b: { c: L${level - 1} | null } }`,
  inheritance: (level) =>
    `interface L${level} extends P${level} { a: L${level - 1} }\ninterface P${level} { b: L${level - 1} }`,
  shapes: (level) => `type L${level} = { k: 'x'; a: L${level - 1} } | { k: 'y'; b: L${level - 1}; c: string };`,
  instances: (level) => `type L${level} = Pair<L${level - 1}>;`,
};

describe('a definition that is too large for API servers', () => {
  test.each(Object.entries(forms))('is reported before it is built, however large it would be: %s', async (_, form) => {
    const levels = Array.from({ length: 40 }, (__, level) => form(level + 1));
    const declarations = ['interface L0 { text: string }', 'interface Pair<T> { a: T; b: T }', ...levels].join('\n');
    const { diagnostics, files } = await generated('  top: L40;', declarations);
    expect(files).toEqual({});
    const [first] = tooLarge(diagnostics);
    expect(first?.message).toMatch(
      /^the CustomResourceDefinition of Shop has \d{7,9}\.\d MiB of JSON up to v1, and API servers take 3\.0 MiB in one request: it has L39 2 times, L38 4 times, L37 8 times, L36 16 times, …, L0 1099511627776 times$/,
    );
    expect(first?.line).toBeGreaterThan(1);
  });

  test('names a type of Kubernetes that it uses often', async () => {
    const fields = Array.from({ length: 200 }, (_, index) => `  f${index}: PodTemplateSpec;`).join('\n');
    const { diagnostics } = await generated(fields, '');
    expect(tooLarge(diagnostics).map(({ message }) => message)).toEqual([
      expect.stringMatching(/: it has PodTemplateSpec 200 times$/),
    ]);
  });

  test('may be too large only because of its descriptions, which can be shortened', async () => {
    const prose = 'x'.repeat(16_000);
    const fields = Array.from({ length: 200 }, (_, index) => `  /** ${prose} */\n  f${index}: string;`).join('\n');
    const { diagnostics } = await generated(fields, '');
    expect(tooLarge(diagnostics)).toMatchObject([{ hint: expect.stringMatching(/^maxDescriptionLength, /) as string }]);
    const shortened = await generated(fields, '', 'generate:\n  maxDescriptionLength: 0\n');
    expect(shortened.diagnostics).toEqual([]);
  });
});
