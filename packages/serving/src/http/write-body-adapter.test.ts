import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { writeBody } from './write-body-adapter.ts';

/** A client that reads a chunk when `take` is called. */
function slowClient(): { readonly outgoing: Writable; readonly taken: string[]; readonly take: () => void } {
  const taken: string[] = [];
  let take = (): void => undefined;
  const outgoing = new Writable({
    highWaterMark: 1,
    write: (chunk: Uint8Array, _encoding, done) => {
      take = () => {
        taken.push(Buffer.from(chunk).toString());
        done();
      };
    },
  });
  return { outgoing, taken, take: () => take() };
}

/** A body of these chunks that records which were requested, and whether it was ended. */
function body(...chunks: string[]): { readonly chunks: AsyncGenerator<Uint8Array>; readonly asked: string[] } {
  const asked: string[] = [];
  async function* generate(): AsyncGenerator<Uint8Array> {
    try {
      for (const chunk of chunks) {
        asked.push(chunk);
        yield Buffer.from(chunk);
      }
    } finally {
      asked.push('ended');
    }
  }
  return { chunks: generate(), asked };
}

/** Lets all pending work that does not wait for I/O run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('requests a chunk when the client has read the previous one', async () => {
  const { outgoing, taken, take } = slowClient();
  const { chunks, asked } = body('a', 'b');
  const written = writeBody(chunks, outgoing);
  await settled();
  expect([asked, taken]).toEqual([['a'], []]);
  take();
  await settled();
  expect([asked, taken]).toEqual([['a', 'b'], ['a']]);
  take();
  await written;
  expect([asked, taken]).toEqual([
    ['a', 'b', 'ended'],
    ['a', 'b'],
  ]);
  expect(outgoing.writableEnded).toBe(false);
});

test('leaves no listener', async () => {
  const { outgoing, take } = slowClient();
  const before = outgoing.eventNames();
  const written = writeBody(body('a').chunks, outgoing);
  await settled();
  take();
  await written;
  expect(outgoing.eventNames()).toEqual(before);
});

test('ends the body when the client disconnects while it is waited for', async () => {
  const { outgoing } = slowClient();
  const { chunks, asked } = body('a', 'b');
  const written = writeBody(chunks, outgoing);
  await settled();
  outgoing.destroy();
  await written;
  expect(asked).toEqual(['a', 'ended']);
});

test('writes nothing to a disconnected client', async () => {
  const { outgoing, taken } = slowClient();
  outgoing.destroy();
  const { chunks, asked } = body('a', 'b');
  await writeBody(chunks, outgoing);
  expect([asked, taken]).toEqual([['a', 'ended'], []]);
});

test('rejects with the error of the body', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
    throw new Error('broken');
  }
  const outgoing = new Writable({ write: (_chunk, _encoding, done) => done() });
  await expect(writeBody(broken(), outgoing)).rejects.toThrow('broken');
});
