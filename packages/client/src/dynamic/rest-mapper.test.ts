import { describe, expect, test } from 'vitest';
import { sendJson } from '../test-support/start-test-server.ts';
import { startTestClient, type TestClient } from '../test-support/test-client.ts';
import { createRestMapper, type RestMapper } from './rest-mapper.ts';

const verbs = ['get', 'list'];
const pods = { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs, shortNames: ['po'] };
const webs = { name: 'webs', singularName: 'web', namespaced: false, kind: 'Web', verbs };
const widget = { name: 'widgets', singularName: '', namespaced: true, kind: 'Widget', verbs };

/** The responses of a server with two groups, by path. */
function answers(): Record<string, unknown> {
  const group = {
    name: 'x.test',
    versions: [{ version: 'v1beta1' }, { version: 'v1' }],
    preferredVersion: { groupVersion: 'x.test/v1', version: 'v1' },
  };
  return {
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/apis': { kind: 'APIGroupList', groups: [group] },
    '/api/v1': { resources: [pods, { ...pods, name: 'pods/status' }, { ...pods, name: 'pods/log' }] },
    '/apis/x.test': group,
    '/apis/x.test/v1': { resources: [webs, { ...webs, name: 'webs/scale', kind: 'Scale' }] },
    '/apis/x.test/v1beta1': { resources: [webs, widget] },
  };
}

async function start(
  paths: Record<string, unknown>,
): Promise<TestClient & { mapper: RestMapper; asked: () => string[] }> {
  const test = await startTestClient(({ url }, response) => {
    const answer = paths[url];
    if (answer === 'fails') sendJson(response, 500, {});
    else sendJson(response, answer === undefined ? 404 : 200, answer ?? {});
  });
  return {
    ...test,
    mapper: createRestMapper(test.client),
    asked: () => test.server.seen.splice(0).map(({ url }) => url),
  };
}

describe('resourceFor', () => {
  test('finds a kind in the core group, with its subresources', async () => {
    const { mapper, asked } = await start(answers());
    expect(await mapper.resourceFor({ group: '', kind: 'Pod' })).toEqual({
      group: '',
      version: 'v1',
      kind: 'Pod',
      plural: 'pods',
      namespaced: true,
      subresources: ['status', 'log'],
    });
    expect(asked()).toEqual(['/api/v1']);
  });

  test('uses the preferred version, else one that has the kind; a given version takes precedence', async () => {
    const { mapper, asked } = await start(answers());
    expect(await mapper.resourceFor({ group: 'x.test', kind: 'Web' })).toMatchObject({
      version: 'v1',
      namespaced: false,
      subresources: ['scale'],
    });
    expect(asked()).toEqual(['/apis/x.test', '/apis/x.test/v1']);
    expect(await mapper.resourceFor({ group: 'x.test', kind: 'Widget' })).toMatchObject({ version: 'v1beta1' });
    expect(await mapper.resourceFor({ group: 'x.test', version: 'v1beta1', kind: 'Web' })).toMatchObject({
      version: 'v1beta1',
    });
    expect(asked()).toEqual(['/apis/x.test/v1beta1']);
  });

  test('finds the kind of an object', async () => {
    const { mapper } = await start(answers());
    expect(await mapper.resourceOf({ apiVersion: 'x.test/v1', kind: 'Web' })).toMatchObject({
      plural: 'webs',
      version: 'v1',
    });
    expect(await mapper.resourceOf({ apiVersion: 'v1', kind: 'Pod' })).toMatchObject({ plural: 'pods', group: '' });
  });

  test('shares one request between concurrent callers, and caches the result', async () => {
    const { mapper, asked } = await start(answers());
    await Promise.all([mapper.resourceFor({ group: '', kind: 'Pod' }), mapper.resourceFor({ group: '', kind: 'Pod' })]);
    await mapper.resourceFor({ group: '', kind: 'Pod' });
    expect(asked()).toEqual(['/api/v1']);
  });

  test('reports an unknown kind after one request', async () => {
    const { mapper, asked } = await start(answers());
    const error = mapper.resourceFor({ group: 'x.test', version: 'v1', kind: 'Gadget' });
    await expect(error).rejects.toMatchObject({ name: 'NoMatchError', code: 'KB_NO_KIND_MATCH' });
    await expect(error).rejects.toThrow('the server has no kind "Gadget" in x.test/v1');
    await expect(mapper.resourceFor({ group: 'y.test', kind: 'Web' })).rejects.toThrow(
      'the server has no kind "Web" in y.test',
    );
    expect(asked()).toEqual(['/apis/x.test/v1', '/apis/y.test']);
  });

  test('finds a kind that was installed later', async () => {
    const paths = answers();
    const { mapper, asked } = await start(paths);
    await mapper.resourceFor({ group: 'x.test', kind: 'Web' });
    paths['/apis/x.test/v1'] = { resources: [webs, { ...widget, name: 'gadgets', kind: 'Gadget' }] };
    asked();
    expect(await mapper.resourceFor({ group: 'x.test', kind: 'Gadget' })).toMatchObject({
      plural: 'gadgets',
      version: 'v1',
    });
    await expect(mapper.resourceFor({ group: 'y.test', kind: 'New' })).rejects.toThrow('no kind');
    paths['/apis/y.test'] = { name: 'y.test', versions: [{ version: 'v1' }] };
    paths['/apis/y.test/v1'] = { resources: [{ ...widget, kind: 'New' }] };
    expect(await mapper.resourceFor({ group: 'y.test', kind: 'New' })).toMatchObject({ plural: 'widgets' });
  });

  test('can forget a group, and does not cache failures', async () => {
    const paths = answers();
    paths['/api/v1'] = 'fails';
    const { mapper, asked } = await start(paths);
    await expect(mapper.resourceFor({ group: '', kind: 'Pod' })).rejects.toMatchObject({ status: { code: 500 } });
    Object.assign(paths, answers());
    await mapper.resourceFor({ group: '', kind: 'Pod' });
    mapper.forget('x.test');
    await mapper.resourceFor({ group: '', kind: 'Pod' });
    mapper.forget('');
    await mapper.resourceFor({ group: '', kind: 'Pod' });
    mapper.forget();
    await mapper.resourceFor({ group: '', kind: 'Pod' });
    expect(asked()).toEqual(Array.from({ length: 4 }, () => '/api/v1'));
  });

  test('ends for a caller whose signal is aborted, and continues for others', async () => {
    const { mapper } = await start(answers());
    const reason = new Error('enough');
    const controller = new AbortController();
    const [mine, theirs] = [
      mapper.resourceFor({ group: '', kind: 'Pod' }, { signal: controller.signal }),
      mapper.resourceFor({ group: '', kind: 'Pod' }),
    ];
    controller.abort(reason);
    await expect(mine).rejects.toBe(reason);
    expect(await theirs).toMatchObject({ plural: 'pods' });
  });
});

