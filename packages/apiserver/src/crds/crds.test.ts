import { describe, expect, test } from 'vitest';
import { DEFINITIONS, startWire, widget, widgetDefinition, WIDGETS } from '../test-support/wire.ts';

const NAME = `${DEFINITIONS}/widgets.lab.example.com`;

describe('custom resource definitions', () => {
  test('are served immediately', async () => {
    const wire = startWire();
    const watching = await wire.watch(`${DEFINITIONS}?watch=1&resourceVersion=${wire.api.revision()}`);
    const { body } = await wire.post(DEFINITIONS, widgetDefinition());
    expect(body.status).toEqual({ conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] });
    expect((await wire.post(WIDGETS, widget('w'))).body.spec).toEqual({ color: 'red', replicas: 1 });
    await wire.clock.settle();
    const established = watching.frames.map(({ type, object }) => [
      type,
      object.status.conditions?.map(({ status, reason }: Record<string, string>) => `${status} ${reason}`),
    ]);
    expect(established).toEqual([
      ['ADDED', undefined],
      ['MODIFIED', ['True NoConflicts', 'False Installing']],
      ['MODIFIED', ['True NoConflicts', 'True InitialNamesAccepted']],
    ]);
    await watching.stop();
  });

  test('validate, prune and default', async () => {
    const wire = startWire({ crds: [widgetDefinition()] });
    const { body, warnings } = await wire.post(WIDGETS, widget('w', { color: 'red', zz: 1 }));
    expect([body.spec, warnings]).toEqual([{ color: 'red', replicas: 1 }, ['299 - "unknown field \\"spec.zz\\""']]);
    const refused = await wire.post(WIDGETS, widget('x', { color: 'pink', replicas: -1 }));
    expect(refused.body).toMatchObject({
      code: 422,
      details: {
        kind: 'Widget',
        causes: [{ field: 'spec.color' }, { field: 'spec.replicas' }, { field: '.spec.replicas' }],
      },
    });
    expect((await wire.post(`${WIDGETS}?fieldValidation=Strict`, widget('y', { zz: 1 }))).body.message).toContain(
      'strict decoding error: unknown field "spec.zz"',
    );
  });

  test('need an approval in groups of Kubernetes itself', async () => {
    const approved = (by: string, group: string): object => ({
      ...widgetDefinition(),
      metadata: { name: `widgets.${group}`, annotations: { 'api-approved.kubernetes.io': by } },
      spec: { ...(widgetDefinition() as { spec: object }).spec, group },
    });
    const crds = [approved('https://example.com/1', 'a.k8s.io'), approved('unapproved, "x"', 'b.kubernetes.io')];
    const wire = startWire({ crds });
    const conditionOf = async (group: string): Promise<string[]> => {
      const { body } = await wire.get(`${DEFINITIONS}/widgets.${group}`);
      const { type, status, reason, message } = body.status.conditions[0];
      return [type, status, reason, message];
    };
    const type = 'KubernetesAPIApprovalPolicyConformant';
    expect(await conditionOf('a.k8s.io')).toEqual([
      type,
      'True',
      'ApprovedAnnotation',
      'approved in https://example.com/1',
    ]);
    expect(await conditionOf('b.kubernetes.io')).toEqual([
      type,
      'False',
      'UnapprovedAnnotation',
      String.raw`not approved: "unapproved, \"x\""`,
    ]);
  });

  test('that are invalid are refused', async () => {
    const wire = startWire();
    const { body } = await wire.post(
      DEFINITIONS,
      widgetDefinition({ schema: { openAPIV3Schema: { type: 'object', properties: { spec: {} } } } }),
    );
    expect(body.message).toBe(
      'CustomResourceDefinition.apiextensions.k8s.io "widgets.lab.example.com" is invalid: ' +
        'spec.validation.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields',
    );
    expect(() => startWire({ crds: [{ ...widgetDefinition(), metadata: { name: 'other' } }] })).toThrow(
      'must be spec.names.plural',
    );
    const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
    expect(() => startWire({ crds: [configMap] })).toThrow('cannot be handled as a CustomResourceDefinition');
    expect(() => startWire({ crds: [{ ...widgetDefinition(), bogus: 1 }] })).toThrow('unknown field "bogus"');
  });

  test('are deleted with their objects, after their finalizers', async () => {
    const wire = startWire({ crds: [widgetDefinition()] });
    await wire.post(WIDGETS, { ...widget('held'), metadata: { name: 'held', finalizers: ['a.b/c'] } });
    await wire.post(WIDGETS, widget('free'));
    const { body } = await wire.del(NAME);
    expect(body.metadata.finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io']);
    expect((await wire.get(NAME)).body.status.conditions).toContainEqual({
      type: 'Terminating',
      status: 'True',
      lastTransitionTime: expect.any(String),
      reason: 'InstanceDeletionInProgress',
      message: 'CustomResource deletion is in progress',
    });
    expect((await wire.get(WIDGETS)).body.items).toHaveLength(1);
    expect((await wire.post(WIDGETS, widget('new'))).body.message).toContain(
      'create not allowed while custom resource definition is terminating',
    );
    await wire.merge(`${WIDGETS}/held`, { metadata: { finalizers: null } });
    expect((await wire.get(NAME)).status).toBe(404);
    expect((await wire.get(WIDGETS)).text).toBe('404 page not found\n');
    // The name is free again.
    expect((await wire.post(DEFINITIONS, widgetDefinition())).status).toBe(201);
    expect((await wire.get(WIDGETS)).body.items).toEqual([]);
  });

  test('whose names are taken wait until those are free', async () => {
    const wire = startWire({ crds: [widgetDefinition()] });
    const other = {
      ...widgetDefinition({}, { names: { plural: 'others', kind: 'Widget' } }),
      metadata: { name: 'others.lab.example.com' },
    };
    await wire.post(DEFINITIONS, other);
    const others = '/apis/lab.example.com/v1/namespaces/default/others';
    expect((await wire.get(others)).status).toBe(404);
    const { body } = await wire.get(`${DEFINITIONS}/others.lab.example.com`);
    expect(body.status.conditions).toMatchObject([
      { type: 'NamesAccepted', status: 'False', reason: 'ListKindConflict' },
      { reason: 'NotAccepted' },
    ]);
    await wire.del(NAME);
    expect((await wire.get(others)).status).toBe(200);
  });

  test('serve several versions of the same objects', async () => {
    const version = (name: string, storage: boolean, properties: object): object => ({
      name,
      served: true,
      storage,
      schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
    });
    const versions = [
      version('v1', true, { a: { type: 'string' }, b: { type: 'string' } }),
      version('v2', false, { a: { type: 'string' } }),
    ];
    const wire = startWire({ crds: [widgetDefinition({}, { versions })] });
    await wire.post(WIDGETS, widget('w', { a: '1', b: '2' }));
    const second = WIDGETS.replace('/v1/', '/v2/');
    expect((await wire.get(`${second}/w`)).body).toMatchObject({ apiVersion: 'lab.example.com/v2', spec: { a: '1' } });
    const watching = await wire.watch(`${second}?watch=1`);
    await wire.merge(`${second}/w`, { spec: { a: '3' } });
    await wire.clock.settle();
    expect(watching.frames.map(({ object }) => [object.apiVersion, object.spec])).toEqual([
      ['lab.example.com/v2', { a: '1' }],
      ['lab.example.com/v2', { a: '3' }],
    ]);
    await watching.stop();
    expect((await wire.get(`${WIDGETS}/w`)).body).toMatchObject({ apiVersion: 'lab.example.com/v1', spec: { a: '3' } });
    expect((await wire.get('/apis/lab.example.com')).body.preferredVersion.version).toBe('v2');
  });

  test('apply later defaults at once', async () => {
    const wire = startWire({ crds: [widgetDefinition()] });
    const { body } = await wire.post(WIDGETS, widget('w', {}));
    const schema = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: { color: { type: 'string', default: 'blue' }, replicas: { type: 'integer' } },
        },
      },
    };
    await wire.merge(NAME, {
      spec: { versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }] },
    });
    const read = await wire.get(`${WIDGETS}/w`);
    expect([read.body.spec, read.body.metadata.resourceVersion]).toEqual([
      { color: 'blue', replicas: 1 },
      body.metadata.resourceVersion,
    ]);
  });
});
