import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiModel, TypeUse } from './api-model.ts';
import { printGo } from './print-go.ts';
import { printTypeScript } from './print-typescript.ts';
import { rawModels } from './raw-model.ts';
import { resolveModel } from './resolve-model.ts';

const models = rawModels.map(resolveModel);

test('uses only earlier declarations', () => {
  fc.assert(
    fc.property(models, (model) => {
      const declared = new Set<string>();
      for (const { path, types } of model.packages) {
        for (const { name, body } of types) {
          const uses = body.kind === 'struct' ? [...body.parents, ...body.fields.map(({ use }) => use)] : [];
          const all = body.kind === 'use' ? [body.use] : uses;
          expect(all.flatMap(referencesIn).filter((reference) => !declared.has(reference))).toEqual([]);
          declared.add(`${path}.${name}`);
        }
      }
    }),
  );
});

test('gives every declaration and every field a unique name', () => {
  fc.assert(
    fc.property(models, (model) => {
      for (const { types } of model.packages) {
        expect(hasTwice(types.map(({ name }) => name))).toBe(false);
        for (const { body } of types)
          expect(body.kind === 'struct' && hasTwice(body.fields.map(({ name }) => name))).toBe(false);
      }
    }),
  );
});

test('is printed with the same markers in both languages', () => {
  fc.assert(
    fc.property(models, (model) => {
      const [go, typeScript] = [printGo(model), printTypeScript(model)].map((files) => [...files.values()].join('\n'));
      for (const marker of markersOf(model)) {
        expect(go).toContain(`+${marker}`);
        expect(typeScript).toContain(`+${marker}`);
      }
    }),
  );
});

function referencesIn(use: TypeUse): string[] {
  switch (use.kind) {
    case 'reference':
      return [`${use.path}.${use.name}`];
    case 'list':
      return referencesIn(use.items);
    case 'map':
      return referencesIn(use.values);
    case 'scalar':
    case 'builtIn':
      return [];
  }
}

function markersOf({ packages }: ApiModel): string[] {
  return packages.flatMap(({ markers, types }) => [
    ...markers,
    ...types.flatMap(({ comment, body }) => [
      ...comment.markers,
      ...(body.kind === 'struct' ? body.fields.flatMap((field) => field.comment.markers) : []),
    ]),
  ]);
}

function hasTwice(names: readonly string[]): boolean {
  return new Set(names).size < names.length;
}
