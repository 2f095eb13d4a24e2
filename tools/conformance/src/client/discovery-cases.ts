import assert from 'node:assert/strict';
import { createRestMapper, NoMatchError, type UntypedObject } from '@kb/client';
import { type ClientCase, clientOf, eventually, failureOf } from './client-case.ts';
import { installGadgets } from './gadget.ts';

/** Discovery, and objects of kinds that are known only at run time. */
export const discoveryCases: readonly ClientCase[] = [
  {
    name: 'any path that serves JSON',
    run: async (env) => {
      const version = await clientOf(env).getJson('/version');
      assert.ok(typeof version === 'object' && version !== null && !Array.isArray(version));
      assert.equal(version['major'], '1');
    },
  },
  {
    name: 'kinds are found: of the core group, of another, of a definition that was installed since',
    run: async (env) => {
      const client = clientOf(env);
      const mapper = createRestMapper(client);
      const config = await mapper.resourceFor({ group: '', kind: 'ConfigMap' });
      assert.partialDeepStrictEqual(config, { version: 'v1', plural: 'configmaps', namespaced: true });
      const deployment = await mapper.resourceFor({ group: 'apps', kind: 'Deployment' });
      assert.partialDeepStrictEqual(deployment, { version: 'v1', plural: 'deployments', namespaced: true });
      assert.ok(deployment.subresources?.includes('scale') && deployment.subresources.includes('status'));
      await installGadgets(client, env.clock);
      const gadget = await eventually(env.clock, () =>
        mapper.resourceOf({ apiVersion: 'conformance.example.com/v1', kind: 'Gadget' }),
      );
      assert.partialDeepStrictEqual(gadget, {
        group: 'conformance.example.com',
        version: 'v1',
        plural: 'gadgets',
        namespaced: true,
      });
    },
  },
  {
    name: 'a missing kind is reported as not found',
    run: async (env) => {
      const mapper = createRestMapper(clientOf(env));
      for (const group of ['', 'apps', 'nobody.example.com']) {
        const error = await failureOf(mapper.resourceFor({ group, kind: 'Nothing' }));
        assert.ok(error instanceof NoMatchError);
        assert.deepEqual([error.code, error.group, error.kind], ['KB_NO_KIND_MATCH', group, 'Nothing']);
      }
    },
  },
  {
    name: 'everything that the server has',
    run: async (env) => {
      const all = await createRestMapper(clientOf(env)).resources();
      const names = all.map(({ group, version, plural }) => `${plural}.${version}.${group}`);
      assert.equal(new Set(names).size, names.length);
      for (const name of [
        'configmaps.v1.',
        'pods.v1.',
        'deployments.v1.apps',
        'customresourcedefinitions.v1.apiextensions.k8s.io',
      ]) {
        assert.ok(names.includes(name), name);
      }
      const pods = all.find(({ group, plural }) => group === '' && plural === 'pods');
      assert.ok(pods?.verbs.includes('watch') && pods.shortNames.includes('po'));
    },
  },
  {
    name: 'an object without a type of its own, applied and read',
    run: async (env) => {
      const client = clientOf(env);
      const object: UntypedObject = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'untyped', namespace: env.namespace, uid: '', resourceVersion: '', creationTimestamp: '' },
        data: { a: 'b' },
      };
      const resource = await createRestMapper(client).resourceOf(object);
      const { name, namespace } = object.metadata;
      await client.apply(resource, { ...object, metadata: { name, ...(namespace && { namespace }) } });
      assert.deepEqual((await client.get(resource, `${env.namespace}/untyped`))['data'], { a: 'b' });
    },
  },
];
