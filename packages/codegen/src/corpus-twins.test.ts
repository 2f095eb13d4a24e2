import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  compareWithCorpus,
  type CorpusComparison,
  type CorpusException,
  corpusExceptions,
} from './test-support/compare-with-corpus.ts';
import { corpus, corpusTwinFolder, corpusTwins, generateCorpusTwin } from './test-support/corpus-twins.ts';

const isThere = existsSync(corpus);
if (!isThere)
  console.warn("SKIPPED: there is no corpus beside the project: nothing was compared with controller-gen's own tests");

describe.skipIf(!isThere)("the types of controller-gen's own tests, in TypeScript", () => {
  test.each(corpusTwins)('$name', async (twin) => {
    for (const { expected, given, problems } of await compareWithCorpus(twin)) {
      expect(problems).toEqual([]);
      expect(given).toBe(expected);
      expect(parse(given)).toEqual(parse(expected));
    }
  });

  test.each(corpusTwins)('$name: compares every manifest', async (twin) => {
    const compared = corpusTwins.filter(({ api }) => api === twin.api).flatMap(({ files }) => Object.keys(files));
    expect([...(await generateCorpusTwin(twin)).keys()].filter((file) => !compared.includes(file))).toEqual([]);
  });

  test('every exception is still needed', async () => {
    const [short] = corpusTwins.filter(({ name }) => name === 'descriptions of 50 characters');
    const [full, cut] = ['foos', 'foos_maxdesclen'].map((name) => `crd/testdata/gen/bar.example.com_${name}.yaml`);
    if (short === undefined || full === undefined || cut === undefined) throw new Error('the twins have other names');
    const twin = { ...short, compared: 'descriptions', files: { 'bar.example.com_foos.yaml': full } } as const;
    const schema = '/spec/versions/0/schema/openAPIV3Schema';
    const [exception, ...others] = ['spec/properties/defaultedString', 'apiVersion', 'kind'].map((place) => {
      const pointer = `${schema}/properties/${place}/description`;
      const [expected, given] = [full, cut].map((file) =>
        valueAt(parse(readFileSync(`${corpus}/${file}`, 'utf8')), pointer),
      );
      return { file: full, path: pointer, expected, given, reason: 'it is cut' };
    });
    if (exception === undefined) throw new Error('there is no place');
    const compareWith = async (exceptions: readonly CorpusException[]): Promise<CorpusComparison | undefined> =>
      (await compareWithCorpus(twin, exceptions))[0];

    const without = await compareWith(others);
    expect(without?.given).not.toBe(without?.expected);
    const allowed = await compareWith([...others, exception]);
    expect(allowed?.given).toBe(allowed?.expected);
    expect(allowed?.problems).toEqual([]);
    const same = { ...exception, path: '/spec/scope', expected: 'Namespaced', given: 'Namespaced' };
    expect((await compareWith([...others, exception, same]))?.problems).toEqual([
      '/spec/scope: no longer different (it is cut)',
    ]);
    expect((await compareWith([...others, { ...exception, expected: '', given: '' }]))?.problems).toEqual([
      `${exception.path}: the corpus has something else`,
      `${exception.path}: kb gives something else`,
    ]);
  });

  test('every manifest of the corpus has a twin', () => {
    const compared = corpusTwins.flatMap(({ files }) => Object.values(files));
    const manifests = ['crd', 'applyconfiguration', 'schemapatcher/testdata/expected'].flatMap((folder) =>
      readdirSync(`${corpus}/${folder}`, { recursive: true, encoding: 'utf8' })
        // v1beta1 of CRDs is gone: these files are left over.
        .filter((file) => /(?<!\.v1beta1)\.yaml$/.test(file))
        .map((file) => `${folder}/${file}`),
    );
    expect(compared.toSorted()).toEqual(manifests.toSorted());
  });
});

test('every package is generated, and every exception belongs to a file that is compared', () => {
  const packages = readdirSync(corpusTwinFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect([...new Set(corpusTwins.map(({ api }) => api))].toSorted()).toEqual(
    packages.map(({ name }) => name).toSorted(),
  );
  const files = corpusTwins.flatMap((twin) => Object.values(twin.files));
  expect(corpusExceptions.filter(({ file }) => !files.includes(file))).toEqual([]);
});

function valueAt(root: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      root,
    );
}
