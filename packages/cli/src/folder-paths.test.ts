import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { commonFolder, isInside } from './folder-paths.ts';

test('a file is in its folder, at any depth', () => {
  expect(isInside('/shop', '/shop/a/b.yaml')).toBe(true);
  expect(isInside('/shop', '/shop/..a/b.yaml')).toBe(true);
  expect(isInside('/shop', '/shop')).toBe(false);
  expect(isInside('/shop', '/shops/a')).toBe(false);
  expect(isInside('/shop', '/a')).toBe(false);
});

test('the deepest common folder', () => {
  expect(commonFolder('/shop/a/b', '/shop/a/c')).toBe('/shop/a');
  expect(commonFolder('/shop/a', '/shop/a/c')).toBe('/shop/a');
  expect(commonFolder('/shop/a/b', '/shop/a')).toBe('/shop/a');
  expect(commonFolder('/shop/a', '/shops')).toBe('/');
});

describe('on Windows', () => {
  beforeEach(() => {
    for (const name of ['relative', 'isAbsolute', 'dirname'] as const)
      vi.spyOn(path, name).mockImplementation(path.win32[name]);
    vi.spyOn(path, 'sep', 'get').mockReturnValue('\\');
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('a file on another drive is outside, and case does not count', () => {
    expect(isInside('C:\\shop', 'D:\\dist\\install.yaml')).toBe(false);
    expect(isInside('C:\\shop', 'c:\\Shop\\install.yaml')).toBe(true);
    expect(isInside('C:\\shop', 'C:\\shops')).toBe(false);
  });

  test('folders on two drives have no folder in common', () => {
    expect(commonFolder('C:\\shop\\a', 'c:\\Shop\\b')).toBe('C:\\shop');
    expect(() => commonFolder('C:\\shop', 'D:\\types')).toThrow('C:\\shop and D:\\types are on different drives');
  });
});
