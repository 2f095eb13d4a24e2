import { createVirtualClock, settleEventLoop } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { configMap, configMaps } from '../test-support/webhook-lab.ts';
import { startWire, type Wire } from '../test-support/wire.ts';

const base = '/apis/admissionregistration.k8s.io/v1';
type Type = 'Validating' | 'Mutating';
const pathOf = (type: Type, what: 'policies' | 'policybindings'): string =>
  `${base}/${type.toLowerCase()}admission${what}`;

const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] };

async function install(wire: Wire, type: Type, name: string, spec: object, binding: object = {}): Promise<void> {
  const policy = {
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: [rule] },
      ...(type === 'Mutating' && { reinvocationPolicy: 'Never' }),
      ...spec,
    },
  };
  const bound = {
    metadata: { name },
    spec: { policyName: name, ...(type === 'Validating' && { validationActions: ['Deny'] }), ...binding },
  };
  expect((await wire.post(pathOf(type, 'policies'), policy)).status).toBe(201);
  expect((await wire.post(pathOf(type, 'policybindings'), bound)).status).toBe(201);
}

const refusing = (message: string): object => ({ validations: [{ expression: 'false', message }] });
const adding = (key: string, value: string): object => ({
  mutations: [
    { patchType: 'ApplyConfiguration', applyConfiguration: { expression: `Object{data: {"${key}": ${value}}}` } },
  ],
});

describe('a validating policy', () => {
  test('is in use in its current form, as long as it has a binding', async () => {
    const wire = startWire();
    await install(wire, 'Validating', 'p', refusing('before'));
    expect((await wire.post(configMaps, configMap('a'))).body.message).toMatch(/before$/);
    await wire.merge(`${pathOf('Validating', 'policies')}/p`, { spec: refusing('after') });
    expect((await wire.post(configMaps, configMap('a'))).body.message).toMatch(/after$/);
    await wire.del(`${pathOf('Validating', 'policybindings')}/p`);
    expect((await wire.post(configMaps, configMap('a'))).status).toBe(201);
  });

  test('does what each of its bindings says at the time', async () => {
    const wire = startWire();
    await install(wire, 'Validating', 'p', refusing('no'));
    const second = { metadata: { name: 'q' }, spec: { policyName: 'p', validationActions: ['Warn'] } };
    expect((await wire.post(pathOf('Validating', 'policybindings'), second)).status).toBe(201);
    expect((await wire.post(configMaps, configMap('a'))).status).toBe(422);
    await wire.merge(`${pathOf('Validating', 'policybindings')}/p`, { spec: { validationActions: ['Audit'] } });
    const { status, warnings } = await wire.post(configMaps, configMap('a'));
    expect(status).toBe(201);
    expect(warnings).toEqual([expect.stringContaining("'p' with binding 'q': no")]);
    await wire.merge(`${pathOf('Validating', 'policybindings')}/q`, { spec: { validationActions: ['Deny'] } });
    expect((await wire.post(configMaps, configMap('b'))).body.message).toMatch(/binding 'q' denied request: no$/);
  });

  test('comes before validating webhooks, and after what mutating policies changed', async () => {
    const wire = startWire();
    await install(wire, 'Mutating', 'm', adding('b', '"added"'));
    await install(wire, 'Validating', 'v', {
      validations: [{ expression: 'object.data.b != "added"', messageExpression: '"b is " + object.data.b' }],
    });
    const { status, body } = await wire.post(configMaps, configMap('a', { b: 'own' }));
    expect(status).toBe(422);
    expect(body.message).toMatch(/denied request: b is added$/);
  });

  test('can be turned off with its plugin', async () => {
    const wire = startWire({ disableAdmissionPlugins: ['ValidatingAdmissionPolicy'] });
    await install(wire, 'Validating', 'p', refusing('never'));
    expect((await wire.post(configMaps, configMap('a'))).status).toBe(201);
  });

  test('refuses with the first of several policies by name', async () => {
    const wire = startWire();
    await install(wire, 'Validating', 'b', refusing('second'));
    await install(wire, 'Validating', 'a', refusing('first'));
    expect((await wire.post(configMaps, configMap('a'))).body.message).toMatch(/first$/);
  });
});

