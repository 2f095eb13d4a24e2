import { describe, expect, test } from 'vitest';
import { decodeProtobuf, encodeProtobuf } from '../serializer/protobuf/index.ts';
import {
  CONFIG_MAPS,
  configMap,
  DEPLOYMENTS,
  deployment,
  PODS,
  startWire,
  widgetDefinition,
  WIDGETS,
} from '../test-support/wire.ts';

describe('requests', () => {
  test('to unknown paths get the kind of error that belongs to their prefix', async () => {
    const wire = startWire({ crds: [widgetDefinition()] });
    expect((await wire.get('/nope')).text).toBe('404 page not found\n');
    expect((await wire.get('/apis/lab.example.com/v9/widgets')).text).toBe('404 page not found\n');
    expect((await wire.get('/api/v1/nope')).body).toMatchObject({
      message: 'the server could not find the requested resource',
      details: {},
    });
    expect((await wire.get(`${WIDGETS}/none`)).body).toMatchObject({
      message: 'widgets.lab.example.com "none" not found',
      details: { kind: 'widgets' },
    });
    expect((await wire.get('/api/v1/namespaces/default/pods/%zz')).status).toBe(400);
  });

  test.each([
    ['not JSON', '{"a":', 400],
    ['deep', '['.repeat(100_000), 400],
    ['deep objects', `{"metadata":{"name":"x"},"data":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`, 400],
    ['a list', '[]', 400],
    ['null', 'null', 422],
  ])('with an invalid body (%s) are refused and change nothing', async (_, body, status) => {
    const wire = startWire();
    const before = wire.api.revision();
    const answer = await wire.post(CONFIG_MAPS, body);
    expect(answer.status).toBe(status);
    expect(answer.body.kind).toBe('Status');
    expect(wire.api.revision()).toBe(before);
  });

  test('treat __proto__ as a key like any other', async () => {
    const wire = startWire();
    const body = '{"__proto__":{"metadata":{}},"metadata":{"name":"proto"},"data":{"__proto__":"x","constructor":"y"}}';
    const { status, warnings } = await wire.post(CONFIG_MAPS, body);
    expect([status, warnings]).toEqual([201, ['299 - "unknown field \\"__proto__\\""']]);
    expect((await wire.get(`${CONFIG_MAPS}/proto`)).text).toContain('"data":{"__proto__":"x","constructor":"y"}');
    expect((await wire.merge(`${CONFIG_MAPS}/proto`, '{"data":{"__proto__":null}}')).text).toContain(
      '"data":{"constructor":"y"}',
    );
  });

  test('with too large a body are refused', async () => {
    const wire = startWire();
    const answer = await wire.post(CONFIG_MAPS, configMap('a', { a: 'x'.repeat(3_200_000) }));
    expect(answer.body).toMatchObject({ code: 413, message: 'Request entity too large: limit is 3145728' });
  });

  test('may be in protobuf if the kind is built in', async () => {
    const wire = startWire({ crds: [widgetDefinition()] });
    const type = 'application/vnd.kubernetes.protobuf';
    const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { a: '1' } };
    const body = encodeProtobuf(object);
    const answer = await wire.transport.send({
      method: 'POST',
      path: CONFIG_MAPS,
      headers: { 'content-type': type, accept: `${type},application/json` },
      body,
    });
    const sent = answer.body instanceof Uint8Array ? decodeProtobuf(answer.body) : {};
    expect([answer.status, answer.headers['content-type']]).toEqual([201, type]);
    expect((await wire.get(`${CONFIG_MAPS}/a`)).body).toEqual(sent);
    const widgets = await wire.get(WIDGETS, { accept: type });
    expect([widgets.status, widgets.headers['content-type']]).toEqual([406, type]);
  });

  test('with invalid protobuf are refused', async () => {
    const wire = startWire();
    const answer = await wire.post(CONFIG_MAPS, 'k8s\0', { 'content-type': 'application/vnd.kubernetes.protobuf' });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'the object provided is unrecognized (must be of type ConfigMap): empty body (6b387300)',
    ]);
  });

  test('to containers are refused, because none is running', async () => {
    const wire = startWire();
    await wire.post('/api/v1/nodes', { metadata: { name: 'n' } });
    await wire.post(PODS, {
      metadata: { name: 'p' },
      spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
    });
    expect((await wire.get(`${PODS}/p/log`)).body).toMatchObject({
      code: 501,
      message: expect.stringContaining('runs no containers'),
    });
  });
});

describe('answers', () => {
  test('come as YAML, as tables, or as metadata alone', async () => {
    const wire = startWire();
    await wire.post(CONFIG_MAPS, configMap('a'));
    const yaml = await wire.get(`${CONFIG_MAPS}/a`, { accept: 'application/yaml' });
    expect([yaml.headers['content-type'], yaml.text]).toEqual([
      'application/yaml',
      expect.stringContaining('data:\n  a: "1"\n'),
    ]);
    const partial = await wire.get(CONFIG_MAPS, {
      accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
    });
    expect(partial.body.items[0]).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } });
    const table = await wire.get(CONFIG_MAPS, {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
    });
    expect(table.body.rows[0].cells).toEqual(['a', 1, '0s']);
  });

  test('are indented for people', async () => {
    const wire = startWire();
    await wire.post(CONFIG_MAPS, configMap('a'));
    expect((await wire.get(`${CONFIG_MAPS}/a`, { 'user-agent': 'curl/8' })).text).toContain('\n  "kind": "ConfigMap"');
    expect((await wire.get(`${CONFIG_MAPS}/a?pretty=false`, { 'user-agent': 'curl/8' })).text).not.toContain('\n  ');
  });

  test('have warning headers for problems that are accepted', async () => {
    const wire = startWire();
    const { warnings, headers } = await wire.post(DEPLOYMENTS, deployment('d', { bogus: 1 }));
    expect(warnings).toEqual(['299 - "unknown field \\"spec.bogus\\""']);
    expect(headers).toMatchObject({ date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'cache-control': 'no-cache, private' });
  });
});

describe('discovery', () => {
  test('is one document, which is sent only if it has changed', async () => {
    const wire = startWire();
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
    const first = await wire.get('/apis', { accept });
    expect(first.body.items[0]).toMatchObject({
      metadata: { name: 'apiregistration.k8s.io' },
      versions: [{ version: 'v1', freshness: 'Current' }],
    });
    const again = await wire.get('/apis', { accept, 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
    await wire.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetDefinition());
    const changed = await wire.get('/apis', { accept, 'if-none-match': String(first.headers.etag) });
    expect(changed.body.items.at(-1).metadata.name).toBe('lab.example.com');
  });

  test('serves versions, health and OpenAPI', async () => {
    const wire = startWire();
    expect((await wire.get('/version')).body).toMatchObject({
      major: '1',
      minor: '36',
      gitVersion: expect.stringMatching(/^v1\.36\.\d+-kb/),
    });
    expect((await wire.get('/readyz?verbose')).text).toMatch(/^\[\+\]ping ok\n.*readyz check passed\n$/s);
    const index = await wire.get('/openapi/v3');
    const document = await wire.get(index.body.paths['apis/apps/v1'].serverRelativeURL);
    expect(document.headers['cache-control']).toBe('public, immutable');
    const containers = document.body.components.schemas['io.k8s.api.core.v1.PodSpec'].properties.containers;
    expect(containers).toMatchObject({
      'x-kubernetes-patch-merge-key': 'name',
      'x-kubernetes-patch-strategy': 'merge',
    });
    expect((await wire.get('/openapi/v3/apis/nope/v1')).status).toBe(404);
  });
});
