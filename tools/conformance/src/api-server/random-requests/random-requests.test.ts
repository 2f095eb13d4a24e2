import { describe, expect, test } from 'vitest';
import { randomOf } from '../../random.ts';
import { type Answer, embeddedRequester, mergePatch, post, sequence } from '@kb/apiserver/recorded';
import { builtInSubjects } from './subjects/built-in-subjects.ts';
import { tellingDifferences } from './comparison/chance.ts';
import { printSequence } from './sequences/print-sequence.ts';
import { randomDefinition } from './values/random-definition.ts';
import { randomSequence } from './sequences/random-sequence.ts';
import type { Compared, Servers } from './comparison/servers.ts';
import type { RequestSequence } from './sequences/request-sequence.ts';
import { shrinkSequence } from './comparison/shrink-sequence.ts';
import { customSubject } from './subjects/subject.ts';

const kinds = Array.from({ length: 20 }, (_, index) => randomDefinition(randomOf(1, `kind ${index}`), `N${index}`));
const subjects = [...builtInSubjects, ...kinds.map((kind) => customSubject(kind, 'v1'))];

describe('random sequences', () => {
  test('are the same for the same seed, and different for another one', () => {
    const make = (seed: number): RequestSequence[] =>
      Array.from({ length: 20 }, (_, index) => randomSequence(seed, index, subjects));
    expect(make(1)).toEqual(make(1));
    expect(make(1)).not.toEqual(make(2));
  });

  test('have every kind of request', () => {
    const steps = Array.from({ length: 300 }, (_, index) => randomSequence(1, index, subjects)).flatMap(
      (one) => one.steps,
    );
    const seen = new Set(steps.map(({ method, headers }) => `${method} ${headers?.['content-type'] ?? ''}`));
    const patches = ['apply-patch+yaml', 'json-patch+json', 'merge-patch+json', 'strategic-merge-patch+json'];
    expect([...seen].sort()).toEqual(
      ['DELETE ', 'GET ', ...patches.map((type) => `PATCH application/${type}`), 'POST ', 'PUT '].sort(),
    );
    for (const part of [
      '/status',
      '/scale',
      'watch=1',
      'limit=',
      'continue=',
      'dryRun=All',
      'fieldValidation=Strict',
      'force=true',
      'resourceVersionMatch=Exact',
      'labelSelector=',
      'fieldSelector=',
    ]) {
      const count = steps.filter(({ path }) => path.includes(part)).length;
      expect({ part, isFrequent: count > 3 }).toEqual({ part, isFrequent: true });
    }
  });
});

test('a sequence is printed as a script that creates it', () => {
  const one = sequence(
    "it's",
    post('/a/${NS}', { 'a-b': ["x'y\n", null], c: { d: true } }, { save: { v: 'metadata.uid' } }),
    mergePatch('/a/b', '{"x"'),
  );
  expect(printSequence({ name: one.name, steps: [...one.steps] as RequestSequence['steps'] })).toBe(
    [
      'sequence(',
      String.raw`  'it\'s',`,
      String.raw`  post('/a/${'${NS}'}', { 'a-b': ['x\'y\n', null], c: { d: true } }, { save: { v: 'metadata.uid' } }),`,
      `  mergePatch('/a/b', '{"x"'),`,
      '),',
    ].join('\n'),
  );
});

describe('the smallest sequence', () => {
  /** Servers that differ on the patches that write `bad`. */
  const servers: Servers = {
    compare: async (sequences) => sequences.map(compared),
    install: async () => ({ served: [], refused: [] }),
    createNamespace: async () => undefined,
    requesters: { real: embeddedRequester(), ours: embeddedRequester() },
    stop: async () => undefined,
  };
  const compared = (one: RequestSequence): Compared => {
    const step = one.steps.findIndex(({ body }) => JSON.stringify(body ?? '').includes('"bad":1'));
    return {
      sequence: one,
      answers: [],
      ours: [],
      leftOut: [],
      differences: step < 0 ? [] : [{ step, path: 'body.bad', real: 1, ours: 2 }],
    };
  };

  test('has only the step and the part that differ', async () => {
    const steps = [
      post('/a?dryRun=All', { metadata: { name: 'a' } }),
      mergePatch('/a/b?fieldManager=x&force=true', { spec: { good: [1, 2], bad: 1, more: {} } }, { save: { v: 'x' } }),
      post('/c', {}),
    ];
    const { sequence: smallest } = await shrinkSequence(servers, compared({ name: 'one', steps }), Infinity);
    expect(smallest.steps).toEqual([mergePatch('/a/b', { spec: { bad: 1 } })]);
  });
});

describe('lists of old states', () => {
  const listed = { status: 200, headers: {}, body: { items: [] } };
  const gone = (message: string): Answer => ({ status: 410, headers: {}, body: { message } });
  const expired = gone('The resourceVersion for the provided list is too old.');

  test.each<[name: string, real: Answer, ours: Answer, counts: number]>([
    ['that only ours has forgotten say nothing', listed, expired, 0],
    ['that only the real server has forgotten say nothing', expired, listed, 0],
    ['that are refused otherwise differ', listed, gone('other'), 1],
    ['that end in an error differ', { ...listed, status: 500 }, expired, 1],
  ])('%s', (_, real, ours, counts) => {
    const differences = [{ step: 0, path: 'status', real: real.status, ours: ours.status }];
    const { differences: telling, leftOut } = tellingDifferences(differences, [real], [ours]);
    expect(telling).toHaveLength(counts);
    expect(leftOut).toHaveLength(1 - counts);
  });
});
