import { expect, test } from 'vitest';
import * as apiserver from './index.ts';
import * as apiserverProtobuf from './serializer/protobuf/index.ts';

/** What users of each entry depend on: a name that goes is a breaking change, one that comes is a promise. */
test.each([
  ['@kb/apiserver', apiserver, ['NotLoopbackError', 'createApiServer']],
  ['@kb/apiserver/protobuf', apiserverProtobuf, ['decodeProtobuf', 'decodeWatchEvent', 'encodeProtobuf']],
])('the exports of %s are these', (_, entry, names) => {
  expect(Object.keys(entry).sort()).toEqual(names);
});
