import { describe, expect, test } from 'vitest';
import { sendJson } from '../../test-support/start-test-server.ts';
import { startTestClient } from '../../test-support/test-client.ts';
import { metadata, nodes, web, webs } from '../../test-support/webs.ts';

describe('a controller owner', () => {
  const owner = { ...web, metadata: { ...metadata, name: 'owner', uid: 'o' } };
  const reference = {
    apiVersion: 'x.example.com/v1',
    kind: 'Web',
    name: 'owner',
    uid: 'o',
    controller: true,
    blockOwnerDeletion: true,
  };
  const child = { metadata: { name: 'a', namespace: 'n' } };

  test('is added to other owners', async () => {
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
    const other = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'p' };
    await client.apply(webs, { metadata: { ...child.metadata, ownerReferences: [other] } }, { controlledBy: owner });
    expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({
      metadata: { name: 'a', namespace: 'n', ownerReferences: [other, reference] },
    });
  });

  test.each([
    [
      'in another namespace',
      { ...owner, metadata: { ...owner.metadata, namespace: 'm' } },
      'owner "owner" is in namespace "m"',
    ],
    ['without a uid', { ...owner, metadata: { ...owner.metadata, uid: '' } }, 'pass it as the API server returned it'],
    ['without a kind', { ...owner, kind: '' }, 'pass it as the API server returned it'],
  ])('is rejected %s', async (_what, bad, message) => {
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
    const refused = (async () => client.apply(webs, child, { controlledBy: bad }))();
    await expect(refused).rejects.toMatchObject({ code: 'KB_OWNER_INVALID' });
    await expect(refused).rejects.toThrow(message);
    expect(server.seen).toEqual([]);
  });

  test('is rejected for a cluster-scoped object, and if there is another controller', async () => {
    const { client } = await startTestClient((_request, response) => sendJson(response, 200, web));
    const node = (async () => client.apply(nodes, { metadata: { name: 'b' } }, { controlledBy: owner }))();
    await expect(node).rejects.toMatchObject({ code: 'KB_OWNER_INVALID' });
    const theirs = [{ ...reference, uid: 'x' }];
    const taken = (async () =>
      client.apply(webs, { metadata: { ...child.metadata, ownerReferences: theirs } }, { controlledBy: owner }))();
    await expect(taken).rejects.toMatchObject({ name: 'AlreadyOwnedError' });
  });

  test('may be cluster-scoped', async () => {
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
    const { namespace: _namespace, ...rest } = owner.metadata;
    await client.apply(webs, child, { controlledBy: { ...owner, metadata: rest } });
    expect(server.seen[0]?.body).toContain('"uid":"o"');
  });
});
