import { describe, expect, test } from 'vitest';
import type { ReadDefinition } from '../read/definition-place.ts';
import { cart, definition, importInto, object, shop, stall } from '../test-support/import-into.ts';

describe('a definition that the API server refuses', () => {
  const bad = object({ name: { type: 'string', pattern: '(' }, label: { type: 'string', pattern: '[' } });

  test('gives one warning, at its place, and the others are imported without one', async () => {
    const result = await importInto({}, [definition('Stall', { v1: bad, v2: bad }), shop]);
    expect(result.diagnostics).toMatchObject([
      { code: 'KB_DEFINITION_REFUSED', severity: 'warning', file: 'stall.json', line: 1 },
    ]);
    const [refused] = result.diagnostics;
    expect(refused?.message).toMatch(
      /^the API server refuses the definition stalls\.shop\.example\.com: schema of v1: /,
    );
    expect(refused?.message).toContain('properties[spec].properties[label].pattern: "["');
    expect(refused?.message).toMatch(/; and 3 more$/);
    expect(refused?.hint).toContain('kb generate refuses the whole folder');
    expect(result.imported.map(({ kind }) => kind)).toEqual(['Shop', 'Stall', 'Stall']);
  });

  test('is reported for a rule in CEL that does not compile, in words', async () => {
    const ruled = {
      ...object({ name: { type: 'string' } }),
      'x-kubernetes-validations': [{ rule: 'self.nam == "a"' }],
    };
    const { diagnostics } = await importInto({}, [definition('Stall', { v1: ruled })]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['KB_DEFINITION_REFUSED']);
    expect(diagnostics[0]?.message).toContain(
      "x-kubernetes-validations[0].rule: rule does not compile: undefined field 'nam' (character 5)",
    );
  });

  test('is reported for each kind that shares the mistake', async () => {
    const shared = object({ port: { type: 'integer', minimum: 3, default: 1 } });
    const result = await importInto({}, [
      definition('Shop', { v1: object({ endpoint: shared }) }),
      definition('Stall', { v1: object({ endpoint: shared }) }),
    ]);
    expect(result.diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'KB_DEFINITION_REFUSED shop.json',
      'KB_DEFINITION_REFUSED stall.json',
    ]);
  });

  test("is reported in kb's words if the schema is not the cause", async () => {
    const withShortName = ({ definition: given, place }: ReadDefinition): ReadDefinition => {
      const names = { ...given.spec.names, shortNames: ['s'] };
      return { definition: { ...given, spec: { ...given.spec, names } }, place };
    };
    const { diagnostics } = await importInto({}, [withShortName(shop), withShortName(stall), cart]);
    expect(diagnostics).toMatchObject([
      { code: 'KB_DEFINITION_REFUSED', severity: 'warning', file: 'stall.json', line: 1 },
    ]);
    expect(diagnostics[0]?.message).toMatch(
      /^kb generate refuses the types of stalls\.shop\.example\.com, .*stall\.types\.ts:\d+: .* short name s/,
    );
  });
});
