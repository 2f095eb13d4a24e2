import { expect, test } from 'vitest';
import type { RequestSequence } from '../../api-server/random-requests/sequences/request-sequence.ts';
import { batchesOf } from './batches.ts';

/** A sequence that creates an object at a path. */
function creating(path: string, object = 'a', name = `${path} ${object}`): RequestSequence {
  return { name, steps: [{ method: 'POST', path, body: JSON.stringify({ metadata: { name: object } }) }] };
}

test('objects outside of namespaces are stored one after the other, in whichever version', () => {
  const first = creating('/apis/example.com/v1/regions');
  const again = creating('/apis/example.com/v2/regions');
  const third = creating('/apis/example.com/v1/regions', 'a', 'once more');
  const other = creating('/apis/example.com/v1/regions', 'b');
  expect(batchesOf([first, again, third, other])).toEqual([[first, other], [again], [third]]);
});

test('what is not stored comes last', () => {
  const dry = creating('/apis/example.com/v1/regions?dryRun=All');
  const kept = creating('/apis/example.com/v1/regions');
  expect(batchesOf([dry, kept, dry])).toEqual([[kept], [dry, dry]]);
});

test('objects in namespaces of their own are stored at the same time, 400 at most', () => {
  const many = Array.from({ length: 900 }, (_, index) =>
    creating('/apis/example.com/v1/namespaces/${NS}/orders', 'a', `${index}`),
  );
  expect(batchesOf(many).map((batch) => batch.length)).toEqual([400, 400, 100]);
  expect(batchesOf([])).toEqual([]);
});
