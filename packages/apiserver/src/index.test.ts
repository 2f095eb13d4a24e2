import { expect, test } from 'vitest';
import * as apiserver from './index.ts';
import * as apiserverProtobuf from './serializer/protobuf/index.ts';

/** The public names of each entry: removing one is a breaking change, adding one is a promise. */
test.each([
  [
    '@kb/apiserver',
    apiserver,
    [
      'AdmissionPluginsError',
      'AuditPolicyError',
      'ClientCaError',
      'NotLoopbackError',
      'admissionPluginNames',
      'createApiServer',
      'readAuditPolicy',
    ],
  ],
  ['@kb/apiserver/protobuf', apiserverProtobuf, ['decodeProtobuf', 'decodeWatchEvent', 'encodeProtobuf']],
])('%s exports these names', (_, entry, names) => {
  expect(Object.keys(entry).sort()).toEqual(names);
});
