import { describe, expect, test } from 'vitest';
import { startWire } from '../../test-support/wire.ts';

const SECRETS = '/api/v1/namespaces/default/secrets';

const secret = (fields: object, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'a', ...metadata },
  ...fields,
});

test('is Opaque by default, and accepts strings as data', async () => {
  const { body } = await startWire().post(SECRETS, secret({ data: { a: 'MQ==' }, stringData: { b: 'é' } }));
  expect(body).toMatchObject({ type: 'Opaque', data: { a: 'MQ==', b: 'w6k=' } });
  expect(body).not.toHaveProperty('stringData');
});

describe('a type requires keys', () => {
  test.each<[string, readonly string[]]>([
    ['kubernetes.io/tls', ['tls.crt', 'tls.key']],
    ['kubernetes.io/dockerconfigjson', ['.dockerconfigjson']],
    ['kubernetes.io/dockercfg', ['.dockercfg']],
    ['kubernetes.io/ssh-auth', ['ssh-privatekey']],
  ])('%s', async (type, keys) => {
    const wire = startWire();
    const { status, body } = await wire.post(SECRETS, secret({ type }));
    expect(status).toBe(422);
    expect(body.details.causes).toEqual(
      keys.map((key) => ({ reason: 'FieldValueRequired', message: 'Required value', field: `data[${key}]` })),
    );
    const data = Object.fromEntries(keys.map((key) => [key, 'e30=']));
    expect((await wire.post(SECRETS, secret({ type, data }))).status).toBe(201);
  });

  test('and the token of a service account requires its name', async () => {
    const wire = startWire();
    const type = 'kubernetes.io/service-account-token';
    const { body } = await wire.post(SECRETS, secret({ type }));
    expect(body.message).toContain('metadata.annotations[kubernetes.io/service-account.name]: Required value');
    const annotations = { 'kubernetes.io/service-account.name': 'default' };
    const { body: refused } = await wire.post(SECRETS, secret({ type }, { annotations }));
    expect(String(refused.message)).not.toContain('Required value');
  });
});

test('refuses keys that are not file names, and more than a megabyte', async () => {
  const wire = startWire();
  const { body } = await wire.post(SECRETS, secret({ data: { 'a b': '' } }));
  expect(body.message).toContain('data[a b]: Invalid value: "a b": a valid config key must consist of');
  const large = (bytes: number): Promise<{ status: number }> =>
    wire.post(SECRETS, secret({ data: { a: Buffer.alloc(bytes).toString('base64') } }));
  expect((await large(1_048_577)).status).toBe(422);
  expect((await large(1_048_576)).status).toBe(201);
});

test('cannot change its type, nor its data once it is immutable', async () => {
  const wire = startWire();
  await wire.post(SECRETS, secret({ data: { a: 'MQ==' } }));
  expect((await wire.merge(`${SECRETS}/a`, { type: 'other' })).body.message).toContain(
    'type: Invalid value: "other": field is immutable',
  );
  expect((await wire.merge(`${SECRETS}/a`, { immutable: true })).status).toBe(200);
  expect((await wire.merge(`${SECRETS}/a`, { data: { a: 'Mg==' } })).status).toBe(422);
  expect((await wire.merge(`${SECRETS}/a`, { immutable: false })).status).toBe(422);
});
