import { gzipSync } from 'node:zlib';
import type { Area } from '../../sequence.ts';
import { configMap, configMaps, del, get, mergePatch, post, put, sequence, widget, widgets } from '../../steps.ts';

const MAX_BODY = 3 * 1024 * 1024;
const spaces = (length: number): string => ' '.repeat(length);
const gzip = { headers: { 'accept-encoding': 'gzip' }, withoutBody: true };
const accepting = (encodings: string) => ({ headers: { 'accept-encoding': encodings }, withoutBody: true });
const large = (name: string, bytes: number): object => configMap(name, { a: 'x'.repeat(bytes) });
const largeWidget = (name: string, bytes: number): object =>
  widget(name, { color: 'red', any: { a: 'x'.repeat(bytes) } });

/** How large requests and answers may be, how long they may take, and how they are compressed. */
export const limits: Area = {
  name: 'transport limits',
  sequences: [
    sequence(
      'bodies over the limit',
      post(configMaps, spaces(MAX_BODY + 1)),
      post(configMaps, spaces(MAX_BODY)),
      put(`${configMaps}/x`, spaces(MAX_BODY + 1)),
      mergePatch(`${configMaps}/x`, spaces(MAX_BODY + 1)),
      del(`${configMaps}/x`, spaces(MAX_BODY + 1)),
      del(configMaps, spaces(MAX_BODY + 1)),
      post(widgets, spaces(MAX_BODY + 1)),
      post('/nope', spaces(MAX_BODY + 1)),
      get(configMaps),
    ),
    sequence(
      'objects over the limit of etcd',
      post(widgets, largeWidget('large', 1_600_000)),
      post(widgets, largeWidget('small', 1_000), { save: { rv: 'metadata.resourceVersion' } }),
      put(`${widgets}/small`, {
        ...largeWidget('small', 1_600_000),
        metadata: { name: 'small', resourceVersion: '${rv}' },
      }),
      mergePatch(`${widgets}/small`, { spec: { any: { a: 'x'.repeat(1_600_000) } } }),
      post(widgets, largeWidget('fits', 1_500_000), { withoutBody: true }),
      get(`${widgets}/large`),
      get(`${widgets}/small?pretty=0`, { withoutBody: true }),
    ),
    sequence(
      'large answers',
      post(configMaps, large('small', 100_000), gzip),
      post(configMaps, large('large', 140_000), gzip),
      get(`${configMaps}/small`, gzip),
      get(`${configMaps}/large`, gzip),
      get(`${configMaps}/large`, accepting('gzip;q=1.0')),
      get(`${configMaps}/large`, accepting('deflate, gzip')),
      get(`${configMaps}/large`, accepting(' gzip ,br')),
      get(`${configMaps}/large`, accepting('GZIP')),
      get(`${configMaps}/large`, accepting('*')),
      get(`${configMaps}/large`, { withoutBody: true }),
      get(configMaps, gzip),
      get(configMaps, { ...gzip, headers: { ...gzip.headers, accept: 'application/yaml' } }),
      get(`${configMaps}?watch=1&timeoutSeconds=1`, gzip),
      get(`${configMaps}?labelSelector=a%3D${'x'.repeat(140_000)}`, gzip),
      del(`${configMaps}/large`, undefined, gzip),
    ),
    sequence(
      'compressed requests',
      post(configMaps, configMap('plain'), { headers: { 'content-encoding': 'gzip' } }),
      post(configMaps, gzipSync('{}'), { headers: { 'content-encoding': 'gzip' }, withoutBody: true }),
      post(configMaps, configMap('nope'), { headers: { 'content-encoding': 'nope' } }),
    ),
    sequence(
      'deadlines',
      get('/api/v1/namespaces/default?timeout=1ns'),
      get('/version?timeout=1ns'),
      get('/nope?timeout=1ns'),
      get('/apis/nope/v1/x?timeout=1ns'),
      get('/api/v1/namespaces/default?timeout=1ns', { headers: { accept: 'application/yaml' } }),
      get('/api/v1/namespaces/default?timeout=1ns', { headers: { authorization: 'Bearer unknown' } }),
      post(`${configMaps}?timeout=1ns`, configMap('late')),
      get('/api/v1/namespaces/default?timeout=abc'),
      get('/version?timeout=abc'),
      get('/nope?timeout=abc'),
      get('/api/v1/namespaces/default?timeout=abc', { headers: { accept: 'application/yaml' } }),
      get('/api/v1/namespaces/default?timeout=abc', { headers: { authorization: 'Bearer unknown' } }),
      get('/api/v1/namespaces/default?timeout=5'),
      get('/api/v1/namespaces/default?timeout=1x'),
      get('/api/v1/namespaces/default?timeout=1h2'),
      get('/api/v1/namespaces/default?timeout=.s'),
      get('/api/v1/namespaces/default?timeout=-'),
      get(`${configMaps}/x?timeout=`),
      get(`${configMaps}/x?timeout=0`),
      get(`${configMaps}/x?timeout=-1s`),
      get(`${configMaps}/x?timeout=1h`),
      get(`${configMaps}/x?timeout=1m1.5s`),
      get(`${configMaps}?watch=1&timeoutSeconds=1&timeout=1ns`),
      get('/api/v1/namespaces/${NS}/pods/x/log?timeout=abc'),
      get('/api/v1/namespaces/${NS}/pods/x/exec?timeout=1ns&command=ls'),
    ),
    sequence('a revision that does not come in time', get(`${configMaps}?resourceVersion=999999999&timeout=300ms`)),
  ],
};
