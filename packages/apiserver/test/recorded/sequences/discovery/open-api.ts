import type { Area, RequestStep } from '../../sequence.ts';
import { get, sequence, sequenceAlone } from '../../steps.ts';

const PROTOBUF_2 = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
const PROTOBUF_3 = 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf';
/** The smallest document. */
const GROUP = '/openapi/v3/apis/apps';

const head = (path: string, headers: Record<string, string> = {}): RequestStep => ({ method: 'HEAD', path, headers });

/** Requests for the OpenAPI documents; their contents are compared in `documents/`. */
export const openApi: Area = {
  name: 'openapi',
  sequences: [
    sequence(
      'where the documents are',
      head('/openapi/v3'),
      head('/openapi/v3', { accept: 'text/plain' }),
      get('/openapi/v3/'),
      get('/openapi/v3/apis/nope/v1'),
      get('/openapi/v3/apis/apps/v9'),
      get('/openapi/v3/apis/apps/v1/'),
      get('/openapi/v2/'),
      get('/openapi/v2/more'),
      get('/openapi'),
    ),
    sequenceAlone(
      'a document of version 3',
      head(GROUP),
      head('/openapi/v3/apis/lab.example.com/v1'),
      { method: 'POST', path: '/openapi/v3/apis/nope' },
      head(GROUP, { accept: 'application/json' }),
      head(GROUP, { accept: PROTOBUF_3 }),
      head(GROUP, { accept: PROTOBUF_3.replace('@', '.') }),
      head(GROUP, { accept: 'application/*' }),
      get(GROUP, { headers: { accept: 'text/plain' } }),
      get(GROUP, { headers: { accept: 'application/yaml' } }),
      get(`${GROUP}?hash=`, { quiet: true }),
    ),
    sequenceAlone(
      'hashes of documents',
      get(GROUP, { save: { etag: 'headers.etag' }, quiet: true, calm: true }),
      get(GROUP, { headers: { 'if-none-match': '${etag}' } }),
      get(GROUP, { headers: { 'if-none-match': 'W/${etag}' } }),
      head(GROUP, { 'if-none-match': '"another"' }),
      head(`${GROUP}?hash=`),
      // The target of the redirect differs between the servers.
      get('/openapi/v3/apis/nope?hash=AAAA'),
    ),
    sequence(
      'documents and compression',
      ...['gzip', 'gzip;q=0.5', 'gzip;q=0', 'GZIP', 'deflate, *'].map((encoding) =>
        head('/openapi/v2', { 'accept-encoding': encoding }),
      ),
      head('/openapi/v3/api/v1', { 'accept-encoding': 'gzip' }),
      head('/openapi/v3', { 'accept-encoding': 'gzip' }),
    ),
    sequenceAlone(
      'a document of version 2',
      head('/openapi/v2', { accept: 'application/json' }),
      head('/openapi/v2', { accept: PROTOBUF_2 }),
      head('/openapi/v2', { accept: PROTOBUF_2.replace('@', '.') }),
      get('/openapi/v2', { headers: { accept: 'text/plain' } }),
      get('/openapi/v2', { headers: { accept: 'application/yaml' } }),
      get('/openapi/v2', { save: { etag: 'headers.etag' }, quiet: true, calm: true }),
      get('/openapi/v2', { headers: { 'if-none-match': '${etag}' } }),
      get('/openapi/v2', { headers: { 'if-none-match': '${etag}', accept: PROTOBUF_2 } }),
    ),
  ],
};
