import { expect, test } from 'vitest';
import * as certificates from './certificates.ts';
import * as http from './http.ts';

test.each([
  ['@kb/serving/certificates', certificates, ['createCertificateAuthority']],
  ['@kb/serving/http', http, ['listen', 'requestHeaders', 'responseHeaders', 'writeBody']],
])('the exports of %s are these', (_, entry, names) => {
  expect(Object.keys(entry).sort()).toEqual(names);
});
