import { describe, expect, test } from 'vitest';
import { createWatchStream } from './watch-stream.ts';

const frame = (length: number): Uint8Array => new Uint8Array(length);

async function readAll(body: AsyncIterable<Uint8Array>): Promise<number[]> {
  const lengths: number[] = [];
  for await (const piece of body) lengths.push(piece.length);
  return lengths;
}

describe('createWatchStream', () => {
  test('sends its initial frames, however many, before those that are pushed, in chunks', async () => {
    const stream = createWatchStream(undefined);
    let made = 0;
    function* many(): Generator<Uint8Array> {
      for (; made < 20_000; made += 1) yield frame(10);
    }
    stream.begin(many());
    // They are encoded as the client reads.
    expect(made).toBe(0);
    stream.push(frame(7));
    stream.end();
    const lengths = await readAll(stream.body);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(200_007);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(64 * 1024);
    expect(lengths.at(-1)).toBe(7);
  });

  test('lets other work run between objects without a frame', async () => {
    let turns = 0;
    const stream = createWatchStream(undefined, {
      turns: {
        beforePiece: () => {
          turns += 1;
          return Promise.resolve();
        },
      },
    });
    function* few(): Generator<Uint8Array | undefined> {
      for (let made = 0; made < 1000; made += 1) yield made % 500 === 0 ? frame(10) : undefined;
    }
    stream.begin(few());
    stream.end();
    expect(await readAll(stream.body)).toEqual([20]);
    expect(turns).toBe(1000);
  });

  test.each([
    ['many frames', 10_001, 1],
    ['many bytes', 9, 4 * 1024 * 1024],
  ])('ends after the waiting frames for a client that lets %s wait', async (_, count, length) => {
    const stream = createWatchStream(undefined);
    let ended = false;
    stream.onEnd(() => (ended = true));
    for (let pushed = 0; pushed < count; pushed += 1) {
      expect(ended).toBe(false);
      stream.push(frame(length));
    }
    expect(ended).toBe(true);
    stream.push(frame(length));
    const lengths = await readAll(stream.body);
    expect(lengths.reduce((sum, piece) => sum + piece, 0)).toBe(count * length);
  });

  test('accepts one waiting frame of any size', () => {
    const stream = createWatchStream(undefined);
    let ended = false;
    stream.onEnd(() => (ended = true));
    stream.push(frame(40 * 1024 * 1024));
    expect(ended).toBe(false);
  });

  test('fails with the reason of its signal, and then keeps nothing', async () => {
    const controller = new AbortController();
    const stream = createWatchStream(controller.signal);
    stream.push(frame(1));
    controller.abort(new Error('hung up'));
    await expect(readAll(stream.body)).rejects.toThrow('hung up');
  });
});
