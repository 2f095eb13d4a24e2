import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { extractDescriptions, readProse } from '../scripts/descriptions/extract.ts';
import { generatedFiles, presentFiles } from '../scripts/wire-types/generated-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('the wire types are as generated', async () => {
  const files = await generatedFiles(root);
  const differing = [...files].filter(([file, content]) => readFileSync(join(root, file), 'utf8') !== content);
  expect(differing.map(([file]) => file)).toEqual([]);
  expect(presentFiles(root).filter((file) => !files.has(file))).toEqual([]);
});

test('every group version has its export', () => {
  const { exports }: { exports: object } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const versions = presentFiles(root).map((file) => `./*/${file.replace(/^.*\/|\.ts$/g, '')}`);
  const wanted = [...new Set([...versions, './data', './wire', './package.json'])];
  expect(Object.keys(exports).toSorted()).toEqual(wanted.toSorted());
});

describe('descriptions', () => {
  test('come from the comments of client-node, escapes undone', () => {
    const source = `/**
* Says \\"what\\" it\\'s for: *_/scale.
*/
export declare class V1Thing {
    /**
    * A field.
    */
    'field'?: string;
    'silent': number;
`;
    expect([...readProse(source)]).toEqual([
      ['', `Says "what" it's for: */scale.`],
      ['field', 'A field.'],
    ]);
  });

  test('are filed under the type that declares the field', () => {
    const descriptions: { [type: string]: { [field: string]: string } } = JSON.parse(extractDescriptions(root));
    expect(descriptions['core/v1.Container']?.['image']).toMatch(/^Container image name\./);
    expect(descriptions['core/v1.EnvVar']?.['']).toMatch(/^EnvVar represents/);
    // Of an embedded struct that client-node has no class for.
    expect(descriptions['core/v1.VolumeSource']?.['emptyDir']).toBeUndefined();
    expect(descriptions['core/v1.EphemeralContainerCommon']?.['image']).toMatch(/^Container image name\./);
    // Under the JSON names.
    expect(descriptions['core/v1.LimitRangeItem']).toHaveProperty('default');
    expect(descriptions['apiextensions/v1.JSONSchemaProps']).toHaveProperty('x-kubernetes-list-type');
    const fields = Object.values(descriptions).flatMap((type) => Object.keys(type).filter((field) => field !== ''));
    expect(fields.length).toBeGreaterThan(2000);
  });

  test('are the same every time', () => {
    expect(extractDescriptions(root)).toBe(extractDescriptions(root));
  });
});
