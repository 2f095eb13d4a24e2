import { expect, test } from 'vitest';
import { sourceIps } from './audit-event.ts';

test.each([
  [{}, '127.0.0.1', ['127.0.0.1']],
  [{}, '::ffff:10.0.0.1', ['10.0.0.1']],
  [{}, '', []],
  [{ 'x-forwarded-for': '10.0.0.1, nonsense,::1' }, '10.0.0.3', ['10.0.0.1', '::1', '10.0.0.3']],
  [{ 'x-forwarded-for': '10.0.0.1' }, '10.0.0.1', ['10.0.0.1']],
  [{ 'x-forwarded-for': '10.0.0.1', 'x-real-ip': '10.0.0.1' }, '10.0.0.2', ['10.0.0.1', '10.0.0.2']],
  [{ 'x-real-ip': '10.0.0.2' }, '10.0.0.3', ['10.0.0.2', '10.0.0.3']],
  [{ 'x-forwarded-for': '10.0.0.1\n10.0.0.2' }, '10.0.0.3', ['10.0.0.1', '10.0.0.3']],
])('the sources of a request with %j from %s', (headers, remote, expected) => {
  expect(sourceIps(headers, remote)).toEqual(expected);
});
