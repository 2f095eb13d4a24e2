import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { extractDescriptions } from '../scripts/descriptions/extract.ts';
import { readProse } from '../scripts/descriptions/read-prose.ts';
import { generatedFiles, presentFiles } from '../scripts/wire-types/generated-files.ts';
import { digestOf, goDescriptions } from './data/go-descriptions.ts';

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
* Says \\"what\\" it\\'s for: *_/scale, *_/_*.
*/
export declare class V1Thing {
    /**
    * A field.
    */
    'field'?: string;
    'silent': number;
`;
    expect([...readProse(source)]).toEqual([
      ['', `Says "what" it's for: */scale, */*.`],
      ['field', 'A field.'],
    ]);
  });

  const { content, exact, total } = extractDescriptions(root);
  const descriptions: { [type: string]: { [field: string]: string } } = JSON.parse(content);

  test('are filed under the type that declares the field', () => {
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

  test('have the line breaks that they have in Go', () => {
    expect(descriptions['meta/v1.TypeMeta']?.['kind']?.split('\n').map((line) => line.split(' ').length)).toEqual([
      12, 12, 3, 2, 3,
    ]);
    expect(descriptions['core/v1.Container']?.['image']).toMatch(/\nMore info: /);
  });

  test('are exactly those in Go as often as the README says', () => {
    const wanted = goDescriptions();
    const same = wanted.filter(
      ({ typeName, field, digest }) => digestOf(descriptions[typeName]?.[field] ?? '') === digest,
    );
    expect({ exact, total }).toEqual({ exact: same.length, total: wanted.length });
    const figures = `${exact.toLocaleString('en')} of ${total.toLocaleString('en')}`;
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(figures);
    expect(readFileSync(join(root, '../../docs/compatibility.md'), 'utf8')).toContain(figures);
  });

  test('are the same every time', () => {
    expect(extractDescriptions(root).content).toBe(content);
  });
});