describe('mutating policies', () => {
  test('change an object one after another, in the order of their names', async () => {
    const wire = startWire();
    await install(wire, 'Mutating', 'b', adding('b', 'object.data.a + "b"'));
    await install(wire, 'Mutating', 'a', adding('a', 'object.data.a + "a"'));
    expect((await wire.post(configMaps, configMap('x', { a: '' }))).body.data).toEqual({ a: 'a', b: 'ab' });
  });

  test('that change each other without end are asked twice', async () => {
    const wire = startWire();
    for (const name of ['a', 'b'])
      await install(wire, 'Mutating', name, {
        ...adding('trace', `object.data.trace + "${name}"`),
        reinvocationPolicy: 'IfNeeded',
      });
    expect((await wire.post(configMaps, configMap('x', { trace: '' }))).body.data).toEqual({ trace: 'abab' });
  });

  test('change an update that another one overtakes as it then is', async () => {
    const wire = startWire();
    await wire.post(configMaps, configMap('x', { a: '1' }));
    await install(wire, 'Mutating', 'm', adding('seen', 'object.data.a'));
    const [first, second] = await Promise.all([
      wire.merge(`${configMaps}/x`, { data: { b: '1' } }),
      wire.merge(`${configMaps}/x`, { data: { a: '2' } }),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await wire.get(`${configMaps}/x`)).body.data).toEqual({ a: '2', b: '1', seen: '2' });
  });
});

/** Costs nearly as much as one expression may. */
const costly = (index: number): object => ({
  expression: `[1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, [1,2,3,4,5,6,7,8,9,10].all(c, [1,2,3,4,5,6,7,8,9,10].all(d, [1,2,3,4,5,6,7,8,9,10].all(e, e > 0))))) || ${index} == 0`,
});

test('others are answered while policies are compiled and evaluated', async () => {
  const wire = startWire({ clock: createVirtualClock() });
  await install(wire, 'Validating', 'p', {
    validations: Array.from({ length: 1500 }, (_, index) => ({ expression: `${index} >= 0` })),
  });
  let isDone = false;
  const judged = wire.post(configMaps, configMap('a')).then((answer) => {
    isDone = true;
    return answer;
  });
  await settleEventLoop(1);
  expect((await wire.get('/api/v1/namespaces/default')).status).toBe(200);
  expect(isDone).toBe(false);
  expect((await judged).status).toBe(201);
});

test('policies that cost too much refuse the request', async () => {
  const wire = startWire();
  await install(wire, 'Validating', 'p', { validations: Array.from({ length: 30 }, (_, index) => costly(index)) });
  const { status, body } = await wire.post(configMaps, configMap('a'));
  expect(status).toBe(422);
  expect(body.message).toMatch(/running out of cost budget, no further validation rules will be run$/);
});

test('a large policy is refused with its mistakes while others are answered', async () => {
  const wire = startWire({ clock: createVirtualClock() });
  let isDone = false;
  const posted = wire
    .post(pathOf('Validating', 'policies'), {
      metadata: { name: 'p' },
      spec: {
        matchConstraints: { resourceRules: [rule] },
        validations: Array.from({ length: 1500 }, (_, index) => ({ expression: `nothing${index} == 1` })),
      },
    })
    .then((answer) => {
      isDone = true;
      return answer;
    });
  await settleEventLoop(1);
  expect((await wire.get('/api/v1/namespaces/default')).status).toBe(200);
  expect(isDone).toBe(false);
  const { status, body } = await posted;
  expect([status, body.details.causes.length]).toEqual([422, 1500]);
});

test('the authorizer of expressions knows the stored roles', async () => {
  const wire = startWire({ authorizationMode: 'RBAC' });
  const rbac = '/apis/rbac.authorization.k8s.io/v1';
  await wire.post(`${rbac}/clusterroles`, {
    metadata: { name: 'writer' },
    rules: [{ verbs: ['create'], apiGroups: [''], resources: ['configmaps'] }],
  });
  await wire.post(`${rbac}/clusterrolebindings`, {
    metadata: { name: 'writer' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'writer' },
    subjects: [{ kind: 'User', name: 'ann', apiGroup: 'rbac.authorization.k8s.io' }],
  });
  await install(wire, 'Validating', 'p', {
    validations: [
      { expression: "authorizer.requestResource.check('create').allowed()", message: 'may not create' },
      { expression: "authorizer.requestResource.check('breakglass').allowed()", message: 'may not break the glass' },
    ],
  });
  expect((await wire.post(configMaps, configMap('a'))).status).toBe(201);
  expect((await wire.post(configMaps, configMap('b'), { 'impersonate-user': 'ann' })).body.message).toMatch(
    /denied request: may not break the glass$/,
  );
});
