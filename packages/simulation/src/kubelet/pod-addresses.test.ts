import { describe, expect, test } from 'vitest';
import { createAddressPool } from './pod-addresses.ts';

describe('createAddressPool', () => {
  test('gives each Pod one address, and no address to two Pods at once', () => {
    const pool = createAddressPool('10.244');
    pool.reserve('old', '10.244.0.3');
    expect([pool.addressOf('a'), pool.addressOf('b'), pool.addressOf('a')]).toEqual([
      '10.244.0.2',
      '10.244.0.4',
      '10.244.0.2',
    ]);
    pool.release('a');
    // The next addresses come first: a released address is not reused at once.
    expect(pool.addressOf('c')).toBe('10.244.0.5');
  });

  test('starts over at the end of the range, and throws when no address is free', () => {
    const pool = createAddressPool('10.244');
    const given = new Set(Array.from({ length: 65_533 }, (_, index) => pool.addressOf(String(index))));
    expect(given.size).toBe(65_533);
    expect(() => pool.addressOf('more')).toThrow('no address is free in 10.244.0.0/16');
    pool.release('17');
    expect(given.has(pool.addressOf('more'))).toBe(true);
  });
});
