import {
  createVirtualClock,
  expired,
  internalError,
  type KubernetesList,
  type KubernetesObject,
  StatusError,
} from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { loopTurns } from '../../loop-turns.ts';
import { thing, thingList } from '../../test-support/scripted-source.ts';
import { listPages } from './list-pages.ts';

const page = (version: string, names: string[], token?: string): KubernetesList =>
  thingList(
    version,
    names.map((name) => thing(name, version)),
    token,
  );
const old = (): Error => new StatusError(expired('old'));

const cases: {
  what: string;
  version: string;
  size: number;
  answers: (KubernetesList | Error)[];
  requests: string[];
  want: { names: string[]; resourceVersion: string; paginated: boolean } | { error: string };
}[] = [
  {
    what: 'one page',
    version: '0',
    size: 500,
    answers: [page('5', ['a', 'b'])],
    requests: ['rv=0 limit=500'],
    want: { names: ['a', 'b'], resourceVersion: '5', paginated: false },
  },
  {
    what: 'no pages asked for',
    version: '7',
    size: 0,
    answers: [page('8', [])],
    requests: ['rv=7'],
    want: { names: [], resourceVersion: '8', paginated: false },
  },
  {
    what: 'several pages: the version of the first, and none in later requests',
    version: '',
    size: 2,
    answers: [page('5', ['a'], 't1'), page('6', ['b'], 't2'), page('6', ['c'])],
    requests: ['limit=2', 'limit=2 continue=t1', 'limit=2 continue=t2'],
    want: { names: ['a', 'b', 'c'], resourceVersion: '5', paginated: true },
  },
  {
    what: 'a token that expires: everything again, at the first version',
    version: '0',
    size: 1,
    answers: [page('5', ['a'], 't1'), page('5', ['b'], 't2'), old(), page('9', ['c', 'd'])],
    requests: ['rv=0 limit=1', 'limit=1 continue=t1', 'limit=1 continue=t2', 'rv=0'],
    want: { names: ['c', 'd'], resourceVersion: '9', paginated: true },
  },
  {
    what: 'a first page whose version has expired',
    version: '3',
    size: 1,
    answers: [old()],
    requests: ['rv=3 limit=1'],
    want: { error: 'old' },
  },
  {
    what: 'a later page that fails for another reason',
    version: '0',
    size: 1,
    answers: [page('5', ['a'], 't1'), new StatusError(internalError('broken'))],
    requests: ['rv=0 limit=1', 'limit=1 continue=t1'],
    want: { error: 'Internal error occurred: broken' },
  },
  {
    what: 'a full list that fails as well',
    version: '0',
    size: 1,
    answers: [page('5', ['a'], 't1'), old(), old()],
    requests: ['rv=0 limit=1', 'limit=1 continue=t1', 'rv=0'],
    want: { error: 'old' },
  },
];

test.each(cases)('$what', async ({ version, size, answers, requests, want }) => {
  const asked: string[] = [];
  let taken: string[] = [];
  const listing = listPages<KubernetesObject>({
    list: async ({ resourceVersion, limit, continue: token }) => {
      asked.push(
        [resourceVersion && `rv=${resourceVersion}`, limit && `limit=${limit}`, token && `continue=${token}`]
          .filter(Boolean)
          .join(' '),
      );
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('one request too many');
      return answer;
    },
    resourceVersion: version,
    pageSize: size,
    turns: loopTurns(createVirtualClock()),
    begin: () => {
      taken = [];
      return (items) => void taken.push(...items.map((item) => item.metadata.name));
    },
  });
  const got = await listing.then(
    ({ resourceVersion, paginated, items }) => {
      expect(items).toBe(taken.length);
      return { names: taken, resourceVersion, paginated };
    },
    (error: Error) => ({ error: error.message }),
  );
  expect([got, asked]).toEqual([want, requests]);
});
