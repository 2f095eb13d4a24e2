import { findSlowAttack, type Reader } from '@kb/linear-time';
import { expect, test } from 'vitest';
import { isGlobalUnicast } from './global-address.ts';
import { escapePath, joinPaths, withEndSlash } from './go-path.ts';
import { splitProxiedName } from './proxy-target.ts';
import { rewriteHtml } from './rewrite-html.ts';
import { rewriteUrl } from './rewrite-url.ts';

const page = { base: '/proxy', host: '10.0.0.1:80', requestHost: 'localhost:1' };

test.each([
  ['/a/b?c#d', '/proxy/a/b?c#d'],
  ['/a/', '/proxy/a/'],
  ['/', '/proxy/'],
  ['a/b', 'a/b'],
  ['', ''],
  ['#top', '#top'],
  ['?q=1', '?q=1'],
  ['/proxy/a', '/proxy/a'],
  ['//10.0.0.1:80/a', '/proxy/a'],
  ['http://10.0.0.1:80/a', '/proxy/a'],
  ['http://localhost:1/a', 'http://localhost:1/proxy/a'],
  ['http://elsewhere/a', 'http://elsewhere/a'],
  ['http://10.0.0.1:80', 'http://10.0.0.1:80'],
  ['mailto:me@example.com', 'mailto:me@example.com'],
  ['javascript:go()', 'javascript:go()'],
  ['/a b', '/a b'],
  ['/%zz', '/%zz'],
  ['/a%20b', '/proxy/a%20b'],
])('the URL %s', (url, rewritten) => {
  expect(rewriteUrl(url, page)).toBe(rewritten);
});

test.each([
  ['<a href="/x">y</a>', '<a href="/proxy/x">y</a>'],
  ["<A HREF='/x' Title=b>y</A>", '<a href="/proxy/x" title="b">y</A>'],
  ['<img src=/x/>', '<img src="/proxy/x/"/>'],
  ['<img src="/x"/>', '<img src="/proxy/x"/>'],
  ['<p href="/x">', '<p href="/x">'],
  ['<!-- <a href="/x"> --><a href="/y">', '<!-- <a href="/x"> --><a href="/proxy/y">'],
  ['<script>"<a href=/x>"</script><script src="/y">', '<script>"<a href=/x>"</script><script src="/proxy/y">'],
  ['<title><a href="/x"></title>', '<title><a href="/x"></title>'],
  ['<!DOCTYPE html><?xml?></p>', '<!DOCTYPE html><?xml?></p>'],
  ['1 < 2 <a href="/x">', '1 < 2 <a href="/proxy/x">'],
  ['<a href="/x?a&amp;b&copy;">', '<a href="/proxy/x?a&amp;b&copy;">'],
  ['<input disabled src="/x">', '<input disabled="" src="/proxy/x">'],
  ['<a href="/x', '<a href="/x'],
  ['<a', '<a'],
  ['<', '<'],
  ['', ''],
])('the document %s', (html, rewritten) => {
  expect(rewriteHtml(html, (url) => rewriteUrl(url, page))).toBe(rewritten);
});

test.each([
  ['p', { scheme: '', name: 'p', port: '' }],
  ['p:80', { scheme: '', name: 'p', port: '80' }],
  ['https:p:', { scheme: 'https', name: 'p', port: '' }],
  [':p:80', { scheme: '', name: 'p', port: '80' }],
  ['ftp:p:80', undefined],
  [':80', undefined],
  ['', undefined],
  ['a:b:c:d', undefined],
])('the name %s', (text, parts) => {
  expect(splitProxiedName(text)).toEqual(parts);
});

test.each([
  ['10.0.0.1', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['169.254.1.1', false],
  ['224.0.0.1', false],
  ['fd00::1', true],
  ['::', false],
  ['::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', true],
  ['host', false],
])('a proxy may connect to %s: %s', (address, isAllowed) => {
  expect(isGlobalUnicast(address)).toBe(isAllowed);
});

test('paths are joined and escaped as in Go', () => {
  expect([joinPaths('/a/', '//b/../c'), joinPaths('', ''), joinPaths('/..'), joinPaths('a', '../..')]).toEqual([
    '/a/c',
    '',
    '/',
    '..',
  ]);
  expect(withEndSlash('/a', '/b/')).toBe('/a/');
  expect(escapePath("/a b?#!*'()é;,:@&=+$%")).toBe('/a%20b%3F%23%21%2A%27%28%29%C3%A9;,:@&=+$%25');
});

const readers: readonly Reader[] = [
  { name: 'documents', read: (text) => rewriteHtml(text, (url) => rewriteUrl(url, page)) },
  { name: 'tags', read: (text) => rewriteHtml(`<a href="/${text}`, (url) => rewriteUrl(url, page)) },
  { name: 'URLs', read: (text) => rewriteUrl(text, page) },
  { name: 'paths', read: (text) => joinPaths('/a', text) },
];

test.each(readers)('reads $name of strangers in linear time', async (reader) => {
  expect(await findSlowAttack(reader)).toBeUndefined();
});
