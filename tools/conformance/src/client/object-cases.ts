import assert from 'node:assert/strict';
import { isAlreadyExists, isConflict, isInvalid, isNotFound, isStatusError } from '@kb/apimachinery';
import { configMaps } from '@kb/kubernetes/core/v1';
import { type ClientCase, clientOf, failureOf } from './client-case.ts';
import { gadgets, installGadgets } from './gadget.ts';

/** Single objects: create, get, update. */
export const objectCases: readonly ClientCase[] = [
  {
    name: 'create answers the object as it is stored, and get gives the same',
    run: async (env) => {
      const client = clientOf(env);
      const metadata = { name: 'object-create', namespace: env.namespace, labels: { a: 'b' } };
      const created = await client.create(configMaps, { metadata, data: { key: 'grün 😀' } });
      assert.equal(created.apiVersion, 'v1');
      assert.equal(created.kind, 'ConfigMap');
      assert.match(created.metadata.uid, /^[0-9a-f-]{36}$/);
      assert.match(created.metadata.resourceVersion, /^[1-9]\d*$/);
      assert.match(created.metadata.creationTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.deepEqual(created.metadata.labels, { a: 'b' });
      assert.deepEqual(created.data, { key: 'grün 😀' });
      assert.deepEqual(await client.get(configMaps, `${env.namespace}/object-create`), created);
    },
  },
  {
    name: 'the manager of a write is the field manager of the client, or of the call',
    run: async (env) => {
      const client = clientOf(env);
      const metadata = { name: 'object-manager', namespace: env.namespace };
      const mine = await client.create(configMaps, { metadata, data: { a: '1' } });
      const theirs = await client.update(
        configMaps,
        { ...mine, data: { a: '1', b: '2' } },
        { fieldManager: 'other-manager' },
      );
      const managers = theirs.metadata.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`);
      assert.deepEqual(managers?.toSorted(), ['conformance Update', 'other-manager Update']);
    },
  },
  {
    name: 'creating an object that is there is AlreadyExists',
    run: async (env) => {
      const client = clientOf(env);
      const metadata = { name: 'object-twice', namespace: env.namespace };
      await client.create(configMaps, { metadata });
      const error = await failureOf(client.create(configMaps, { metadata }));
      assert.ok(isAlreadyExists(error) && isStatusError(error));
      assert.equal(error.message, 'configmaps "object-twice" already exists');
      assert.equal(error.status.code, 409);
    },
  },
  {
    name: 'generateName gives every object a name of its own',
    run: async (env) => {
      const client = clientOf(env);
      const create = async (): Promise<string> => {
        const metadata = { generateName: 'object-generated-', namespace: env.namespace };
        return (await client.create(configMaps, { metadata })).metadata.name;
      };
      const names = [await create(), await create(), await create()];
      assert.equal(new Set(names).size, 3);
      for (const name of names) assert.match(name, /^object-generated-[a-z0-9]{5}$/);
    },
  },
  {
    name: 'what is not there is NotFound, with what was asked for',
    run: async (env) => {
      const error = await failureOf(
        clientOf(env).get(configMaps, { namespace: env.namespace, name: 'object-missing' }),
      );
      assert.ok(isNotFound(error) && isStatusError(error));
      assert.equal(error.message, 'configmaps "object-missing" not found');
      assert.deepEqual(error.status.details, { name: 'object-missing', kind: 'configmaps' });
    },
  },
  {
    name: 'an object that breaks a rule is Invalid, with the field as a cause',
    run: async (env) => {
      const metadata = { name: 'Object_Invalid', namespace: env.namespace };
      const error = await failureOf(clientOf(env).create(configMaps, { metadata }));
      assert.ok(isInvalid(error) && isStatusError(error));
      assert.deepEqual(
        error.status.details?.causes?.map(({ field, reason }) => [field, reason]),
        [['metadata.name', 'FieldValueInvalid']],
      );
    },
  },
  {
    name: 'an update from an old version is a Conflict, and changes nothing',
    run: async (env) => {
      const client = clientOf(env);
      const metadata = { name: 'object-conflict', namespace: env.namespace };
      const first = await client.create(configMaps, { metadata, data: { step: '1' } });
      const second = await client.update(configMaps, { ...first, data: { step: '2' } });
      assert.notEqual(second.metadata.resourceVersion, first.metadata.resourceVersion);
      const error = await failureOf(client.update(configMaps, { ...first, data: { step: '3' } }));
      assert.ok(isConflict(error));
      assert.match(
        String(error),
        /the object has been modified; please apply your changes to the latest version and try again/,
      );
      assert.deepEqual((await client.get(configMaps, `${env.namespace}/object-conflict`)).data, { step: '2' });
    },
  },
  {
    name: 'an update that changes nothing leaves the resource version alone',
    run: async (env) => {
      const client = clientOf(env);
      const metadata = { name: 'object-same', namespace: env.namespace };
      const created = await client.create(configMaps, { metadata, data: { a: 'b' } });
      const updated = await client.update(configMaps, created);
      assert.equal(updated.metadata.resourceVersion, created.metadata.resourceVersion);
    },
  },
  {
    name: 'a dry run stores nothing',
    run: async (env) => {
      const client = clientOf(env);
      const metadata = { name: 'object-dry-run', namespace: env.namespace };
      const answer = await client.create(configMaps, { metadata, data: { a: 'b' } }, { dryRun: true });
      assert.deepEqual(answer.data, { a: 'b' });
      assert.ok(isNotFound(await failureOf(client.get(configMaps, `${env.namespace}/object-dry-run`))));
    },
  },
  {
    name: 'strict field validation refuses a field that the kind does not have; the default warns',
    run: async (env) => {
      const client = clientOf(env);
      await installGadgets(client, env.clock);
      const spec = { color: 'red', colour: 'red' };
      const strict = { metadata: { name: 'object-strict', namespace: env.namespace }, spec };
      const error = await failureOf(client.create(gadgets, strict, { fieldValidation: 'Strict' }));
      assert.ok(isStatusError(error));
      assert.equal(error.status.reason, 'BadRequest');
      assert.match(error.message, /unknown field "spec\.colour"/);
      const warnings: string[] = [];
      const created = await client.create(gadgets, strict, { onWarning: (text) => warnings.push(text) });
      assert.deepEqual(created.spec, { color: 'red' });
      assert.deepEqual(warnings, ['unknown field "spec.colour"']);
    },
  },
  {
    name: 'an integer past 2^53 survives being read and written back',
    run: async (env) => {
      const client = clientOf(env);
      await installGadgets(client, env.clock);
      const metadata = { name: 'object-big', namespace: env.namespace };
      const created = await client.create(gadgets, { metadata, spec: { big: 9_007_199_254_740_993n } });
      assert.equal(created.spec.big, 9_007_199_254_740_993n);
      const updated = await client.update(gadgets, { ...created, spec: { ...created.spec, color: 'blue' } });
      assert.deepEqual(updated.spec, { big: 9_007_199_254_740_993n, color: 'blue' });
    },
  },
];
