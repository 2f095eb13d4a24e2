import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type ByteStream, createByteStream } from './byte-stream.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (piece: Uint8Array | undefined): string => new TextDecoder().decode(piece);

function open(): { stream: ByteStream; told: string[]; reader: AsyncIterator<Uint8Array, undefined> } {
  const told: string[] = [];
  const stream = createByteStream({ onWanted: () => told.push('wanted'), onLeft: () => told.push('left') });
  return { stream, told, reader: stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined> };
}

describe('createByteStream', () => {
  test('merges the data since the last read into one chunk', async () => {
    const { stream, reader } = open();
    stream.push(bytes('a'));
    stream.push(bytes('b'));
    expect(textOf((await reader.next()).value)).toBe('ab');
    const next = reader.next();
    stream.push(bytes('c'));
    stream.push(new Uint8Array());
    stream.push(bytes('d'));
    expect(textOf((await next).value)).toBe('cd');
    stream.push(bytes('e'));
    stream.end();
    expect(textOf((await reader.next()).value)).toBe('e');
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  test('yields no empty chunk', async () => {
    const { stream, reader } = open();
    const next = reader.next();
    stream.push(new Uint8Array());
    await setImmediate();
    stream.push(bytes('a'));
    expect(textOf((await next).value)).toBe('a');
  });

  test('signals back-pressure when much is buffered, and asks for more once it was read', async () => {
    const { stream, told, reader } = open();
    expect(stream.push(new Uint8Array(65_535))).toBe(true);
    expect(stream.push(new Uint8Array(1))).toBe(false);
    expect(told).toEqual([]);
    expect((await reader.next()).value).toHaveLength(65_536);
    expect(told).toEqual(['wanted']);
    stream.push(new Uint8Array(100_000));
    stream.end();
    expect((await reader.next()).value).toHaveLength(100_000);
    expect(told).toEqual(['wanted']);
  });

  test('yields the data before a failure, then throws the error', async () => {
    const { stream, told, reader } = open();
    stream.push(bytes('a'));
    stream.fail(new Error('cut'));
    stream.push(bytes('late'));
    expect(textOf((await reader.next()).value)).toBe('a');
    await expect(reader.next()).rejects.toThrow('cut');
    expect(told).toEqual([]);
  });

  test('can fail immediately, also while a reader waits', async () => {
    const { stream, reader } = open();
    stream.push(bytes('a'));
    stream.fail('enough', true);
    await expect(reader.next()).rejects.toBe('enough');
    const other = open();
    const next = other.reader.next();
    other.stream.fail('enough', true);
    await expect(next).rejects.toBe('enough');
  });

  test('calls onLeft only when the reader stops before the end', async () => {
    const { stream, told, reader } = open();
    const next = reader.next();
    await reader.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    stream.push(bytes('late'));
    stream.fail(new Error('late'));
    expect(await reader.next()).toEqual({ done: true, value: undefined });
    expect(told).toEqual(['left']);
    const ended = open();
    ended.stream.end();
    await ended.reader.return?.();
    expect(ended.told).toEqual([]);
  });
});
