import { afterEach, describe, expect, test } from 'vitest';
import { sendJson } from '../../test-support/start-test-server.ts';
import { constant } from '../../test-support/test-access.ts';
import { closeAll, get, serve, textOf } from '../../test-support/serve-transport.ts';

afterEach(closeAll);

describe('credentials', () => {
  test('are added to every request, without overriding its own headers', async () => {
    const headers = { authorization: 'Bearer t', 'impersonate-group': ['a', 'b'], 'user-agent': 'never' };
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}), {
      credentials: { current: constant({ headers }), reject: constant(false) },
    });
    await textOf((await transport.send({ ...get(), headers: { 'user-agent': 'mine' } })).body);
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer t',
      'impersonate-group': 'a, b',
      'user-agent': 'mine',
    });
  });

  test('are sent as UTF-8, as in Go', async () => {
    const names = ['José', '山田', '😀', 'plain'];
    const headers = { 'impersonate-user': '山田', 'impersonate-group': names };
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}), {
      credentials: { current: constant({ headers }), reject: constant(false) },
    });
    await textOf((await transport.send(get())).body);
    // Node returns one character for each byte.
    const got = (name: string): string => Buffer.from(String(server.seen[0]?.headers[name]), 'latin1').toString('utf8');
    expect([got('impersonate-user'), got('impersonate-group')]).toEqual(['山田', names.join(', ')]);
  });

  test('are renewed once after a 401, and the request is sent again', async () => {
    let token = 1;
    const rejected: unknown[] = [];
    const { server, transport } = await serve(
      (request, response) => sendJson(response, request.headers.authorization === 'Bearer 2' ? 200 : 401, {}),
      {
        credentials: {
          current: async () => ({ headers: { authorization: `Bearer ${token}` } }),
          reject: async (credential) => {
            rejected.push(credential);
            token += 1;
            return true;
          },
        },
      },
    );
    const response = await transport.send({ ...get(), method: 'POST', body: new TextEncoder().encode('again') });
    expect([response.status, server.seen.map(({ body }) => body), rejected.length]).toEqual([
      200,
      ['again', 'again'],
      1,
    ]);
    token = 5;
    expect((await transport.send(get())).status).toBe(401);
    expect(rejected).toHaveLength(2);
  });

  test('are not renewed if there are no others', async () => {
    const { server, transport } = await serve((_request, response) => sendJson(response, 401, { no: true }));
    const response = await transport.send(get());
    expect([response.status, await textOf(response.body), server.seen.length]).toEqual([401, '{"no":true}', 1]);
  });
});
