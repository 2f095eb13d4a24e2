import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settleEventLoop } from '../clock/settle-adapter.ts';
import { ConnectionClosedError, createBytePipe } from './byte-pipe.ts';
import { connectionPair } from './connection-pair.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

async function textOf(received: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of received) text += Buffer.from(piece).toString('latin1');
  return text;
}

test('delivers all bytes in order, whatever the pieces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 20 })), fc.integer({ min: 1, max: 30 }), async (all, room) => {
      const pipe = createBytePipe(room);
      const write = async (): Promise<void> => {
        for (const piece of all) await pipe.send(piece);
        pipe.end();
      };
      const [text] = await Promise.all([textOf(pipe.received), write()]);
      expect(text).toBe(Buffer.concat(all).toString('latin1'));
    }),
  );
});

test('makes the writer wait until there is room', async () => {
  const pipe = createBytePipe(4);
  let sent = 0;
  const write = async (): Promise<void> => {
    for (const piece of ['ab', 'cd', 'ef']) {
      await pipe.send(bytes(piece));
      sent += 1;
    }
    pipe.end();
  };
  const writing = write();
  await settleEventLoop();
  expect(sent).toBe(1);
  expect(await textOf(pipe.received)).toBe('abcdef');
  await writing;
  expect(sent).toBe(3);
});

test('refuses bytes that nobody reads, also those that wait', async () => {
  const pipe = createBytePipe(1);
  const waiting = pipe.send(bytes('a'));
  pipe.close();
  await expect(waiting).rejects.toThrow(ConnectionClosedError);
  await expect(pipe.send(bytes('b'))).rejects.toThrow('the connection is closed');
  expect(await textOf(pipe.received)).toBe('');
  await pipe.closed;
});

test('a reader that leaves closes the pipe', async () => {
  const pipe = createBytePipe();
  await pipe.send(bytes('a'));
  for await (const piece of pipe.received) {
    expect(piece).toEqual(bytes('a'));
    break;
  }
  await pipe.closed;
  await expect(pipe.send(bytes('b'))).rejects.toThrow(ConnectionClosedError);
});

test('each end of a connection can end its direction alone', async () => {
  const [one, other] = connectionPair();
  await one.send(bytes('question'));
  one.end();
  expect(await textOf(other.received)).toBe('question');
  await other.send(bytes('answer'));
  other.end();
  expect(await textOf(one.received)).toBe('answer');
  await Promise.all([one.closed, other.closed]);
});

test('finishing one end delivers what was sent, and refuses more', async () => {
  const [one, other] = connectionPair();
  await one.send(bytes('last'));
  one.finish();
  await expect(other.send(bytes('late'))).rejects.toThrow(ConnectionClosedError);
  expect(await textOf(other.received)).toBe('last');
  await other.closed;
});

test('closing one end closes both directions', async () => {
  const [one, other] = connectionPair();
  await one.send(bytes('lost'));
  one.close();
  expect(await textOf(other.received)).toBe('');
  await other.closed;
  await expect(other.send(bytes('x'))).rejects.toThrow(ConnectionClosedError);
});
