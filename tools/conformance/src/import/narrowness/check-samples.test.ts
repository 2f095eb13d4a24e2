import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Failure } from '../../suite.ts';
import { temporaryFolder } from '../round-trip/temporary-folder.ts';
import { checkSamples, MISSED } from './check-samples.ts';
import { samplesOf } from './samples.ts';
import { shopKind, SHOP_TYPES } from './test-support/shop.ts';

/** Types that are wider than the schema in one place, and what the check reports. */
const wrong = [
  {
    version: 'vwidetype',
    from: 'replicas?: int32',
    to: 'replicas?: int32 | string',
    found: ['spec.replicas: string', MISSED],
  },
  { version: 'voptional', from: '  image: string;', to: '  image?: string;', found: ['spec: without image', MISSED] },
  { version: 'vwideenum', from: "'Fast' | 'Slow'", to: 'string', found: ['spec.mode: another text', MISSED] },
  { version: 'vnull', from: 'ready?: boolean', to: 'ready?: boolean | null', found: ['status.ready: null', MISSED] },
  {
    version: 'vopen',
    from: 'port?: number;',
    to: 'port?: number;\n  [key: string]: unknown;',
    found: ['spec.ports[]: an unknown field', MISSED],
  },
  { version: 'vempty', from: 'Record<string, never>', to: 'object', found: ['spec.empty: an unknown field', MISSED] },
  { version: 'vboth', from: /& \(.*\)/, to: '', found: ['spec.source: with', MISSED] },
  { version: 'vany', from: 'ports?: Port[]', to: 'ports?: unknown', found: ['spec.ports[].name: ', MISSED] },
  {
    version: 'vrequired',
    from: 'limit?: IntOrString',
    to: 'limit: IntOrString',
    found: ['0 % of what is optional', 'error TS2741'],
  },
  { version: 'vfilledin', from: 'size?: int32', to: 'size: int32', found: ['spec.labels', 'error TS2741'] },
  {
    version: 'vnarrow',
    from: 'limit?: IntOrString',
    to: 'limit?: number',
    found: ['of what is optional', 'error TS2322'],
  },
  { version: 'vnonull', from: 'string | null', to: 'string', found: ['spec.nothing', 'error TS2322'] },
  {
    version: 'vclosed',
    from: 'a?: string;\n  [key: string]: unknown;',
    to: 'a?: string;',
    found: ['of what is optional', 'error TS2353'],
  },
  { version: 'vmissing', from: '  replicas?: int32;\n', to: '', found: ['spec.replicas', 'error TS2353'] },
  {
    version: 'vbroken',
    from: 'mode?:',
    to: 'mode?: Missing &',
    found: ['types/shop.example.com/vbroken/index.ts', 'error TS2304'],
  },
];

const folder = temporaryFolder();
let failures: Failure[];

beforeAll(async () => {
  const versions = [
    { version: 'vright', types: SHOP_TYPES },
    ...wrong.map(({ version, from, to }) => ({ version, types: SHOP_TYPES.replace(from, to) })),
  ];
  for (const { version, types } of versions) {
    const target = path.join(folder.path, 'types/shop.example.com', version);
    mkdirSync(target, { recursive: true });
    writeFileSync(path.join(target, 'index.ts'), types);
  }
  const limits = { places: Number.POSITIVE_INFINITY, mutations: Number.POSITIVE_INFINITY };
  failures = await checkSamples(
    folder.path,
    versions.map(({ version }) => {
      const kind = { ...shopKind, version };
      return { kind, samples: [1, 2, 3, 4].flatMap((seed) => samplesOf(kind, seed, limits).samples) };
    }),
  );
});
afterAll(() => folder[Symbol.dispose]());

test('reports nothing for types that are as narrow as the schema', () => {
  expect(failures.filter(({ name }) => name.includes('vright'))).toEqual([]);
});

test.each(wrong)('reports $version', ({ version, found: [name = '', message = ''] }) => {
  const own = failures.filter((failure) => failure.name.includes(version));
  expect(own.map((failure) => `${failure.name}\n${failure.message}`)).toContainEqual(
    expect.stringMatching(new RegExp(`${escaped(name)}[^]*${escaped(message)}`)),
  );
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