describe('resources', () => {
  test('reads every version of every group', async () => {
    const { mapper, asked, server } = await start(answers());
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
    const found = await mapper.resources();
    expect(found.map(({ plural, version, group }) => `${plural}.${version}.${group}`)).toEqual([
      'pods.v1.',
      'webs.v1.x.test',
      'webs.v1beta1.x.test',
      'widgets.v1beta1.x.test',
    ]);
    expect(found[0]).toMatchObject({ verbs, shortNames: ['po'], singular: 'pod', subresources: ['status', 'log'] });
    expect(server.seen.filter(({ url }) => url.split('/').length === 2).map(({ headers }) => headers.accept)).toEqual([
      accept,
      accept,
    ]);
    expect(asked().sort()).toEqual(['/api', '/api/v1', '/apis', '/apis/x.test/v1', '/apis/x.test/v1beta1']);
  });

  test('needs two requests with aggregated discovery', async () => {
    const entry = {
      resource: 'webs',
      responseKind: { kind: 'Web' },
      scope: 'Cluster',
      singularResource: 'web',
      verbs,
      shortNames: ['w'],
      subresources: [{ subresource: 'status' }],
      categories: ['all'],
    };
    const namespaced = { ...entry, resource: 'pages', responseKind: { kind: 'Page' }, scope: 'Namespaced' };
    const list = (name: string) => ({
      kind: 'APIGroupDiscoveryList',
      items: [{ metadata: { name }, versions: [{ version: 'v1', resources: [entry, namespaced] }] }],
    });
    const { mapper, asked } = await start({ '/api': list(''), '/apis': list('x.test') });
    const web = {
      version: 'v1',
      kind: 'Web',
      plural: 'webs',
      namespaced: false,
      verbs,
      shortNames: ['w'],
      singular: 'web',
      subresources: ['status'],
      categories: ['all'],
    };
    const page = { ...web, kind: 'Page', plural: 'pages', namespaced: true };
    expect(await mapper.resources()).toEqual([
      { group: '', ...web },
      { group: '', ...page },
      { group: 'x.test', ...web },
      { group: 'x.test', ...page },
    ]);
    expect(asked().sort()).toEqual(['/api', '/apis']);
  });
});
